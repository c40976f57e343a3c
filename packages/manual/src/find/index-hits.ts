import type { Ranking, TakenSection } from '@shoko/search'
import type { ManualContext } from '../context.ts'
import type { FindQuery } from './query.ts'

/** A node that the ranker found. */
export interface IndexHit extends TakenSection {
  /** A synonym's share, beside the score by the query's own words; that is 0 where only a synonym found the node. */
  readonly synonyms?: number
}

type SynonymHit = Required<Pick<IndexHit, 'synonyms'>> & TakenSection

/** The best hits of a search, in the ranker's order. */
export interface IndexHits {
  /** Undefined behind the last. `withWords`: from here on, hits without a word of the query may be left out. */
  at(place: number, withWords: boolean): IndexHit | undefined
  /** Those that were looked at so far. */
  readonly seen: readonly IndexHit[]
  /** There are as many as were asked for, and perhaps more. */
  readonly cut: boolean
  /** Time was up before the index had looked everywhere. */
  readonly late: boolean
}

export interface IndexSearch {
  readonly query: FindQuery
  readonly accepts: (key: string) => boolean
  /** Time is up for the index. */
  readonly isOver: () => boolean
}

/** Searches the index once; how many of its hits are wanted shows when they are looked at. */
export function searchIndex(ctx: ManualContext, search: IndexSearch): (limit: number) => IndexHits {
  if (search.query.synonyms.length > 0) return (limit) => mergedHits(ctx, search, limit)
  const ranking = rankedBy(ctx, search.query.text, search)
  const taken: IndexHit[] = []
  return (limit) => new LazyHits(ranking, taken, limit)
}

/** Hits are taken from the ranking as they are looked at. */
class LazyHits implements IndexHits {
  private readonly ranking: Ranking
  private readonly taken: IndexHit[]
  private readonly limit: number

  /** `taken`: by earlier looks at the same ranking. */
  constructor(ranking: Ranking, taken: IndexHit[], limit: number) {
    this.ranking = ranking
    this.taken = taken
    this.limit = limit
  }

  at(place: number, withWords: boolean): IndexHit | undefined {
    const { taken, limit } = this
    if (place === taken.length && place < limit)
      for (const hit of this.ranking.take(TAKEN_AT_ONCE, { withWords })) taken.push(hit)
    return place < limit ? taken[place] : undefined
  }

  get seen(): readonly IndexHit[] {
    return this.taken.length <= this.limit ? this.taken : this.taken.slice(0, this.limit)
  }

  get cut(): boolean {
    return this.taken.length >= this.limit
  }

  get late(): boolean {
    return this.ranking.cut
  }
}

const TAKEN_AT_ONCE = 50
const MAX_TAKEN = 2_000

/** Those that only a synonym finds stand among the others by its share of the score: both rankings are needed before the first hit. */
function mergedHits(ctx: ManualContext, search: IndexSearch, limit: number): IndexHits {
  const { query } = search
  const share = ctx.settings.weights.synonyms
  const direct = taken(rankedBy(ctx, query.text, search), { limit, search })
  const bySynonym = taken(rankedBy(ctx, query.synonyms.join(' '), search), { limit, search })
  const hits = withSynonyms(
    direct.sections,
    bySynonym.sections.map((section) => synonymHit(section, share)),
  )
  return {
    at: (place) => hits[place],
    seen: hits,
    cut: direct.sections.length >= limit || bySynonym.sections.length >= limit,
    late: direct.late || bySynonym.late,
  }
}

function rankedBy({ corpus }: ManualContext, text: string, { accepts, isOver }: IndexSearch): Ranking {
  return corpus.ranker.rank(text, { accept: accepts, isOver })
}

interface Taken {
  readonly sections: readonly TakenSection[]
  readonly late: boolean
}

/** As many as are wanted, or as there is time for; some in any case. */
function taken(ranking: Ranking, { limit, search }: { readonly limit: number; readonly search: IndexSearch }): Taken {
  const sections: TakenSection[] = []
  while (sections.length < limit) {
    const next = ranking.take(Math.min(MAX_TAKEN, limit - sections.length))
    for (const section of next) sections.push(section)
    if (next.length === 0 || search.isOver()) break
  }
  return { sections, late: ranking.cut || (sections.length < limit && search.isOver()) }
}

/** A synonym's words are not the query's. */
function synonymHit({ ordinal, score }: TakenSection, share: number): SynonymHit {
  return { ordinal, score: 0, terms: [], headed: true, synonyms: score * share }
}

function withSynonyms(direct: readonly IndexHit[], bySynonym: readonly SynonymHit[]): readonly IndexHit[] {
  if (bySynonym.length === 0) return direct
  const merged = new Map<number, IndexHit>(direct.map((hit) => [hit.ordinal, hit]))
  for (const hit of bySynonym) {
    const known = merged.get(hit.ordinal)
    merged.set(hit.ordinal, known === undefined ? hit : { ...known, synonyms: hit.synonyms })
  }
  return [...merged.values()].sort((a, b) => scoreOf(b) - scoreOf(a))
}

function scoreOf({ score, synonyms = 0 }: IndexHit): number {
  return score + synonyms
}
