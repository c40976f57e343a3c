import { analyseChannels, choosePassages, createRanker, fold, normalize, queryTerms, slugify } from '@shoko/search'
import fc from 'fast-check'
import { openDatabase } from '../../../packages/vibe-bridge/src/index/database.ts'
import { matchAll, matchOne, parseQuery } from '../../../packages/vibe-bridge/src/index/query.ts'
import { createTokenizer } from '../../../packages/vibe-bridge/src/index/tokens.ts'
import { SYNTAX } from '../../../packages/vibe-bridge/test/random-queries.ts'
import { defineRun, type RunOrder, type RunOutcome } from '../run.ts'
import { fuzz, rule } from './campaign.ts'
import { TRICKS, textOf } from './texts.ts'

const WORDS = [
  ...TRICKS,
  ' ',
  ' ',
  ...SYNTAX,
  'betas',
  'corriendo',
  '検索',
  '機能を',
  'テスト',
  'NULL',
  '{heading}',
  'body:',
  '“',
  '”',
  "'; DROP TABLE documents; --",
]
const queries = textOf(WORDS, 8)

export const run = defineRun('fuzz-queries', fuzzQueries, { full: { inputs: 1_000_000 }, expectedSeconds: 100, cores: 1 })

async function fuzzQueries(order: RunOrder): Promise<RunOutcome> {
  const tokenizer = createTokenizer()
  const database = openDatabase(':memory:')
  database.exec(
    "INSERT INTO chunks_fts (rowid, heading, body, heading_stems, body_stems) VALUES (1, 'alpha', 'betas 検索 索機', 'alpha', 'beta')",
  )
  const find = database.prepare('SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ?')
  const ranker = smallRanker()
  try {
    const rules = [
      rule('no query is an SQL error', queries, (query) => {
        const parsed = parseQuery(query, tokenizer)
        if (parsed.wanted.length === 0) return
        find.all(matchAll(parsed))
        for (const unit of parsed.wanted.slice(0, 2)) find.all(matchOne(unit, parsed))
      }),
      rule('normalizing and folding twice changes nothing', queries, (query) => {
        const once = normalize(query.replaceAll(/[ßẞ]\p{M}+/gu, 'ß')) // an accent on it would move to its second half
        return normalize(once) === once && fold(fold(query)) === fold(query)
      }),
      rule('the words of any text can be found', queries, (query) => {
        analyseChannels(query)
        return queryTerms(query).every(({ text }) => text !== '')
      }),
      rule('passages of any text are verbatim and within their limits', fc.tuple(queries, queries), ([query, text]) => {
        const passages = choosePassages(query, [{ text }], { maxChars: 40 })
        return passages.every((passage) => passage.text.length <= 40 && text.slice(passage.start, passage.end) === passage.text)
      }),
      rule('the ranking answers any query', queries, (query) =>
        ranker.search(query, { limit: 5 }).every(({ score }) => Number.isFinite(score)),
      ),
      rule('a slug is one plain segment', queries, (title) => {
        const slug = slugify(title, { maxChars: 80, maxBytes: 200, fallback: 'card' })
        return slug !== '' && !/[/\\.\p{Cc}\s]/u.test(slug) && Buffer.byteLength(slug) <= 200 && slug.isWellFormed()
      }),
    ]
    return await fuzz(order, { rules, inputs: order.counts.inputs! })
  } finally {
    database.close()
  }
}

function smallRanker() {
  const ranker = createRanker()
  const texts = ['alpha betas 検索機能のテスト', 'corriendo la canción del ñandú', 'the constructor of 日本語 null']
  for (const [at, text] of texts.entries()) ranker.add({ key: `${at}.md`, title: text, sections: [{ headings: [text], text }] })
  return ranker
}
