import { type Clock, createHandleStore, DomainError, type HandleLimits, type Logger, type SharedHandles } from '@shoko/contract'
import type { Findings, TracedFindings } from '../find/findings.ts'
import type { FindRequest } from '../find/request.ts'
import type { ManualReason } from '../reasons.ts'
import { KeptFindings } from './kept-findings.ts'

export interface Trace {
  readonly findings: Findings
  /** What was asked: elsewhere the findings are made again from it, for they hold more than can be written down. */
  readonly request: FindRequest
}

export interface TraceStore {
  /** Keeps what a search found under a new id. */
  keep(trace: Trace, principal?: string): Promise<string>
  /** Throws `not_found` for an id that is unknown, has expired, or is somebody else's. `search`: for what another server found. */
  get(traceId: string, asked: { readonly principal?: string | undefined; readonly search: Search }): Promise<TracedFindings>
}

type Search = (request: FindRequest) => Promise<Findings>

const ENTRY_BYTES = 400

interface Kept {
  readonly findings: KeptFindings
  readonly bytes: number
}

/** One store serves all connections of a server; each principal has its own part of it. Servers of a team share what was asked. */
export function createTraceStore(
  limits: HandleLimits,
  ports: {
    readonly clock: Clock
    readonly newId: () => string
    readonly logger: Logger
    readonly shared?: SharedHandles | undefined
  },
): TraceStore {
  const { shared, newId, logger } = ports
  let id = ''
  const handles = createHandleStore<Kept>(limits, { clock: ports.clock, newId: () => id, bytesOf: ({ bytes }) => bytes })
  const keepUnder = (traceId: string, findings: Findings, principal?: string) => {
    id = traceId
    const kept = new KeptFindings(findings)
    handles.keep({ findings: kept, bytes: bytesOf(findings) }, principal)
    return kept
  }
  return {
    async keep({ findings, request }, principal) {
      const traceId = newId()
      keepUnder(traceId, findings, principal)
      try {
        await shared?.put({ id: traceId, owner: principal ?? '', value: request, ...limits })
      } catch (error) {
        logger.log('warn', { event: 'manual_trace_not_shared', cause: String(error) }) // this server still knows it
      }
      return traceId
    },
    async get(traceId, { principal, search }) {
      const here = handles.get(traceId, principal)
      if (here !== undefined) return here.findings.show()
      const request = (await shared?.get(traceId, principal ?? '')) as FindRequest | undefined // by `keep` of some server
      if (request === undefined) throw unknownTrace(traceId)
      return keepUnder(traceId, await search(request), principal).show()
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
