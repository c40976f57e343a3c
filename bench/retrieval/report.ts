import { fts5Analysed, fts5Candidates } from './engines/fts5.ts'
import { miniSearchAnalysed } from './engines/minisearch.ts'
import { shoko, shokoRanker } from './engines/shoko.ts'
import type { JudgedSet } from './judged-sets.ts'
import type { Measurement } from './measure.ts'

/** docs/retrieval.md, written from the figures of one run. */
export function markdownReport(rows: readonly Measurement[], sets: readonly JudgedSet[], notes: readonly string[]): string {
  const ranked = qualityRows(rows)
  return [
    '# Retrieval quality',
    '',
    'Written by `node --expose-gc --conditions=shoko-source bench/retrieval/main.ts`; do not edit. One machine, idle but for this (the',
    'run can be cut into parts with `--state FILE --seconds N`): compare within a column, not with figures from elsewhere. The judged sets (questions over Japanese, Spanish and English',
    'paragraphs, link texts over real documentation) are not part of the project. Shoko is measured through manual_find (claim graph on) and manual_hits with the settings as shipped.',
    '',
    '![nDCG@10 by set and engine](retrieval.svg)',
    '',
    '## nDCG@10',
    '',
    table(ranked, sets, ({ ndcg10 }) => score(ndcg10)),
    '',
    '## MRR@10',
    '',
    table(ranked, sets, ({ mrr10 }) => score(mrr10)),
    '',
    '## Recall@5',
    '',
    table(ranked, sets, ({ recall5 }) => score(recall5)),
    '',
    '## Milliseconds a query, p50 / p95',
    '',
    'Each engine runs in a process of its own and has answered a thousand questions of the other sets in the language before: code is compiled, and nothing of this set is',
    'remembered. On the sets of fewer than 300 documents all engines are measured five times in turn, and the middle counts. Times are of everything that a query needs, its analysis included. Shoko: manual_find with candidates (up to 200), signals, claim graph,',
    'trace and next actions. FTS5 + our analyser: the rowids of the best ten for the same words and grams, from a database in memory;',
    'this is the yardstick. The row below it asks the same database for as much as manual_find gives: 200 rows with title, heading and score.',
    missedBy(rows, sets),
    '',
    table(timedRows(rows), sets, ({ p50, p95 }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`),
    '',
    '## Index: seconds / MB of heap and buffers',
    '',
    'Engines that index files (shoko, qmd) find them written; reading and parsing them, and a first answer, are in their time. The ranking index alone gets its documents as the',
    'libraries do.',
    builtBy(rows, sets),
    '',
    table(indexRows(rows), sets, ({ indexMs, memoryMb }) => `${(indexMs / 1000).toFixed(2)} / ${memoryMb.toFixed(0)}`),
    '',
    ...notes.map((note) => `- ${note}`),
    '',
  ].join('\n')
}

/** An engine that stands there for what it costs ranks as another does. */
export function qualityRows(rows: readonly Measurement[]): readonly Measurement[] {
  return indexRows(rows).filter(({ engine }) => engine !== shokoRanker.name)
}

function indexRows(rows: readonly Measurement[]): readonly Measurement[] {
  return rows.filter(({ engine }) => engine !== fts5Candidates.name)
}

function builtBy(rows: readonly Measurement[], sets: readonly JudgedSet[]): string {
  const indexMs = (engine: string, set: string) =>
    rows.find((row) => row.engine === engine && row.set === set)?.indexMs ?? Number.NaN
  const times = sets.map(
    ({ name }) => `${name} ${(indexMs(miniSearchAnalysed.name, name) / indexMs(shokoRanker.name, name)).toFixed(1)}`,
  )
  return `It is built so many times as fast as MiniSearch over the same words and grams: ${times.join(', ')}.`
}

/** manual_find is what people wait for; the index below it is a part of that. */
function timedRows(rows: readonly Measurement[]): readonly Measurement[] {
  return rows.filter(({ engine }) => engine !== shokoRanker.name)
}

/** Said by the figures, so that it is true of every run. */
function missedBy(rows: readonly Measurement[], sets: readonly JudgedSet[]): string {
  const p50 = (engine: string, set: string) => rows.find((row) => row.engine === engine && row.set === set)?.p50 ?? Number.NaN
  const slower = (than: string) => sets.map(({ name }) => name).filter((set) => p50(shoko.name, set) > p50(than, set))
  const named = (names: readonly string[]) => (names.length === 0 ? 'no set' : names.join(', '))
  return `By the median, Shoko is slower than the yardstick on ${named(slower(fts5Analysed.name))}, and slower than the row below it on ${named(slower(fts5Candidates.name))}.`
}

export function table(
  rows: readonly Measurement[],
  sets: readonly { readonly name: string }[],
  cell: (row: Measurement) => string,
): string {
  const engines = [...new Set(rows.map(({ engine }) => engine))]
  const head = `| engine | ${sets.map(({ name }) => name).join(' | ')} |`
  const rule = `|---|${sets.map(() => '---').join('|')}|`
  const lines = engines.map((engine) => {
    const cells = sets.map(({ name }) => rows.find((row) => row.engine === engine && row.set === name))
    return `| ${engine} | ${cells.map((row) => (row === undefined ? '–' : cell(row))).join(' | ')} |`
  })
  return [head, rule, ...lines].join('\n')
}

function score(value: number): string {
  return value.toFixed(3).replace(/^0/, '')
}
