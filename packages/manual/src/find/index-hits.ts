import type { RankedSection, Ranking } from '@shoko/search'
import type { ManualContext } from '../context.ts'
import type { FileRecord } from '../corpus/file-record.ts'
import type { FindQuery } from './query.ts'

/** A node that the ranker found. */
export interface IndexHit {
  readonly record: FileRecord
  readonly node: number
  /** The ranker's score, with a synonym's share. */
  readonly score: number
  readonly parts: Readonly<Record<string, number>>
  /** The query's words that the index has for the node, by their place in the query. */
  readonly terms: readonly number[]
}

export interface IndexHits {
  readonly hits: readonly IndexHit[]
  /** There are more than were asked for. */
  readonly cut: boolean
  /** Time was up before the index had looked everywhere. */
  readonly late: boolean
}

export interface IndexSearch {
  readonly query: FindQuery
  readonly accepts: (key: string) => boolean
  readonly limit: number
  /** Time is up for the index. */
  readonly isOver: () => boolean
}

/** Nodes in the ranker's order, those that only a synonym finds among them by its share of the score. */
export function searchIndex(ctx: ManualContext, search: IndexSearch): IndexHits {
  const { query } = search
  const direct = rankedBy(ctx, query.text, search)
  const bySynonym = query.synonyms.length === 0 ? NONE : rankedBy(ctx, query.synonyms.join(' '), search)
  const share = ctx.settings.weights.synonyms
  const hits = withSynonyms(
    direct.sections.map((section) => directHit(ctx, section)),
    bySynonym.sections.map((section) => synonymHit(ctx, section, share)),
  )
  return {
    hits,
    cut: direct.sections.length >= search.limit || bySynonym.sections.length >= search.limit,
    late: direct.cut || bySynonym.cut,
  }
}

const NONE: Ranking = { sections: [], cut: false }

/** Cut short without a single hit, it is let finish: a search of the rest must leave less than the one before. */
function rankedBy({ corpus }: ManualContext, text: string, { accepts, limit, isOver }: IndexSearch): Ranking {
  const ranking = corpus.ranker.rank(text, { limit, accept: accepts, isOver })
  return ranking.cut && ranking.sections.length === 0 ? corpus.ranker.rank(text, { limit, accept: accepts }) : ranking
}

function directHit({ corpus }: ManualContext, { key, section, score, terms }: RankedSection): IndexHit {
  const record = corpus.records.get(key)! // catalog and ranker change together
  return { record, node: section, score, parts: { rank: score }, terms }
}

/** A synonym's words are not the query's. */
function synonymHit({ corpus }: ManualContext, { key, section, score }: RankedSection, share: number): IndexHit {
  const record = corpus.records.get(key)! // as above
  return { record, node: section, score: score * share, parts: { synonyms: score * share }, terms: [] }
}

function withSynonyms(direct: readonly IndexHit[], bySynonym: readonly IndexHit[]): readonly IndexHit[] {
  if (bySynonym.length === 0) return direct
  const merged = new Map(direct.map((hit) => [nodeKey(hit), hit]))
  for (const hit of bySynonym) {
    const known = merged.get(nodeKey(hit))
    merged.set(nodeKey(hit), known === undefined ? hit : joined(known, hit))
  }
  return [...merged.values()].sort((a, b) => b.score - a.score)
}

function joined(direct: IndexHit, { score, parts }: IndexHit): IndexHit {
  return { ...direct, score: direct.score + score, parts: { ...direct.parts, ...parts } }
}

function nodeKey({ record, node }: IndexHit): string {
  return `${record.key}:${node}`
}
