import type { DatabaseSync } from 'node:sqlite'
import {
  choosePassages,
  type Information,
  informationOf,
  MAX_TERMS,
  type Passage,
  type QueryTerm,
  queryTerms,
} from '@shoko/search'
import { readSnapshot } from './database.ts'
import { chooseExcerpts, type Excerpt, type ExcerptSource, MAX_EXCERPTS, passageSource } from './excerpts.ts'
import { matchWord, type Needle, type ParsedQuery } from './query.ts'
import { type ChunkRequest, rankMatching } from './rank-chunks.ts'
import { shownScore } from './ranking.ts'
import type { Tokenizer } from './tokens.ts'
import { createWordCounter, type WordCounts } from './word-counts.ts'

export interface SearchRequest extends ChunkRequest {
  /** Results to pass over. */
  readonly offset: number
  readonly limit: number
}

export interface SearchHit {
  readonly project: string
  readonly folder: string
  readonly filename: string
  readonly inProject: string
  readonly heading: string
  readonly snippet: string
  readonly startLine: number
  readonly endLine: number
  readonly confidence: number
  readonly score: number
  readonly type: string
  readonly status: string | null
  readonly updated: string
}

export interface SearchAnswer {
  readonly match: 'all' | 'any'
  /** Chunks that match. */
  readonly chunks: number
  /** Results that they give altogether. */
  readonly total: number
  /** Those from `offset` on. */
  readonly hits: readonly SearchHit[]
  /** Another one says that the index has changed. */
  readonly version: string
}

export interface PassageRequest extends ChunkRequest {
  readonly maxPassages: number
  readonly maxChars: number
}

export interface FoundDocument {
  readonly project: string
  readonly inProject: string
  readonly heading: string
  /** Verbatim. */
  readonly text: string
  readonly startLine: number
  readonly confidence: number
}

export interface Searcher {
  /** Everything that it needs of the database is read in the first step. */
  search(database: DatabaseSync, request: SearchRequest): Iterator<undefined, SearchAnswer>
  /** The passages that answer, and how many chunks were candidates. */
  passages(
    database: DatabaseSync,
    request: PassageRequest,
  ): { readonly chunks: number; readonly passages: readonly FoundDocument[] }
}

/** So many chunks are read closely: they are put in order by what their excerpts hold, and may give several results. */
const HEAD_CHUNKS = 20
/** So many are looked through for passages. */
const PASSAGE_CHUNKS = 10

/** Keeps from one search to the next how common words are. */
export function createSearcher(tokenizer: Tokenizer): Searcher {
  const countWords = createWordCounter()
  return {
    *search(database, request) {
      const { offset, limit } = request
      const { ranked, question, head, tail, version } = readSnapshot(database, () => readRows(database, request))
      const { best, chunks } = ranked
      // Nothing of the head falls behind the first chunk that is not read closely.
      const floor = best[HEAD_CHUNKS]?.score ?? 0
      const first = orderExcerpts(head, yield* chooseExcerpts(head.map(sourceOf), question), floor)
      const hits = first.slice(offset, offset + limit)
      const before = (at: number) => HEAD_CHUNKS + Math.max(0, at - first.length)
      for (const row of tail.rows.slice(before(offset) - tail.start, before(offset + limit) - tail.start)) {
        const [excerpt] = yield* chooseExcerpts([sourceOf(row)], question)
        hits.push(hitOf(row, excerpt!, row.score))
      }
      return { ...ranked, total: first.length + Math.max(0, chunks - HEAD_CHUNKS), hits, version }
    },
    passages: (database, request) =>
      readSnapshot(database, () => {
        const { ranked, question, rowOf } = look(database, request, PASSAGE_CHUNKS)
        const rows = ranked.best.map(rowOf)
        const { maxPassages, maxChars } = request
        const { text, terms, information } = question
        const found = choosePassages(text, rows.map(sourceOf).map(passageSource), { maxPassages, maxChars, terms, information })
        return { chunks: ranked.chunks, passages: found.map((passage) => foundDocument(passage, rows[passage.source]!.row)) }
      }),
  }

  /** The chunks that are read closely, and of the others those that may be asked for: how many results come before them is not known yet. */
  function readRows(database: DatabaseSync, request: SearchRequest) {
    const { offset, limit } = request
    const { ranked, question, rowOf, version } = look(database, request, Math.max(HEAD_CHUNKS, offset + limit) + 1)
    const head = ranked.best.slice(0, HEAD_CHUNKS).map(rowOf)
    const start = HEAD_CHUNKS + Math.max(0, offset - HEAD_CHUNKS * MAX_EXCERPTS)
    const end = HEAD_CHUNKS + Math.max(0, offset + limit - head.length)
    return { ranked, question, head, tail: { start, rows: ranked.best.slice(start, end).map(rowOf) }, version }
  }

  function look(database: DatabaseSync, request: ChunkRequest, most: number) {
    const version = versionOf(database)
    const counts = countWords(database, version)
    const select = database.prepare(HIT)
    const { query } = request
    const terms = queryTerms(query.text).slice(0, MAX_TERMS)
    return {
      version,
      ranked: rankMatching(database, request, { counts, tokenizer, most }),
      question: { text: query.text, terms, information: informationBy(counts, terms), needles: needlesOf(query), tokenizer },
      rowOf: ({ id, score }: { readonly id: number; readonly score: number }): RankedRow => ({
        row: select.get(id) ?? {},
        score,
      }),
    }
  }

  /** Counted here and now: the database may change or be closed before the answer is made. */
  function informationBy(counts: WordCounts, terms: readonly QueryTerm[]): Information {
    const known = new Map(
      terms.map(({ text }) => {
        const match = matchWord(text, tokenizer)
        return [text, match === undefined ? 0 : informationOf(counts.holders(match), counts.chunks)]
      }),
    )
    return ({ text }) => known.get(text) ?? 0
  }
}

