import type { RankedSection, Ranker, RankSearchOptions } from './ranker.ts'

export interface RankCandidate {
  readonly key: string
  readonly section: number
  readonly score: number
  readonly text: string
}

/** Judges candidates anew: one number for each, in their order, higher is better; any scale. */
export type Reranker = (request: {
  readonly query: string
  readonly candidates: readonly RankCandidate[]
}) => readonly number[] | Promise<readonly number[]>

/** Turns texts into vectors of one length. */
export type Embedder = (texts: readonly string[]) => readonly ArrayLike<number>[] | Promise<readonly ArrayLike<number>[]>

export interface RankRequest extends RankSearchOptions {
  readonly query: string
  /** What a hook gets to read of a section. */
  readonly textOf?: (hit: RankedSection) => string
  readonly reranker?: Reranker
  readonly embed?: Embedder
  /** How many of the best the hooks judge. Default 50. */
  readonly topN?: number
  /** How much a hook's opinion counts, beside 1 for the ranking's own. Default 1. */
  readonly hookWeight?: number
}

/**
 * Searches, then lets a reranker and an embedding model have their say over the best. Each opinion is brought to 0..1 over
 * the judged candidates and added with its weight. A malformed answer is as no answer; a hook that throws is the caller's error.
 */
export async function rank(ranker: Ranker, request: RankRequest): Promise<RankedSection[]> {
  const { query, reranker, embed, textOf = () => '', topN = 50, hookWeight = 1, limit = 10, ...options } = request
  if (reranker === undefined && embed === undefined) return ranker.search(query, { ...options, limit })
  const hits = ranker.search(query, { ...options, limit: Math.max(limit, topN) })
  const judged = hits.slice(0, topN)
  const candidates = judged.map(({ key, section, score, ...rest }) => ({
    key,
    section,
    score,
    text: textOf({ key, section, score, ...rest }),
  }))
  const opinions = [
    reranker === undefined ? undefined : wellFormed(await reranker({ query, candidates }), judged.length),
    embed === undefined ? undefined : await similarities(embed, { query, texts: candidates.map(({ text }) => text) }),
  ].filter((opinion) => opinion !== undefined)
  if (opinions.length === 0) return hits.slice(0, limit)
  return reordered(judged, { opinions, hookWeight }).concat(hits.slice(topN)).slice(0, limit)
}

interface Opinions {
  readonly opinions: readonly (readonly number[])[]
  readonly hookWeight: number
}

/** Keeps the scores of the judged as they were: they are the ranking's, and comparable with those of the rest. */
function reordered(hits: readonly RankedSection[], { opinions, hookWeight }: Opinions): RankedSection[] {
  const own = scaled(hits.map(({ score }) => score))
  const votes = opinions.map(scaled)
  return hits
    .map((hit, place) => ({ hit, place, total: votes.reduce((sum, vote) => sum + hookWeight * vote[place]!, own[place]!) }))
    .sort((a, b) => b.total - a.total || a.place - b.place)
    .map(({ hit }) => hit)
}

async function similarities(
  embed: Embedder,
  { query, texts }: { readonly query: string; readonly texts: readonly string[] },
): Promise<number[] | undefined> {
  const vectors = await embed([query, ...texts])
  if (!Array.isArray(vectors) || vectors.length !== texts.length + 1) return undefined
  const [asked, ...found] = vectors as readonly ArrayLike<number>[]
  return wellFormed(
    found.map((vector) => cosine(asked!, vector)),
    texts.length,
  )
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.NaN
  let [dot, aa, bb] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!
    aa += a[i]! ** 2
    bb += b[i]! ** 2
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb)
}

function wellFormed(opinion: unknown, length: number): number[] | undefined {
  if (!Array.isArray(opinion) || opinion.length !== length) return undefined
  return opinion.every((value) => typeof value === 'number' && Number.isFinite(value)) ? opinion : undefined
}

function scaled(values: readonly number[]): number[] {
  const least = Math.min(...values)
  const range = Math.max(...values) - least
  return values.map((value) => (range === 0 ? 0 : (value - least) / range))
}
