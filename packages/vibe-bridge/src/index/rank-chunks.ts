import type { DatabaseSync } from 'node:sqlite'
import type { Folder } from '../workspace/layout.ts'
import { namedProject } from './named-project.ts'
import { matchAll, matchOne, type ParsedQuery, type Unit } from './query.ts'
import { countsOfWords, scoreOfSomeSql, scoreSql } from './ranking.ts'
import type { Tokenizer } from './tokens.ts'
import type { WordCounts } from './word-counts.ts'

export interface ChunkRequest {
  readonly query: ParsedQuery
  readonly project?: string
  readonly folder?: Folder
  /** A date. */
  readonly today: string
}

/** The best chunks of those that match, and how many those are. */
export interface RankedChunks {
  readonly match: 'all' | 'any'
  readonly chunks: number
  /** Best first. */
  readonly best: readonly { readonly id: number; readonly score: number }[]
}

interface Ranking {
  readonly counts: WordCounts
  readonly tokenizer: Tokenizer
  readonly most: number
}

/**
 * Chunks that hold every word, a project's name also by where they lie; when there is none, chunks that hold any, those with the
 * most words first.
 */
export function rankMatching(database: DatabaseSync, request: ChunkRequest, { counts, tokenizer, most }: Ranking): RankedChunks {
  const { query } = request
  const rank = (match: 'all' | 'any', matches: Matches, asked = request): RankedChunks => {
    const scope = scopeOf(database, asked)
    const best = rankChunks(database, { matches, scope, most, today: asked.today })
    const chunks = best.length < most ? best.length : countChunks(database, matches.either, scope)
    return { match, chunks, best: best.map(({ id, score }) => ({ id: Number(id), score: Number(score) })) }
  }
  if (query.wanted.length === 0) return { match: 'all', chunks: 0, best: [] }
  const all = rank('all', allOf(query, counts))
  if (all.chunks > 0 || query.wanted.length === 1) return all
  const named = request.project === undefined ? namedProject(database, query, tokenizer) : undefined
  if (named !== undefined) {
    const inProject = rank('all', allOf(named.query, counts), { ...request, ...named })
    if (inProject.chunks > 0) return inProject
  }
  return rank('any', anyOf(query, counts))
}

type Row = Readonly<Record<string, unknown>>

interface Matches {
  /** A query that gives `chunk_id`, `bm25` and, for some words only, `words`. */
  readonly sql: string
  readonly matches: readonly string[]
  /** Values that the score needs, before those of `sql`. */
  readonly apart: readonly string[]
  readonly score: (today: string) => string
  /** One expression for all of them, for counting. */
  readonly either: string
}

/** Words in headings count more. The columns: heading, body, stems of the heading, stems of the body. */
const BM25 = 'bm25(chunks_fts, 3.0, 1.0, 3.0, 1.0)'
const MATCHED = `SELECT rowid AS chunk_id, ${BM25} AS bm25 FROM chunks_fts WHERE chunks_fts MATCH ?`

function allOf(query: ParsedQuery, counts: WordCounts): Matches {
  const match = matchAll(query)
  const apart = query.wanted.flatMap((unit) => lookAlikes(unit, counts) ?? [])
  const factor = query.wanted.length === 1 ? ANOTHER_WORD : ANOTHER_AMONG_WORDS
  const score = (today: string) => [scoreSql(today), ...apart.map(() => alikeSql('c.id', factor))].join(' * ')
  return { sql: MATCHED, matches: [match], apart, score, either: match }
}

/** bm25 is a sum over words, so the sum over one query a word is the bm25 of them all. */
function anyOf(query: ParsedQuery, counts: WordCounts): Matches {
  const words = query.wanted.map((unit) => matchOne(unit, query))
  const worth = countsOfWords(
    words.map((match) => counts.holders(match)),
    counts.chunks,
  )
  const each = query.wanted.map((unit, at) => {
    const alike = lookAlikes(unit, counts)
    const factor = alike === undefined ? '1' : alikeSql('rowid', ANOTHER_AMONG_WORDS)
    const sql = `SELECT rowid AS chunk_id, ${BM25} * f AS bm25, ${worth[at]} * f AS worth FROM chunks_fts WHERE chunks_fts MATCH ?`
    return {
      sql: sql.replaceAll('* f ', `* ${factor} `),
      values: alike === undefined ? [words[at]!] : [alike, alike, words[at]!],
    }
  })
  const held = worth.filter((count) => count > 0)
  const least = held.length === 0 ? 1 : Math.min(...held)
  return {
    sql: `SELECT chunk_id, sum(bm25) AS bm25, sum(worth) AS words FROM (${each.map(({ sql }) => sql).join(' UNION ALL ')}) GROUP BY chunk_id`,
    matches: each.flatMap(({ values }) => values),
    apart: [],
    score: (today) => scoreOfSomeSql(today, least),
    either: words.map((match) => `(${match})`).join(' OR '),
  }
}

/** What a chunk's score is worth that does not hold the word asked for but another one of the same stem: after all that do. */
const ANOTHER_WORD = 0.02
/** The same where other words say what is meant. */
const ANOTHER_AMONG_WORDS = 0.5

/** An expression for chunks with another word of the unit's stem only, if there are any, and chunks with the word itself. */
function lookAlikes({ itself, lookAlike }: Unit, counts: WordCounts): string | undefined {
  if (itself === undefined || lookAlike === undefined) return undefined
  return counts.holders(itself) > 0 && counts.holders(lookAlike) > 0 ? lookAlike : undefined
}

function alikeSql(id: string, factor: number): string {
  return `(CASE WHEN ${id} IN (SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ?) THEN ${factor} ELSE 1 END)`
}

/** Conditions on a chunk `c`, and the join they need: none when every chunk in the index may be seen. */
interface Scope {
  readonly join: string
  readonly where: string
  readonly values: readonly string[]
}

function scopeOf(database: DatabaseSync, { project, folder }: ChunkRequest): Scope {
  const stale = database.prepare("SELECT value FROM counters WHERE name = 'stale'").get()?.value !== 0
  const filters = [...(project === undefined ? [] : ['p.name = ?']), ...(folder === undefined ? [] : ['c.folder = ?'])]
  const join = stale || project !== undefined ? 'JOIN projects p ON p.id = c.project_id AND p.generation = c.generation' : ''
  const where = filters.length === 0 ? '' : `WHERE ${filters.join(' AND ')}`
  return { join, where, values: [...(project === undefined ? [] : [project]), ...(folder === undefined ? [] : [folder])] }
}

function rankChunks(
  database: DatabaseSync,
  {
    matches,
    scope,
    most,
    today,
  }: { readonly matches: Matches; readonly scope: Scope; readonly most: number; readonly today: string },
): readonly Row[] {
  const sql = `SELECT c.id, ${matches.score(today)} AS score FROM (${matches.sql}) JOIN chunks c ON c.id = chunk_id
    ${scope.join} ${scope.where} ORDER BY score DESC, c.id LIMIT ?`
  return database.prepare(sql).all(...matches.apart, ...matches.matches, ...scope.values, most)
}

function countChunks(database: DatabaseSync, match: string, scope: Scope): number {
  const chunks = scope.join === '' && scope.where === '' ? '' : `JOIN chunks c ON c.id = chunks_fts.rowid ${scope.join}`
  const where = scope.where === '' ? 'WHERE' : `${scope.where} AND`
  const sql = `SELECT count(*) AS total FROM chunks_fts ${chunks} ${where} chunks_fts MATCH ?`
  return Number(database.prepare(sql).get(...scope.values, match)?.total)
}