type Row = Readonly<Record<string, unknown>>

const HIT = `SELECT p.name AS project, d.folder, d.filename, d.path, d.title, d.type, d.status, d.updated, c.heading, b.body, b.line
  FROM chunks c JOIN chunk_bodies b ON b.chunk_id = c.id JOIN documents d ON d.id = c.document_id JOIN projects p ON p.id = d.project_id WHERE c.id = ?`

interface RankedRow {
  readonly row: Row
  readonly score: number
}

function sourceOf({ row, score }: RankedRow): ExcerptSource {
  return {
    project: String(row.project),
    title: String(row.title),
    heading: String(row.heading),
    body: String(row.body),
    line: Number(row.line),
    score,
    document: `${row.project}/${row.path}`,
  }
}

/** A chunk's score is that of its best excerpt when that holds what is asked as well as any other does, and less when not. */
function orderExcerpts(rows: readonly RankedRow[], excerpts: readonly Excerpt[], floor: number): readonly SearchHit[] {
  return excerpts
    .map((excerpt) => {
      const ranked = rows[excerpt.source]!
      return { excerpt, ranked, score: floor + Math.max(0, ranked.score - floor) * excerpt.quality }
    })
    .sort((a, b) => b.score - a.score || a.excerpt.source - b.excerpt.source)
    .map(({ excerpt, ranked, score }) => hitOf(ranked, excerpt, score))
}

function foundDocument({ text, startLine, confidence }: Passage, row: Row): FoundDocument {
  return {
    project: String(row.project),
    inProject: String(row.path),
    heading: String(row.heading),
    text,
    startLine,
    confidence,
  }
}

function needlesOf(query: ParsedQuery): readonly Needle[] {
  return query.wanted.flatMap((unit) => unit.needles)
}

function versionOf(database: DatabaseSync): string {
  const rows = database.prepare('SELECT name, value FROM counters ORDER BY name').all()
  return rows.map(({ value }) => String(value)).join('.')
}

function hitOf({ row }: RankedRow, excerpt: Excerpt, score: number): SearchHit {
  return {
    project: String(row.project),
    folder: String(row.folder),
    filename: String(row.filename),
    inProject: String(row.path),
    heading: String(row.heading),
    snippet: excerpt.snippet,
    startLine: excerpt.startLine,
    endLine: excerpt.endLine,
    confidence: excerpt.confidence,
    score: shownScore(score),
    type: String(row.type),
    status: row.status === null ? null : String(row.status),
    updated: String(row.updated),
  }
}
