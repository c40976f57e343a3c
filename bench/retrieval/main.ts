import { execFileSync, type StdioOptions } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { barChart } from '../chart.ts'
import { enginesFor } from './engines/all.ts'
import { shoko } from './engines/shoko.ts'
import { type JudgedSet, loadSet, missingSets, setNames } from './judged-sets.ts'
import type { Measurement } from './measure.ts'
import { Progress } from './progress.ts'
import { markdownReport, qualityRows, table } from './report.ts'
import { robustnessNotes } from './robustness.ts'

/**
 * Measures every engine on every judged set and writes docs/retrieval.md. For a quick look at a part of it:
 * `--sets xquad-es,k8s-es --engines shoko,fts5 --no-write` (engines by the beginning of their names).
 */
const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: setNames.join(',') },
    engines: { type: 'string' },
    'no-write': { type: 'boolean', default: false },
    /** Where figures are kept between the parts of a run, and how long a part may go on measuring. */
    state: { type: 'string' },
    seconds: { type: 'string', default: '100000' },
  },
})

/**
 * All questions of a smaller set are answered in a tenth of a second, too little to tell one engine from another: all engines are
 * measured in turn, so many times over, and the row with the middle time counts.
 */
const SMALL = 300
const ROUNDS = 5

const wanted = values.sets.split(',')
const missing = missingSets(wanted)
if (missing.length > 0) {
  process.stdout.write(
    `Judged sets that are missing: ${missing.join(', ')}. Expected as ../shared/data/<name>.json.gz beside the repository.\n`,
  )
}
const sets = wanted.filter((name) => !missing.includes(name)).map(loadSet)
if (sets.length > 0) await run()

async function run(): Promise<void> {
  const progress = new Progress(values.state, Number(values.seconds))
  const qmdFolder = values.state === undefined ? mkdtempSync(join(tmpdir(), 'shoko-bench-qmd-')) : `${values.state}.qmd`
  const { engines, isQmdMissing } = await enginesFor({ qmdFolder, wants })
  const notInstalled = isQmdMissing ? ['`@tobilu/qmd` could not be installed in this run.'] : []
  for (const set of sets) {
    const left = engines.map(({ name }) => name).filter((name) => progress.row(name, set.name) === undefined)
    if (left.length > 0 && progress.isOver) return tellUnfinished()
    for (const row of measureInTurn(left, set, qmdFolder)) progress.addRow(row)
    if (progress.notes(set.name) !== undefined) continue
    if (progress.isOver) return tellUnfinished()
    progress.addNotes(set.name, await robustnessNotes(shoko, [set]))
  }
  if (values.state === undefined) rmSync(qmdFolder, { recursive: true, force: true })
  const notes = [...notInstalled, ...sets.flatMap(({ name }) => progress.notes(name) ?? [])]
  const rows = engines.flatMap(({ name }) => progress.rows.filter(({ engine }) => engine === name))
  process.stdout.write(`\n${table(rows, sets, ({ ndcg10 }) => ndcg10.toFixed(4))}\n\n${notes.join('\n')}\n`)
  if (values['no-write']) return
  const docs = join(import.meta.dirname, '../../docs')
  writeFileSync(join(docs, 'retrieval.md'), markdownReport(rows, sets, notes))
  const bars = qualityRows(rows).map(({ set, engine, ndcg10 }) => ({ group: set, series: engine, value: ndcg10 }))
  writeFileSync(join(docs, 'retrieval.svg'), barChart('nDCG@10 by judged set and engine', bars))
}

function tellUnfinished(): void {
  process.stdout.write('Time is up; the same command goes on from here.\n')
}

function measureInTurn(engines: readonly string[], set: JudgedSet, qmdFolder: string): Measurement[] {
  const rounds = Array.from({ length: set.docs.length < SMALL ? ROUNDS : 1 }, () =>
    engines.map((engine) => measuredApart(engine, set.name, qmdFolder)),
  )
  const rows = engines.map((_, place) => typical(rounds.map((round) => round[place]!)))
  for (const row of rows) tell(row)
  return rows
}

/** The row with the middle time. */
function typical(rows: readonly Measurement[]): Measurement {
  return rows.toSorted((a, b) => a.p50 - b.p50)[rows.length >> 1]!
}

function tell({ engine, set, ndcg10, mrr10, recall5, p50, p95, indexMs, memoryMb }: Measurement): void {
  const quality = `nDCG@10 ${ndcg10.toFixed(4)}  MRR@10 ${mrr10.toFixed(4)}  R@5 ${recall5.toFixed(4)}`
  const cost = `p50 ${p50.toFixed(2)} p95 ${p95.toFixed(2)} ms  index ${(indexMs / 1000).toFixed(2)} s  ${memoryMb.toFixed(0)} MB`
  process.stdout.write(`${set.padEnd(13)} ${engine.padEnd(28)} ${quality}  ${cost}\n`)
}

function measuredApart(engine: string, set: string, qmdFolder: string): Measurement {
  const script = join(import.meta.dirname, 'one.ts')
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit']
  const printed = execFileSync(process.execPath, [...process.execArgv, script, engine, set, qmdFolder], {
    encoding: 'utf8',
    stdio,
  })
  return JSON.parse(printed) as Measurement // what it prints
}

function wants(engine: string): boolean {
  return (
    values.engines === undefined || values.engines.split(',').some((name) => engine.toLowerCase().startsWith(name.toLowerCase()))
  )
}
