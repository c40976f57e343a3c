import { DatabaseSync } from 'node:sqlite'
import { analyseChannels } from '@shoko/search'
import type { JudgedDocument } from '../judged-sets.ts'
import type { Engine } from './engine.ts'

interface Variant {
  readonly name: string
  /** What is fetched of each document found, and of how many; the rowids of the best ten by default. */
  readonly fetched?: { readonly columns: string; readonly limit: number }
  readonly tokenizer: string
  readonly text: (source: string) => string
  readonly terms: (query: string) => readonly string[]
}

export const fts5Unicode: Engine = fts5Engine({
  name: 'FTS5 unicode61',
  tokenizer: 'unicode61',
  text: (source) => source,
  terms: (query) => query.split(/[^\p{L}\p{N}]+/u).filter(Boolean),
})

export const fts5Trigram: Engine = fts5Engine({
  name: 'FTS5 trigram',
  tokenizer: 'trigram',
  text: (source) => source,
  terms: (query) => query.split(/[^\p{L}\p{N}]+/u).flatMap(trigrams),
})

const ANALYSED = {
  tokenizer: `unicode61 remove_diacritics 0 tokenchars '${[...'_-.+#@/:'].join('')}'`,
  text: analysed,
  terms: (query: string) => analysed(query).split(' ').filter(Boolean),
}

/** FTS5 over the very tokens that our index gets: the measure for speed. */
export const fts5Analysed: Engine = fts5Engine({ name: 'FTS5 + our analyser', ...ANALYSED })

/** The same asked for what manual_find has to give: as many candidates, each with title, heading and score. Its ranking is that of the other. */
export const fts5Candidates: Engine = fts5Engine({
  name: 'FTS5 + our analyser, 200 rows',
  fetched: { columns: 'rowid, title, heading, bm25(docs, 3, 2, 1) AS score', limit: 200 },
  ...ANALYSED,
})

function fts5Engine({ name, tokenizer, text, terms, fetched = { columns: 'rowid', limit: 10 } }: Variant): Engine {
  return {
    name,
    async open(set) {
      const db = new DatabaseSync(':memory:')
      db.exec(`CREATE VIRTUAL TABLE docs USING fts5(title, heading, body, tokenize = "${tokenizer}")`)
      const insert = db.prepare('INSERT INTO docs (rowid, title, heading, body) VALUES (?, ?, ?, ?)')
      db.exec('BEGIN')
      for (const [index, doc] of set.docs.entries()) insert.run(index + 1, ...columns(doc, text))
      db.exec('COMMIT')
      // bm25() is negative: the best comes first in ascending order.
      const { columns: wanted, limit } = fetched
      const order = 'ORDER BY bm25(docs, 3, 2, 1), rowid'
      const select = db.prepare(`SELECT ${wanted} FROM docs WHERE docs MATCH ? ${order} LIMIT ${limit}`)
      return {
        async search(query) {
          const quoted = [...new Set(terms(query))].map((term) => `"${term.replaceAll('"', '""')}"`)
          const rows = quoted.length === 0 ? [] : select.all(quoted.join(' OR '))
          return async () => rows.slice(0, 10).map(({ rowid }) => Number(rowid) - 1)
        },
        close: async () => db.close(),
      }
    },
  }
}

function columns({ title, heading, text: body }: JudgedDocument, text: (source: string) => string): [string, string, string] {
  return [text(title), text(heading), text(body)]
}

function analysed(source: string): string {
  const { words, grams } = analyseChannels(source)
  return `${words.join(' ')} ${grams.join(' ')}`
}

function trigrams(word: string): string[] {
  const letters = [...word]
  if (letters.length < 3) return []
  return letters.slice(2).map((letter, index) => `${letters[index]}${letters[index + 1]}${letter}`)
}
