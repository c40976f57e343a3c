import { type Clock, createHandleStore, DomainError, type HandleLimits } from '@shoko/contract'
import type { Findings } from '../find/findings.ts'
import type { ManualReason } from '../reasons.ts'

export interface TraceStore {
  /** Keeps what a search found under a new id. */
  keep(findings: Findings, principal?: string): string
  /** Throws `not_found` for an id that is unknown, has expired, or is somebody else's. */
  get(traceId: string, principal?: string): Findings
}

const ENTRY_BYTES = 400

/** One store serves all connections of a server; each principal has its own part of it. */
export function createTraceStore(
  limits: HandleLimits,
  ports: { readonly clock: Clock; readonly newId: () => string },
): TraceStore {
  const handles = createHandleStore<Findings>(limits, { ...ports, bytesOf })
  return {
    keep: (findings, principal) => handles.keep(findings, principal),
    get(traceId, principal) {
      const findings = handles.get(traceId, principal)
      if (findings === undefined) throw unknownTrace(traceId)
      return findings
    },
  }
}

/** Roughly: the lists that grow with what was found, and the query. */
function bytesOf({ query, candidates, graph }: Findings): number {
  const entries = candidates.length + graph.claims.length + graph.evidences.length + graph.edges.length
  return 4 * query.length + ENTRY_BYTES * entries
}

function unknownTrace(traceId: string): DomainError<ManualReason> {
  return new DomainError(
    'not_found',
    `no trace ${JSON.stringify(traceId.slice(0, 40))}: unknown or expired; run manual_find again`,
  )
}
