import type { DomainError } from '@shoko/contract'
import { Mutex, type SectionRequest, type Sections } from '@shoko/core-fs'
import { busy, translated } from './failure.ts'
import { beginTransaction, type Transaction, type TransactionParts } from './transaction.ts'

/** One lock, as this process knows it. */
interface Place {
  readonly turns: Mutex
  /** Had by the section that has its turn; left open for the next one where somebody waits. */
  open: Transaction | undefined
}

/** Sections of one lock go one after the other, in this process by a queue, among servers by the lock's row. */
export function createSections(parts: TransactionParts): Sections {
  const { mirror } = parts
  const places = new Map<string, Place>()
  return {
    logs: (path) => mirror.isDocument(mirror.documentAt(path)),
    async enter(request) {
      const lock = mirror.documentAt(request.lock)
      const place = places.get(lock) ?? { turns: new Mutex(), open: undefined }
      places.set(lock, place)
      const patience = startWaiting(request)
      try {
        await place.turns.acquire(patience.signal)
        try {
          place.open ??= await beginTransaction(parts, { lock, patienceMs: patience.leftMs(), ...turnsOf(place) })
          return place.open.section()
        } catch (error) {
          place.turns.release()
          if (patience.signal.aborted) throw patience.signal.reason
          throw isLockTimeout(error) ? tooLong(request.timeoutMs) : translated(error)
        }
      } finally {
        patience.end()
      }
    },
  }
}

function turnsOf(place: Place) {
  return {
    handOn: () => {
      if (place.turns.waiting === 0) return false
      place.turns.release()
      return true
    },
    leave: () => {
      place.open = undefined
      place.turns.release()
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
