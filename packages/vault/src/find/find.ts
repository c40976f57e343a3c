import { type Call, plainCall } from '@shoko/contract'
import type { VaultContext } from '../context.ts'
import { openScope, type ScopeInput } from '../scope.ts'
import { gather } from './gather.ts'
import { type Candidate, integrate } from './integrate.ts'
import { type NextAction, proposeNext } from './propose.ts'
import { readQuery } from './query.ts'
import { type FindSummary, summarise } from './summarise.ts'

export interface FindRequest {
  readonly query: string
  readonly scope: ScopeInput
  readonly maxCandidates: number
  readonly timeMs: number
}

export interface FindTrace {
  readonly request: FindRequest
  readonly candidates: readonly Candidate[]
  readonly summary: FindSummary
}

export interface FindResult {
  readonly traceId: string
  readonly summary: FindSummary
  readonly nextActions: readonly NextAction[]
}

/** Stages 0 and 1 gather, stage 1.5 integrates, judges and proposes. */
export async function findCandidates(context: VaultContext, request: FindRequest, call: Call = plainCall): Promise<FindResult> {
  const scope = await openScope(context, request.scope)
  const terms = readQuery(request.query)
  const gathered = await gather(context, { ...request, scope, terms }, call)
  const candidates = integrate(gathered.findings)
  const summary = summarise(candidates, { gathered, termCount: terms.length })
  const nextActions = proposeNext(candidates, { request, summary, firstFile: gathered.firstFile })
  const traceId = context.traces.add({ request, candidates, summary })
  return { traceId, summary, nextActions }
}
