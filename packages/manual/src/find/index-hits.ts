import type { RankedSection, Ranking } from '@shoko/search'
import type { ManualContext } from '../context.ts'
import type { FileRecord } from '../corpus/file-record.ts'
import type { FindQuery } from './query.ts'

/** A node that the ranker found. */
export interface IndexHit {
  readonly record: FileRecord
  readonly node: number
  /** The ranker's score, by the query's own words and by a synonym's; 0 where these did not find the node. */
  readonly rank: number
  readonly synonyms: number
  /** The query's words that the index has for the node, by their place in the query. */
  readonly terms: readonly number[]
  /** One of them may stand in its heading. */
  readonly headed: boolean
}

/** The best hits of a search, in the ranker's order. */
export interface IndexHits {
  /** Undefined behind the last. */
  at(place: number): IndexHit | undefined
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
  return (limit) => lazyHits(ctx, { ranking, taken, limit })
}

/** Hits are taken from the ranking as they are looked at. */
function lazyHits(
  ctx: ManualContext,
  { ranking, taken, limit }: { readonly ranking: Ranking; readonly taken: IndexHit[]; readonly limit: number },
): IndexHits {
  const more = () => {
    for (const section of ranking.take(TAKEN_AT_ONCE)) taken.push(directHit(ctx, section))
  }
  return {
    at(place) {
      if (place === taken.length && place < limit) more()
      return place < limit ? taken[place] : undefined
    },
    get seen() {
      return taken.slice(0, limit)
    },
    get cut() {
      return taken.length >= limit
    },
    get late() {
      return ranking.cut
    },
  }
}

const TAKEN_AT_ONCE = 50
const MOST_TAKEN = 2_000

/** Those that only a synonym finds stand among the others by its share of the score: both rankings are needed before the first hit. */
function mergedHits(ctx: ManualContext, search: IndexSearch, limit: number): IndexHits {
  const { query } = search
  const share = ctx.settings.weights.synonyms
  const direct = taken(rankedBy(ctx, query.text, search), { limit, search })
  const bySynonym = taken(rankedBy(ctx, query.synonyms.join(' '), search), { limit, search })
  const hits = withSynonyms(
    direct.sections.map((section) => directHit(ctx, section)),
    bySynonym.sections.map((section) => synonymHit(ctx, section, share)),
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
  readonly sections: readonly RankedSection[]
  readonly late: boolean
}

/** As many as are wanted, or as there is time for; some in any case. */
function taken(ranking: Ranking, { limit, search }: { readonly limit: number; readonly search: IndexSearch }): Taken {
  const sections: RankedSection[] = []
  while (sections.length < limit) {
    const next = ranking.take(Math.min(MOST_TAKEN, limit - sections.length))
    for (const section of next) sections.push(section)
    if (next.length === 0 || search.isOver()) break
  }
  return { sections, late: ranking.cut || (sections.length < limit && search.isOver()) }
}

function directHit({ corpus }: ManualContext, { key, section, score, terms, headed }: RankedSection): IndexHit {
  const record = corpus.records.get(key)! // catalog and ranker change together
  return { record, node: section, rank: score, synonyms: 0, terms, headed }
}

/** A synonym's words are not the query's. */
function synonymHit({ corpus }: ManualContext, { key, section, score }: RankedSection, share: number): IndexHit {
  const record = corpus.records.get(key)! // as above
  return { record, node: section, rank: 0, synonyms: score * share, terms: [], headed: true }
}

function withSynonyms(direct: readonly IndexHit[], bySynonym: readonly IndexHit[]): readonly IndexHit[] {
  if (bySynonym.length === 0) return direct
  const merged = new Map(direct.map((hit) => [nodeKey(hit), hit]))
  for (const hit of bySynonym) {
    const known = merged.get(nodeKey(hit))
    merged.set(nodeKey(hit), known === undefined ? hit : { ...known, synonyms: hit.synonyms })
  }
  return [...merged.values()].sort((a, b) => b.rank + b.synonyms - (a.rank + a.synonyms))
}

function nodeKey({ record, node }: IndexHit): string {
  return `${record.key}:${node}`
}
