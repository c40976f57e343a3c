import type { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomQueries } from '../../test/random-queries.ts'
import { readDocument } from '../workspace/document.ts'
import { addressOf } from '../workspace/layout.ts'
import { openDatabase } from './database.ts'
import { documentRow } from './document-row.ts'
import { matchAll, matchOne, parseQuery } from './query.ts'
import { createSearcher } from './search.ts'
import { createStore } from './store.ts'
import { createTokenizer } from './tokens.ts'

const tokenizer = createTokenizer()

function openIndex(text: string): DatabaseSync {
  const database = openDatabase(':memory:')
  const address = addressOf({ project: 'p', folder: 'scratch', filename: 'x.md' })
  const state = { size: 1, mtimeMs: 1, ctimeMs: 1, hash: '' }
  createStore(database).put([
    { row: documentRow(readDocument(address, { text, mtimeMs: 1 }), state, tokenizer), seen: undefined },
  ])
  return database
}

function count(database: DatabaseSync, query: string): number {
  return answer(stepsOf(database, query, { offset: 0, limit: 5 })).chunks
}

function stepsOf(database: DatabaseSync, query: string, page: { readonly offset: number; readonly limit: number }) {
  return createSearcher(tokenizer).search(database, { query: parseQuery(query, tokenizer), ...page, today: '2026-11-13' })
}

function answer<T>(steps: Iterator<undefined, T>, between = () => {}): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    between()
  }
}

describe('a search', () => {
  it('is made in steps, of which only the first reads the database', () => {
    const sections = Array.from({ length: 50 }, (_, at) => `# Part ${at}\n\n${'needle in the hay. '.repeat(100)}\n`)
    const [whole, closed] = [openIndex(sections.join('\n')), openIndex(sections.join('\n'))]
    for (const page of [
      { offset: 0, limit: 10 },
      { offset: 30, limit: 15 },
    ]) {
      const steady = stepsOf(closed, 'needle', page)
      steady.next()
      closed.exec('BEGIN; DELETE FROM chunk_bodies')
      const { hits } = answer(steady)
      closed.exec('ROLLBACK')
      expect(hits).toHaveLength(page.limit)
      let steps = 0
      expect(answer(stepsOf(whole, 'needle', page), () => steps++).hits).toEqual(hits)
      // Twenty chunks are taken apart, and most of them searched by themselves.
      expect(steps).toBeGreaterThan(30)
    }
  })
})

describe('a query', () => {
  it('is never an SQL error, whatever it holds', () => {
    const database = openIndex('# One\n\nalpha beta 検索 機能 canción\n')
    const select = database.prepare('SELECT count(*) FROM chunks_fts WHERE chunks_fts MATCH ?')
    // A throw of SQLite's fails the test by itself; an assertion for each would take longer than the queries.
    for (const text of randomQueries(20_000)) {
      const query = parseQuery(text, tokenizer)
      if (query.wanted.length === 0) continue
      select.get(matchAll(query))
      select.get(matchOne(query.wanted.at(-1)!, query))
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(count(database, text)).toBeGreaterThanOrEqual(0)
      }),
    )
    database.close()
  }, 60_000)

  it('finds every part of a Japanese text, and every word of a Spanish one without its accents', () => {
    const text = 'オフライン同期機能の重複をなくす𠮷野家ー々ｶﾞ'
    const japanese = openIndex(`# x\n\n${text}\n`)
    const characters = Array.from(text)
    fc.assert(
      fc.property(fc.nat(characters.length - 1), fc.integer({ min: 1, max: 8 }), (start, length) => {
        const part = characters.slice(start, start + length).join('')
        // A half-width voicing mark alone belongs to the letter before it.
        fc.pre(!/^\uff9e/.test(part) && !/ｶ$/.test(part))
        expect([part, count(japanese, `"${part}"`)]).toEqual([part, 1])
      }),
    )
    const spanish = openIndex('# x\n\nLa canción del jardín, los árboles y la búsqueda rápida\n')
    for (const word of ['cancion', 'canciones', 'jardin', 'arbol', 'busquedas', 'RAPIDA'])
      expect([word, count(spanish, word)]).toEqual([word, 1])
  })

  it('drops grammar, unless there is nothing else', () => {
    expect(parseQuery('the search of the index', tokenizer).wanted).toHaveLength(2)
    expect(parseQuery('the', tokenizer).wanted).toHaveLength(1)
  })

  it('takes a hyphen inside a word, alone, or before another hyphen for text', () => {
    for (const query of ['state-of-the-art', '-', '--full', 'a - b']) expect(parseQuery(query, tokenizer).unwanted).toEqual([])
    expect(parseQuery('alpha -beta -"a phrase" -pre*', tokenizer).unwanted).toHaveLength(3)
  })

  it('loses no word beside a quote', () => {
    expect(parseQuery('"alpha beta"gamma', tokenizer).wanted).toHaveLength(2)
    expect(parseQuery('"alpha beta', tokenizer).wanted).toHaveLength(2)
  })

  it('keeps characters together that the segmenter does not know', () => {
    const { wanted } = parseQuery('蔵螺杵', tokenizer)
    expect(wanted.map(({ match }) => match).join()).toContain('蔵螺 螺杵')
  })

  it('is bounded, however long', () => {
    const { wanted } = parseQuery(Array.from({ length: 5000 }, (_, at) => `w${at}`).join(' '), tokenizer)
    expect(wanted.length).toBeLessThanOrEqual(32)
  })

  it('puts letters, digits, marks and symbols beyond ASCII into the expression, and nothing else of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const query = parseQuery(text, tokenizer)
        const expressions = [matchAll(query), ...query.wanted.map((unit) => matchOne(unit, query))]
        for (const quoted of expressions.join(' ').matchAll(/"([^"]*)"/g))
          expect(quoted[1]).toMatch(/^[\p{L}\p{M}\p{N}\p{S}\p{Co}\p{Extended_Pictographic} ]*$/u)
        expect(expressions.join(' ').replaceAll(/"[^"]*"/g, '')).toMatch(/^[\w(){}:* ]*$/)
      }),
    )
  })
})
