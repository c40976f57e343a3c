import type { DatabaseSync } from 'node:sqlite'
import { choosePassages, type Information, informationOf, type Passage } from '@shoko/search'
import { readSnapshot } from './database.ts'
import { chooseExcerpts, type Excerpt, type ExcerptSource, passageSource } from './excerpts.ts'
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
  search(database: DatabaseSync, request: SearchRequest): SearchAnswer
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
    search: (database, request) =>
      readSnapshot(database, () => {
        const { offset, limit } = request
        const most = Math.max(HEAD_CHUNKS, offset + limit) + 1
        const { ranked, question, rowOf, version } = look(database, request, most)
        const rows = ranked.best.slice(0, HEAD_CHUNKS).map(rowOf)
        // Nothing of the head falls behind the first chunk that is not read closely.
        const floor = ranked.best[HEAD_CHUNKS]?.score ?? 0
        const head = orderExcerpts(rows, chooseExcerpts(rows.map(sourceOf), question), floor)
        const before = (at: number) => HEAD_CHUNKS + Math.max(0, at - head.length)
        const tail = ranked.best.slice(before(offset), before(offset + limit)).flatMap((chunk) => {
          const row = rowOf(chunk)
          const [excerpt] = chooseExcerpts([sourceOf(row)], question)
          return excerpt === undefined ? [] : [hitOf(row, excerpt, row.score)]
        })
        const total = head.length + Math.max(0, ranked.chunks - HEAD_CHUNKS)
        return { ...ranked, total, hits: [...head.slice(offset, offset + limit), ...tail], version }
      }),
    passages: (database, request) =>
      readSnapshot(database, () => {
        const { ranked, question, rowOf } = look(database, request, PASSAGE_CHUNKS)
        const rows = ranked.best.map(rowOf)
        const { maxPassages, maxChars } = request
        const { text, information } = question
        const found = choosePassages(text, rows.map(sourceOf).map(passageSource), { maxPassages, maxChars, information })
        return { chunks: ranked.chunks, passages: found.map((passage) => foundDocument(passage, rows[passage.source]!.row)) }
      }),
  }

  function look(database: DatabaseSync, request: ChunkRequest, most: number) {
    const version = versionOf(database)
    const counts = countWords(database, version)
    const select = database.prepare(HIT)
    const { query } = request
    return {
      version,
      ranked: rankMatching(database, request, { counts, tokenizer, most }),
      question: { text: query.text, information: informationBy(counts), needles: needlesOf(query), tokenizer },
      rowOf: ({ id, score }: { readonly id: number; readonly score: number }): RankedRow => ({
        row: select.get(id) ?? {},
        score,
      }),
    }
  }

  function informationBy(counts: WordCounts): Information {
    return ({ text }) => {
      const match = matchWord(text, tokenizer)
      return match === undefined ? 0 : informationOf(counts.holders(match), counts.chunks)
    }
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
