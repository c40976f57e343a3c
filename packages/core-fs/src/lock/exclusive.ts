import type { Clock } from '@shoko/contract'
import type { SteadyFolder } from '../containment/steady-folder.ts'
import { parsePath, type RelativePath } from '../relative-path.ts'
import { removeStaleTemporaryFiles } from '../write/stale-temporary-files.ts'
import { RootLock } from './lock.ts'

export interface ExclusiveOptions {
  /** Relative to the root; default: the root's own. */
  readonly lockPath?: string
  /** Default 10000. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** What is changed in it can be made anew from other files: the lock is this machine's, also where the files are not. */
  readonly ofCache?: boolean
}

export interface ExclusiveDefaults {
  readonly lockPath: string | undefined
  readonly clock: Clock
}

export const PATIENCE_MS = 10_000

/** The exclusive sections of one root; the first of them also sweeps away what killed processes left behind. */
export class ExclusiveSections {
  readonly #folder: SteadyFolder
  readonly #defaults: ExclusiveDefaults
  readonly #locks = new Map<RelativePath, RootLock>()
  #swept = false

  constructor(folder: SteadyFolder, defaults: ExclusiveDefaults) {
    this.#folder = folder
    this.#defaults = defaults
  }

  async run<T>(work: () => Promise<T>, options: ExclusiveOptions = {}): Promise<T> {
    const lock = this.#lockAt(options.lockPath ?? this.#defaults.lockPath)
    const patience = { timeoutMs: options.timeoutMs ?? PATIENCE_MS, signal: options.signal }
    return lock.run(() => this.#folder.steadily(() => this.#sweepThen(work)), patience)
  }

  close(): void {
    for (const lock of this.#locks.values()) lock.close()
    this.#locks.clear()
  }

  async #sweepThen<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#swept) {
      this.#swept = true
      await this.#sweep()
    }
    return work()
  }

  async #sweep(): Promise<void> {
    try {
      await removeStaleTemporaryFiles(this.#folder, this.#defaults.clock.now())
    } catch {
      // Litter is hidden from every reader, so it is no reason to refuse a write.
    }
  }

  #lockAt(lockPath: string | undefined): RootLock {
    if (lockPath === undefined) throw new Error('this root was opened without a lockPath')
    const path = parsePath(lockPath)
    const lock = this.#locks.get(path) ?? new RootLock(this.#folder, path)
    this.#locks.set(path, lock)
    return lock
  }
}
