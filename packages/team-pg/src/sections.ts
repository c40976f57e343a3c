import type { DomainError } from '@shoko/contract'
import { Mutex, type SectionRequest, type Sections } from '@shoko/core-fs'
import { busy, translated } from './failure.ts'
import { beginTransaction, type TransactionParts } from './transaction.ts'

/** Sections of one lock go one after the other, in this process by a queue, among servers by the lock's row. */
export function createSections(parts: TransactionParts): Sections {
  const { mirror } = parts
  const queues = new Map<string, Mutex>()
  return {
    logs: (path) => mirror.isDocument(mirror.documentAt(path)),
    async enter(request) {
      const lock = mirror.documentAt(request.lock)
      const queue = queues.get(lock) ?? new Mutex()
      queues.set(lock, queue)
      const patience = startWaiting(request)
      try {
        await queue.acquire(patience.signal)
        try {
          return await beginTransaction(parts, { lock, patienceMs: patience.leftMs(), leave: () => queue.release() })
        } catch (error) {
          queue.release()
          if (patience.signal.aborted) throw patience.signal.reason
          throw isLockTimeout(error) ? tooLong(request.timeoutMs) : translated(error)
        }
      } finally {
        patience.end()
      }
    },
  }
}

interface Waiting {
  readonly signal: AbortSignal
  /** What is left of the patience. */
  leftMs(): number
  end(): void
}

function startWaiting({ timeoutMs, signal }: SectionRequest): Waiting {
  const timeout = new AbortController()
  const until = performance.now() + timeoutMs
  const timer = setTimeout(() => timeout.abort(tooLong(timeoutMs)), timeoutMs)
  return {
    signal: signal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, signal]),
    leftMs: () => Math.max(1, Math.ceil(until - performance.now())),
    end: () => clearTimeout(timer),
  }
}

function tooLong(timeoutMs: number): DomainError {
  return busy(`another call holds the lock (waited ${timeoutMs} ms); try again`)
}

function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '55P03'
}
