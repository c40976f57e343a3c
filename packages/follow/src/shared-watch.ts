import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Watch, WatchBatch, WatchOptions } from '@shoko/core-fs'

type Heard = Pick<WatchOptions, 'onChange' | 'onState'>

// Longer than the shortest timer, on which a watcher hands its events out.
const HANDING_OUT_MS = 2

/** One watcher of a tree for several listeners. It is not started before somebody asks for it: watching costs more than a few looks. */
export class SharedWatch {
  readonly #open: (heard: Required<Heard>) => Watch
  readonly #listeners = new Set<Heard>()
  #watch: Watch | undefined

  constructor(open: (heard: Required<Heard>) => Watch) {
    this.#open = open
  }

  /** Resolves when events are told, or when it is clear that they will not be. */
  start(): Promise<void> {
    this.#watch ??= this.#open({
      onChange: (batch) => this.publish(batch),
      onState: (trusted) => {
        for (const { onState } of this.#listeners) onState?.(trusted)
      },
    })
    return this.#watch.ready
  }

  get trusted(): boolean {
    return this.#watch?.trusted === true
  }

  /** What a listener takes for a watcher of its own. */
  listen(heard: Heard): Watch {
    this.#listeners.add(heard)
    const isTrusted = () => this.trusted
    return {
      get trusted() {
        return isTrusted()
      },
      ready: Promise.resolve(),
      close: async () => void this.#listeners.delete(heard),
    }
  }

  /** For changes that somebody tells of without a watcher. */
  publish(batch: WatchBatch): void {
    for (const { onChange } of this.#listeners) onChange(batch)
  }

  /** Lets events of changes that were made before this moment arrive. */
  async settle(): Promise<void> {
    if (!this.trusted) return
    await nextTurn()
    await sleep(HANDING_OUT_MS)
  }

  async close(): Promise<void> {
    this.#listeners.clear()
    await this.#watch?.close()
  }
}
