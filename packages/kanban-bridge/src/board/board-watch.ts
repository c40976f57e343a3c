import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Logger, OwnWrites } from '@shoko/contract'
import { openRoot, type RelativePath, type Root, type Watch, type WatchBatch, watchTree } from '@shoko/core-fs'
import { CARDS_INDEX, GENERATED, RELATIONS_INDEX, TEMPLATES } from './paths.ts'

// Longer than the shortest timer, on which the watcher hands its events out.
const HANDING_OUT_MS = 2

export interface BoardWatchOptions {
  readonly root: Root
  readonly logger: Logger
  /** Told of files that come from other machines; they need no watcher. */
  readonly arrivals?: OwnWrites | undefined
  /** For tests: what tells of changed files. */
  readonly watch?: typeof watchTree | undefined
}

/** The one watcher of a board: started when somebody asks for it, heard by whoever listens. */
export class BoardWatch {
  readonly #options: BoardWatchOptions
  readonly #listeners = new Set<(batch: WatchBatch) => void>()
  #watch: Watch | undefined
  #ready: Promise<void> | undefined
  #trustedSince: number | undefined

  constructor(options: BoardWatchOptions) {
    this.#options = options
    const { arrivals, root } = options
    if (arrivals !== undefined) openRoot(root.absolutePath, { writes: arrivals }).onOwnWrite((path) => this.#arrived(path))
  }

  /** Resolves when events are told, or when it is clear that they will not be. */
  start(): Promise<void> {
    this.#ready ??= this.#start()
    return this.#ready
  }

  /** When events began to be reliable, by performance.now(); undefined: they are not. */
  get trustedSince(): number | undefined {
    return this.#watch?.trusted === true ? this.#trustedSince : undefined
  }

  listen(listener: (batch: WatchBatch) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Lets events of changes that were made before this moment arrive. */
  async settle(): Promise<void> {
    if (this.trustedSince === undefined) return
    await nextTurn()
    await sleep(HANDING_OUT_MS)
  }

  async close(): Promise<void> {
    this.#listeners.clear()
    await this.#watch?.close()
  }

  async #start(): Promise<void> {
    this.#watch = (this.#options.watch ?? watchTree)(this.#options.root, {
      skip: isPassedOver,
      debounceMs: 0,
      onChange: (batch) => {
        for (const listener of this.#listeners) listener(batch)
      },
      onState: (trusted) => this.#note(trusted),
    })
    await this.#watch.ready
    this.#note(this.#watch.trusted)
  }

  #arrived(path: RelativePath): void {
    if (isPassedOver(path)) return
    for (const listener of this.#listeners) listener({ paths: [path], overflow: false })
  }

  #note(trusted: boolean): void {
    this.#trustedSince = trusted ? (this.#trustedSince ?? performance.now()) : undefined
    if (!trusted) this.#options.logger.log('warn', { event: 'kanban.watch_degraded' })
  }
}

/** What the server itself derives from the cards, and what is not the board's content. */
function isPassedOver(path: RelativePath): boolean {
  const top = path.split('/', 1)[0]!
  return top.startsWith('.') || top === GENERATED || top === TEMPLATES || path === CARDS_INDEX || path === RELATIONS_INDEX
}
