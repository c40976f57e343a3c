import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { plainCall } from '@shoko/contract'
import { findInManuals, listHits, openManuals } from '@shoko/manual'
import { analyseChannels, createRanker, loadRanker } from '@shoko/search'
import MiniSearch from 'minisearch'
import { loadSet, missingSets } from './judged-sets.ts'
import { percentile } from './metrics.ts'
import { scaleFiles, writeFiles } from './scale-corpus.ts'

const SETS = ['k8s-en', 'k8s-ja', 'k8s-es', 'squad-es']
const { values } = parseArgs({
  options: { files: { type: 'string', default: '1000,10000' }, build: { type: 'string', default: '1000' } },
})

const missing = missingSets(SETS)
if (missing.length > 0) process.stdout.write(`Judged sets that are missing: ${missing.join(', ')}; the texts are made of them.\n`)
else await run()

async function run(): Promise<void> {
  for (const count of values.files.split(',').filter(Boolean)) await measureManuals(Number(count))
  if (values.build !== '0') measureBuild(Number(values.build))
}

type Manuals = ReturnType<typeof openManuals>

async function measureManuals(count: number): Promise<void> {
  const workPath = mkdtempSync(join(tmpdir(), 'shoko-scale-'))
  const rootPath = join(workPath, 'manuals')
  const textMb = writeFiles(rootPath, scaleFiles(SETS.map(loadSet), count)) / 1e6
  const queries = SETS.flatMap((name) => loadSet(name).queries.slice(0, 100)).map(({ q }) => q)
  globalThis.gc?.()
  const before = residentMb()
  const heldBefore = heldMb()
  tell(`${count} files, ${textMb.toFixed(0)} MB`, '')
  try {
    let reports = 0
    let manuals = openManuals({ root: rootPath, cachePath: join(workPath, 'cache') })
    tell('first index, s', (await timed(() => find(manuals, 'index', () => reports++))) / 1000)
    tell('progress reports during it', reports)
    await measureQueries(manuals, queries)
    globalThis.gc?.()
    tell('heap and buffers over the start, x text', (heldMb() - heldBefore) / textMb)
    tell('resident memory over the start, x text', (residentMb() - before) / textMb)
    await measureEdit(manuals, rootPath)
    await measureBudget(manuals, queries)
    tell('save and close, s', (await timed(() => manuals.close())) / 1000)
    tell('peak resident memory over the start, x text', (process.resourceUsage().maxRSS / 1000 - before) / textMb)
    manuals = openManuals({ root: rootPath, cachePath: join(workPath, 'cache') })
    tell('restart to first answer, s', (await timed(() => find(manuals, 'index'))) / 1000)
    measureLoading(manuals, textMb)
    await manuals.close()
  } finally {
    rmSync(workPath, { recursive: true, force: true })
  }
}

/** The index alone, from bytes in memory; reading them from the disk is part of the restart. */
function measureLoading({ corpus }: Manuals, textMb: number): void {
  const saved = corpus.ranker.save()
  const loads = Array.from({ length: 5 }, () => timedNow(() => loadRanker(saved)))
  tell('size of the saved index, x text', saved.length / 1e6 / textMb)
  tell('loading it, ms a 50 MB of text', (percentile(loads, 0.5) * 50) / textMb)
}

async function measureQueries(manuals: Manuals, queries: readonly string[]): Promise<void> {
  for (const query of queries.slice(0, 50)) await find(manuals, query)
  const finds: number[] = []
  const hits: number[] = []
  for (const query of queries) {
    let traceId = ''
    finds.push(
      await timed(async () => {
        traceId = (await find(manuals, query)).trace_id
      }),
    )
    hits.push(await timed(() => listHits(manuals, { trace_id: traceId, kind: 'integrated_top' })))
  }
  tell('manual_find with claim graph, p50 / p95 ms', pair(finds))
  tell('first manual_hits of a trace, p50 / p95 ms', pair(hits))
}

/** Written behind the server's back: how long until a call finds it. */
async function measureEdit(manuals: Manuals, rootPath: string): Promise<void> {
  writeFileSync(join(rootPath, 'manual-0/added.md'), '# Added\n\nzanahoriazul\n')
  const began = performance.now()
  while ((await find(manuals, 'zanahoriazul')).summary.candidates === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  tell('an edit by somebody else is found after, ms', performance.now() - began)
}

/** Long queries over everything: more than 50 ms can look at. The first of each is asked before anything of it is remembered. */
async function measureBudget(manuals: Manuals, queries: readonly string[]): Promise<void> {
  const sixty = queries.slice(0, 60).join(' ')
  const hard = {
    'a query of 60 questions': sixty,
    'a query of 10,000 characters': queries.toReversed().join(' ').slice(0, 10_000),
    'a query of 10,000 Japanese characters': '環境変数設定方法'.repeat(1_250),
  }
  for (const [name, query] of Object.entries(hard)) {
    const budget = { max_candidates: 100_000, time_ms: 50 }
    const runs: number[] = []
    let traceId = ''
    for (let run = 0; run < 6; run++) {
      runs.push(
        await timed(async () => {
          traceId = (await findInManuals(manuals, { query, budget }, plainCall)).trace_id
        }),
      )
    }
    const { total, items } = await listHits(manuals, { trace_id: traceId, kind: 'unscanned', limit: 1 })
    const [first, ...warm] = runs
    tell(`${name}, time_ms 50: first / slowest of 5, ms`, `${first!.toFixed(1)} / ${Math.max(...warm).toFixed(1)}`)
    tell('files it names as not scanned', `${total} (${String(items[0]?.reason ?? 'none')})`)
  }
  const whole = await timed(() => findInManuals(manuals, { query: sixty, budget: { max_candidates: 100_000 } }, plainCall))
  tell('a query of 60 questions, no limit, ms', whole)
}

/** Both engines index the same words and grams of the same files, analysis included. */
function measureBuild(count: number): void {
  const files = [...scaleFiles(SETS.map(loadSet), count)]
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  tell(`building from ${count} files, ${(bytes / 1e6).toFixed(0)} MB`, '')
  const ranker = createRanker()
  const ours = timedNow(() => {
    for (const { path, text } of files) ranker.add({ key: path, title: path, sections: [{ headings: [], text }] })
  })
  tell('shoko, s', ours / 1000)
  const tokenize = (text: string) => {
    const { words, grams } = analyseChannels(text)
    return [...words, ...grams]
  }
  const index = new MiniSearch({ fields: ['text'], tokenize, processTerm: (term) => term })
  const theirs = timedNow(() => index.addAll(files.map(({ text }, id) => ({ id, text }))))
  tell('MiniSearch, s', theirs / 1000)
  tell('times as fast', theirs / ours)
}

function find(manuals: Manuals, query: string, report: () => void = () => {}) {
  return findInManuals(manuals, { query, include_claim_graph: true }, { ...plainCall, report })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function timedNow(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

function pair(times: readonly number[]): string {
  return `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)}`
}

function tell(what: string, value: number | string): void {
  process.stdout.write(`| ${what.padEnd(66)} | ${typeof value === 'number' ? value.toFixed(2) : value} |\n`)
}

/** With --expose-gc free of garbage. */
function heldMb(): number {
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

function residentMb(): number {
  return process.memoryUsage().rss / 1e6
}
