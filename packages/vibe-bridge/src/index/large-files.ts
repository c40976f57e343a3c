import { DomainError } from '@shoko/contract'
import { isOutOfMemory, runInThread } from '@shoko/core-fs'
import type { DocumentAddress } from '../workspace/layout.ts'
import type { Followed } from './follow-file.ts'

/** From here on taking a document apart and writing it into the index holds up other calls for longer than they notice. */
export const LARGE_BYTES = 128 * 1024

/** What a thread that takes a document apart may take. Nothing of 4 MiB, as tools write it, needs more. */
export const THREAD_MEMORY_MB = 120

/** `follow`: bring the index to what the file is. `rebuild`: add it to the generation that is being built. */
export type LargeTask = 'follow' | 'rebuild'

export interface LargeJob {
  readonly rootPath: string
  readonly withheld: readonly string[]
  /** The index file that is in use. */
  readonly indexPath: string
  readonly address: DocumentAddress
  readonly task: LargeTask
}

/** What a thread gives back. Errors lose their class and their codes between threads. */
export type LargeOutcome = { readonly followed: Followed } | { readonly failure: LargeFailure }

export interface LargeFailure {
  readonly message: string
  /** Of a DomainError. */
  readonly reason?: string
  /** Of SQLite. */
  readonly errcode?: number
}

/** Large documents are indexed one after the other, each in a thread with a connection of its own. */
export interface LargeFiles {
  run(job: LargeJob): Promise<Followed>
  /**
   * Waits while a thread writes. A statement that meets its transaction would wait for it in SQLite, and hold up everybody.
   * Who writes in the same turn of the event loop as this resolves meets none, because a thread asks before it begins.
   */
  turn(): Promise<void>
  /** Waits for the last job. */
  close(): Promise<void>
}

export function createLargeFiles(): LargeFiles {
  let last: Promise<unknown> = Promise.resolve()
  let writing: PromiseWithResolvers<void> | undefined

  return {
    run(job) {
      const turn = last.then(() => runOne(job))
      last = turn.catch(() => {})
      return turn
    },
    async turn() {
      while (writing !== undefined) await writing.promise
    },
    close: async () => void (await last),
  }

  async function runOne(job: LargeJob): Promise<Followed> {
    const allowWriting = () => {
      writing ??= Promise.withResolvers()
    }
    try {
      const thread = { name: 'index-worker', from: import.meta.url, data: job, onSaid: allowWriting, memoryMb: THREAD_MEMORY_MB }
      const outcome = (await runInThread(thread)) as LargeOutcome // from index-worker, in this package
      if ('failure' in outcome) throw thrown(outcome.failure)
      return outcome.followed
    } catch (error) {
      if (isOutOfMemory(error)) return 'unreadable'
      throw error
    } finally {
      writing?.resolve()
      writing = undefined
    }
  }
}

function thrown({ message, reason, errcode }: LargeFailure): Error {
  if (reason !== undefined) return new DomainError(reason, message)
  return Object.assign(new Error(message), errcode === undefined ? {} : { errcode })
}
