import type { Progress } from '@shoko/contract'
import type { RelativePath, Root } from '@shoko/core-fs'

/** Lets one process of the machine build an index, while the others wait for what it saves. */
export interface SoleBuilder {
  /**
   * Waits until nobody else builds. Gives what somebody has built meanwhile; undefined when this process is to build, which it
   * then does alone until it says `done`.
   */
  begin<T>(read: () => Promise<T | undefined>, report: (progress: Progress) => void): Promise<T | undefined>
  readonly isBuilding: boolean
  done(): void
  close(): Promise<void>
}

const TELL_MS = 500
const PATIENCE_MS = 10 * 60_000

/** The lock lies beside the saved index, and the kernel releases it should the builder die. */
export function createSoleBuilder(cache: Root, indexPath: RelativePath): SoleBuilder {
  let release: (() => void) | undefined
  let section: Promise<void> = Promise.resolve()
  const over = new AbortController()

  const done = () => {
    release?.()
    release = undefined
  }

  /** Resolves once the lock is held, or cannot be had: a cache that takes no lock is no reason to build nothing. */
  function take(): Promise<void> {
    const { promise: taken, resolve } = Promise.withResolvers<void>()
    const { promise: built, resolve: end } = Promise.withResolvers<void>()
    const hold = async () => {
      release = end
      resolve()
      await built
    }
    const options = { lockPath: `${indexPath}.lock.db`, timeoutMs: PATIENCE_MS, signal: over.signal }
    section = cache.exclusive(hold, options).catch(() => resolve())
    return taken
  }

  return {
    async begin(read, report) {
      let waited = 0
      const telling = setInterval(() => {
        waited += TELL_MS / 1000
        report({ progress: waited, message: 'another server is building the index; waiting for it' })
      }, TELL_MS)
      try {
        await take()
      } finally {
        clearInterval(telling)
      }
      const content = await read()
      if (content !== undefined) done()
      return content
    },
    get isBuilding() {
      return release !== undefined
    },
    done,
    async close() {
      over.abort()
      done()
      await section
    },
  }
}
