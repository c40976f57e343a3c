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
      const { timeoutMs, signal } = request
      const until = performance.now() + timeoutMs
      signal?.throwIfAborted()
      if (!place.turns.tryAcquire()) await waitForTurn(place.turns, request)
      try {
        const patienceMs = Math.max(1, Math.ceil(until - performance.now()))
        place.open ??= await beginTransaction(parts, { lock, patienceMs, ...turnsOf(place) })
        return place.open.section()
      } catch (error) {
        place.turns.release()
        if (signal?.aborted) throw signal.reason
        throw isLockTimeout(error) || performance.now() >= until ? tooLong(timeoutMs) : translated(error)
      }
    },
  }
}

async function waitForTurn(turns: Mutex, { timeoutMs, signal }: SectionRequest): Promise<void> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(tooLong(timeoutMs)), timeoutMs)
  try {
    await turns.acquire(signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]))
  } finally {
    clearTimeout(timer)
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

function tooLong(timeoutMs: number): DomainError {
  return busy(`another call holds the lock (waited ${timeoutMs} ms); try again`)
}

function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '55P03'
}
