import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '@shoko/contract'
import type { RootFolder } from '../containment/containment.ts'
import { type FsReason, toFsError } from '../fs-error.ts'
import type { RelativePath } from '../relative-path.ts'
import { LockDatabase } from './lock-database.ts'
import { Mutex } from './mutex.ts'

export interface Patience {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** How long a queue of this process may hand the lock on to itself, and the gap that then lets other processes in. */
const OWN_RUN_MS = 100
const GAP_MS = 6
const MAX_PAUSE_MS = 5

/** One lock file below a root: a queue inside the process, then the kernel's lock against the others. */
export class RootLock {
  readonly #folder: RootFolder
  readonly #path: RelativePath
  readonly #mutex = new Mutex()
  readonly #inside = new AsyncLocalStorage<{ active: boolean }>()
  #database: LockDatabase | undefined
  #runStarted = 0

  constructor(folder: RootFolder, path: RelativePath) {
    this.#folder = folder
    this.#path = path
  }

  async run<T>(work: () => Promise<T>, patience: Patience): Promise<T> {
    if (this.#inside.getStore()?.active) throw new Error('an exclusive section must not open another one on the same lock')
    const waiting = this.#startWaiting(patience)
    try {
      const queued = await this.#mutex.acquire(waiting.signal)
      try {
        await this.#letOthersIn(queued)
        const database = await this.#takeKernelLock(waiting.signal)
        waiting.end()
        return await this.#runInside(work, database)
      } finally {
        this.#mutex.release()
      }
    } finally {
      waiting.end()
    }
  }

  close(): void {
    this.#database?.close()
    this.#database = undefined
  }

  async #runInside<T>(work: () => Promise<T>, database: LockDatabase): Promise<T> {
    const section = { active: true }
    try {
      return await this.#inside.run(section, work)
    } finally {
      section.active = false
      this.#release(database)
    }
  }

  async #takeKernelLock(signal: AbortSignal): Promise<LockDatabase> {
    for (;;) {
      signal.throwIfAborted()
      const database = await this.#tryTake()
      if (database === undefined) {
        await sleep(1 + Math.random() * (MAX_PAUSE_MS - 1))
        continue
      }
      if (this.#isInPlace(database)) return database
      // Somebody deleted the file; what we hold keeps nobody out any more.
      this.#release(database)
      this.close()
    }
  }

  /** Nothing while another process has the lock. */
  async #tryTake(): Promise<LockDatabase | undefined> {
    try {
      this.#database ??= await LockDatabase.open(this.#folder, this.#path)
      return this.#database?.tryTake() ? this.#database : undefined
    } catch (error) {
      throw toFsError(error, this.#path)
    }
  }

  /** A look that fails must not leave the lock taken: nobody would ever give it back. */
  #isInPlace(database: LockDatabase): boolean {
    try {
      return database.isInPlace()
    } catch (error) {
      this.#release(database)
      throw toFsError(error, this.#path)
    }
  }

  /** After an error the handle is in doubt; closing it releases the lock in any case. */
  #release(database: LockDatabase): void {
    try {
      database.release()
    } catch {
      database.close()
      if (this.#database === database) this.#database = undefined
    }
  }

  async #letOthersIn(queued: boolean): Promise<void> {
    if (!queued) this.#runStarted = performance.now()
    if (performance.now() - this.#runStarted < OWN_RUN_MS) return
    await sleep(GAP_MS)
    this.#runStarted = performance.now()
  }

  #startWaiting({ timeoutMs, signal }: Patience): { readonly signal: AbortSignal; end(): void } {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(busy(timeoutMs)), timeoutMs)
    return {
      signal: signal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, signal]),
      end: () => clearTimeout(timer),
    }
  }
}

function busy(timeoutMs: number): DomainError<FsReason> {
  const message = `another process holds the lock (waited ${timeoutMs} ms); try again`
  return new DomainError<FsReason>('busy', message, { details: { retry: true } })
}
