import type { DatabaseSync } from 'node:sqlite'
import type { Folder } from '../workspace/layout.ts'
import { readSnapshot } from './database.ts'
import { matchAll, matchOne, type ParsedQuery } from './query.ts'
import { scoreOfSomeSql, scoreSql, shownScore } from './ranking.ts'
import { snippetOf } from './snippet.ts'
import type { Tokenizer } from './tokens.ts'

export interface SearchRequest {
  readonly query: ParsedQuery
  readonly project?: string
  readonly folder?: Folder
  readonly limit: number
  /** A date. */
  readonly today: string
}

export interface SearchHit {
  readonly project: string
  readonly folder: string
  readonly filename: string
  readonly inProject: string
  readonly heading: string
  readonly snippet: string
  readonly score: number
  readonly type: string
  readonly status: string | null
  readonly updated: string
}

export interface SearchAnswer {
  readonly match: 'all' | 'any'
  readonly total: number
  readonly hits: readonly SearchHit[]
}

/** Chunks that hold every word; when there is none, chunks that hold any, those with the most words first. */
export function searchChunks(database: DatabaseSync, request: SearchRequest, tokenizer: Tokenizer): SearchAnswer {
  const { query } = request
  if (query.wanted.length === 0) return { match: 'all', total: 0, hits: [] }
  return readSnapshot(database, () => {
    const all = answer('all', allOf(query))
    return all.total > 0 || query.wanted.length === 1 ? all : answer('any', anyOf(query))
  })

  function answer(match: 'all' | 'any', matches: Matches): SearchAnswer {
    const scope = scopeOf(database, request)
    const ranked = rankChunks(database, request, { matches, scope })
    const total = ranked.length < request.limit ? ranked.length : countChunks(database, matches.either, scope)
    const needles = query.wanted.flatMap((unit) => unit.needles)
    const select = database.prepare(HIT)
    const hits = ranked.map(({ id, score }) => {
      const row = select.get(Number(id)) ?? {}
      const chunk = { heading: String(row.heading), body: String(row.body) }
      return hitOf(row, { score: shownScore(Number(score)), snippet: snippetOf(chunk, needles, tokenizer) })
    })
    return { match, total, hits }
  }
}

type Row = Readonly<Record<string, unknown>>

interface Matches {
  /** A query that gives `chunk_id`, `bm25` and, for some words only, `words`. */
  readonly sql: string
  readonly matches: readonly string[]
  readonly score: (today: string) => string
  /** One expression for all of them, for counting. */
  readonly either: string
}

/** Words in headings count more. The columns: heading, body, stems of the heading, stems of the body. */
const BM25 = 'bm25(chunks_fts, 3.0, 1.0, 3.0, 1.0)'
const MATCHED = `SELECT rowid AS chunk_id, ${BM25} AS bm25 FROM chunks_fts WHERE chunks_fts MATCH ?`
const HIT = `SELECT p.name AS project, d.folder, d.filename, d.path, d.type, d.status, d.updated, c.heading, b.body
  FROM chunks c JOIN chunk_bodies b ON b.chunk_id = c.id JOIN documents d ON d.id = c.document_id JOIN projects p ON p.id = d.project_id WHERE c.id = ?`

function allOf(query: ParsedQuery): Matches {
  return { sql: MATCHED, matches: [matchAll(query)], score: scoreSql, either: matchAll(query) }
}

/** bm25 is a sum over words, so the sum over one query a word is the bm25 of them all. */
function anyOf(query: ParsedQuery): Matches {
  const each = query.wanted.map(() => MATCHED).join(' UNION ALL ')
  const sql = `SELECT chunk_id, sum(bm25) AS bm25, count(*) AS words FROM (${each}) GROUP BY chunk_id`
  const matches = query.wanted.map((unit) => matchOne(unit, query))
  return { sql, matches, score: scoreOfSomeSql, either: matches.map((match) => `(${match})`).join(' OR ') }
}

/** Conditions on a chunk `c`, and the join they need: none when every chunk in the index may be seen. */
interface Scope {
  readonly join: string
  readonly where: string
  readonly values: readonly string[]
}

function scopeOf(database: DatabaseSync, { project, folder }: SearchRequest): Scope {
  const stale = database.prepare("SELECT value FROM counters WHERE name = 'stale'").get()?.value !== 0
  const filters = [...(project === undefined ? [] : ['p.name = ?']), ...(folder === undefined ? [] : ['c.folder = ?'])]
  const join = stale || project !== undefined ? 'JOIN projects p ON p.id = c.project_id AND p.generation = c.generation' : ''
  const where = filters.length === 0 ? '' : `WHERE ${filters.join(' AND ')}`
  return { join, where, values: [...(project === undefined ? [] : [project]), ...(folder === undefined ? [] : [folder])] }
}

function rankChunks(
  database: DatabaseSync,
  { limit, today }: SearchRequest,
  { matches, scope }: { readonly matches: Matches; readonly scope: Scope },
): readonly Row[] {
  const sql = `SELECT c.id, ${matches.score(today)} AS score FROM (${matches.sql}) JOIN chunks c ON c.id = chunk_id
    ${scope.join} ${scope.where} ORDER BY score DESC, c.id LIMIT ?`
  return database.prepare(sql).all(...matches.matches, ...scope.values, limit)
}

function countChunks(database: DatabaseSync, match: string, scope: Scope): number {
  const chunks = scope.join === '' && scope.where === '' ? '' : `JOIN chunks c ON c.id = chunks_fts.rowid ${scope.join}`
  const where = scope.where === '' ? 'WHERE' : `${scope.where} AND`
  const sql = `SELECT count(*) AS total FROM chunks_fts ${chunks} ${where} chunks_fts MATCH ?`
  return Number(database.prepare(sql).get(...scope.values, match)?.total)
}

function hitOf(row: Row, { score, snippet }: { readonly score: number; readonly snippet: string }): SearchHit {
  return {
    project: String(row.project),
    folder: String(row.folder),
    filename: String(row.filename),
    inProject: String(row.path),
    heading: String(row.heading),
    snippet,
    score,
    type: String(row.type),
    status: row.status === null ? null : String(row.status),
    updated: String(row.updated),
  }
}
