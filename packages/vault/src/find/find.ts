import { type Call, plainCall } from '@shoko/contract'
import { bestConfidence, DEFAULT_MAX_CHARS, DEFAULT_MAX_PASSAGES } from '@shoko/search'
import type { VaultContext } from '../context.ts'
import { openScope, type ScopeInput } from '../scope.ts'
import { gather } from './gather.ts'
import { type Candidate, integrate } from './integrate.ts'
import { type NotePassage, passagesOf } from './note-passages.ts'
import { notesLike } from './notes-like.ts'
import { type NextAction, proposeNext } from './propose.ts'
import { type FindSummary, summarize } from './summarize.ts'

export interface FindRequest {
  readonly query: string
  readonly scope: ScopeInput
  readonly maxCandidates: number
  readonly timeMs: number
  /** Of what is shown; nothing else depends on them. */
  readonly maxPassages: number
  readonly maxChars: number
}

export interface FindTrace {
  readonly request: FindRequest
  readonly candidates: readonly Candidate[]
  /** The notes that speak to the query, best first. */
  readonly ranking: readonly string[]
  readonly summary: FindSummary
}

export interface FindResult {
  readonly traceId: string
  readonly passages: readonly NotePassage[]
  readonly summary: FindSummary
  readonly nextActions: readonly NextAction[]
}

/** Stages 0 and 1 gather, stage 1.5 integrates, judges and proposes. */
export async function findCandidates(context: VaultContext, request: FindRequest, call: Call = plainCall): Promise<FindResult> {
  const scope = await openScope(context, request.scope)
  const terms = context.notes.ranker.terms(request.query)
  const gathered = await gather(context, { ...request, scope, terms }, call)
  const { hits } = gathered
  const passages = await passagesOf(context, { query: request.query, hits })
  const candidates = integrate(hits)
  const summary = summarize(candidates, { gathered, termCount: terms.length, confidence: bestConfidence(passages) })
  const alike = hits.length === 0 ? await notesLike(context, request.query, call) : []
  const nextActions = proposeNext({ request, summary, hits, passages, alike })
  const traceId = context.traces.keep(
    { request, candidates, ranking: [...new Set(hits.map(({ path }) => path))], summary },
    call.principal,
  )
  return { traceId, passages: await shown(context, { request, passages, hits }), summary, nextActions }
}

async function shown(
  context: VaultContext,
  { request, passages, hits }: Pick<Parameters<typeof proposeNext>[0], 'request' | 'passages' | 'hits'>,
): Promise<readonly NotePassage[]> {
  const { query, maxPassages, maxChars } = request
  if (maxPassages === 0) return []
  const areUsual = maxPassages === DEFAULT_MAX_PASSAGES && maxChars === DEFAULT_MAX_CHARS
  return areUsual ? passages : passagesOf(context, { query, hits }, { maxPassages, maxChars })
}
