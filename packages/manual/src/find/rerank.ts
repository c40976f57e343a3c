import { analyseChannels } from '@shoko/search'
import type { ManualContext } from '../context.ts'
import { type Candidate, LATE_RERANK, ranked, reward } from './candidate.ts'
import { type LateRerankRequest, wellFormedScores } from './hooks.ts'
import type { FindQuery } from './query.ts'

/** Late interaction over the first candidates: how well each term of the query is met by the node's best term. Off unless asked for. */
export async function lateRerank(
  ctx: ManualContext,
  query: FindQuery,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  const { lateRerankEnabled, lateRerankTopN, lateRerankWeight } = ctx.settings
  if (!lateRerankEnabled && ctx.hooks.lateReranker === undefined) return candidates
  const first = candidates.slice(0, lateRerankTopN)
  const texts = await Promise.all(first.map((candidate) => textOf(ctx, candidate)))
  const scores =
    (await hookScores(ctx, { query: query.text, candidates: first, texts })) ?? texts.map((text) => closeness(query, text))
  const reranked = first.map((candidate, index) => {
    const score = scores[index]!
    const late = score * lateRerankWeight
    return score === 0 ? candidate : reward(candidate, LATE_RERANK, late)
  })
  return ranked([...reranked, ...candidates.slice(lateRerankTopN)])
}

/** What the host's hook says; undefined when there is none or its answer is not a list of one number a candidate. */
async function hookScores(
  ctx: ManualContext,
  {
    query,
    candidates,
    texts,
  }: { readonly query: string; readonly candidates: readonly Candidate[]; readonly texts: readonly string[] },
): Promise<readonly number[] | undefined> {
  const hook = ctx.hooks.lateReranker
  if (hook === undefined) return undefined
  const request: LateRerankRequest = {
    query,
    candidates: candidates.map(({ place, score }, index) => ({
      manual_id: place.ref.manual_id,
      path: place.ref.path,
      start_line: place.ref.start_line,
      title: place.title,
      text: texts[index]!,
      score,
    })),
    top_n: ctx.settings.lateRerankTopN,
    weight: ctx.settings.lateRerankWeight,
  }
  const scores = wellFormedScores(await hook(request), candidates.length)
  if (scores === undefined) ctx.logger.log('warn', { event: 'late_reranker_ignored', expected: candidates.length })
  return scores
}

/** '' for a node whose file went away since it was found. */
async function textOf(ctx: ManualContext, { place: { file, title, ref } }: Candidate): Promise<string> {
  const record = ctx.corpus.records.get(file)
  if (record === undefined) return ''
  const text = await ctx.corpus.textOf(record, record.lines.indexOf(ref.start_line))
  return text === undefined ? '' : `${title}\n${text}`
}

function closeness({ terms }: FindQuery, text: string): number {
  if (terms.length === 0 || text === '') return 0
  const words = [...new Set(analyseChannels(text).words)].map((word) => ({ word, pairs: pairsOf(word) }))
  const best = terms.map((term) => Math.max(0, ...term.stems.map((form) => bestMatch(form, words))))
  return best.reduce((sum, value) => sum + value, 0) / terms.length
}

interface Word {
  readonly word: string
  readonly pairs: ReadonlySet<string>
}

function bestMatch(form: string, words: readonly Word[]): number {
  const pairs = pairsOf(form)
  let best = 0
  for (const candidate of words) {
    if (candidate.word === form) return 1
    const similarity = dice(pairs, candidate.pairs)
    if (similarity > best) best = similarity
  }
  return best >= SIMILAR ? best : 0
}

const SIMILAR = 0.5

function pairsOf(word: string): Set<string> {
  const letters = [...word]
  return new Set(letters.slice(1).map((letter, index) => letters[index]! + letter))
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  let shared = 0
  for (const pair of a) if (b.has(pair)) shared++
  return (2 * shared) / (a.size + b.size)
}
