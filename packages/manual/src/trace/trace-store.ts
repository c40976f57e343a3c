import { type Clock, DomainError } from '@shoko/contract'
import type { Findings } from '../find/findings.ts'
import type { ManualReason } from '../reasons.ts'

export interface TraceStore {
  /** Keeps what a search found under a new id. */
  keep(findings: Findings): string
  /** Throws `not_found` for an id that is unknown or has expired. */
  get(traceId: string): Findings
}

export interface TraceLimits {
  readonly maxKeep: number
  readonly ttlSec: number
}

/** In memory and bounded, oldest out first; one store serves all connections of a server. */
export function createTraceStore(
  limits: TraceLimits,
  { clock, newId }: { readonly clock: Clock; readonly newId: () => string },
): TraceStore {
  const kept = new Map<string, { readonly findings: Findings; readonly expires: number }>()

  function dropExpired(): void {
    // Insertion order is age, so the first one alive ends the search.
    for (const [id, { expires }] of kept) {
      if (expires > clock.now()) return
      kept.delete(id)
    }
  }

  return {
    keep(findings) {
      dropExpired()
      while (kept.size >= limits.maxKeep) kept.delete(kept.keys().next().value!)
      const id = newId()
      kept.set(id, { findings, expires: clock.now() + limits.ttlSec * 1000 })
      return id
    },
    get(traceId) {
      dropExpired()
      const trace = kept.get(traceId)
      if (trace === undefined) throw unknownTrace(traceId)
      return trace.findings
    },
  }
}

function unknownTrace(traceId: string): DomainError<ManualReason> {
  return new DomainError(
    'not_found',
    `no trace ${JSON.stringify(traceId.slice(0, 40))}: unknown or expired; run manual_find again`,
  )
}
