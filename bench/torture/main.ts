/**
 * `npm run torture -- [--only name,…] [--scale 0.1] [--seconds 25] [--seed 7] [--state folder] [--fresh] [--write-docs] [--report]`
 *
 * About an hour on two cores. What has passed is written down and not repeated when the command is given again; `--fresh`
 * forgets it. `--seconds` makes runs that would take longer smaller. `--report` runs nothing and tells of what has been run so far; `--write-docs` puts that into the documentation.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { origin, type RunResult, repeatLine } from './execute.ts'
import { openLedger } from './ledger.ts'
import type { TortureRun } from './run.ts'
import { loadRuns } from './runs.ts'
import { renderTable, writeDocs } from './table.ts'

const root = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    scale: { type: 'string', default: '1' },
    seconds: { type: 'string', default: 'Infinity' },
    seed: { type: 'string' },
    state: { type: 'string', default: join(root, '.torture') },
    fresh: { type: 'boolean', default: false },
    'write-docs': { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
})
const scale = Number(values.scale)
if (!(scale > 0)) throw new Error('--scale: a number above 0')
const scaleOf = (run: TortureRun) => Math.min(scale, Number(values.seconds) / run.expectedSeconds)
const wanted = await loadRuns(values.only?.split(',').map((name) => name.trim()))
const state = resolve(values.state)
mkdirSync(state, { recursive: true })
const ledger = openLedger(join(state, 'results.json'), {
  scale,
  fresh: values.fresh,
  ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
})
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

// The runs drive the built programs, which must be those of this source.
if (
  !values.report &&
  spawnSync('npm', ['run', 'build', '--silent'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0
)
  throw new Error('the build failed')

const left = values.report ? [] : wanted.filter((run) => !ledger.hasPassed(run.name))
const minutes = left.reduce((sum, run) => sum + (run.expectedSeconds * scaleOf(run)) / (run.cores === 1 ? 2 : 1), 0) / 60
console.log(
  `seed ${ledger.seed}, scale ${scale}: ${left.length} of ${wanted.length} runs to do, about ${Math.ceil(minutes)} minutes`,
)
for (const run of left.filter(({ cores }) => cores !== 1)) await perform(run)
const single = left.filter(({ cores }) => cores === 1)
const performNext = async () => {
  for (let run = single.shift(); run !== undefined; run = single.shift()) await perform(run)
}
await Promise.all([performNext(), performNext()])

const results = wanted.flatMap((run) => ledger.resultOf(run.name) ?? [])
console.log(`\n${renderTable(wanted, results)}`)
if (values['write-docs']) {
  const all = await loadRuns()
  const known = all.flatMap((run) => ledger.resultOf(run.name) ?? [])
  writeDocs(join(root, 'docs/reliability.md'), renderTable(all, known))
}
const failed = results.filter(({ failures }) => failures.length > 0)
const skipped = results.filter((result) => result.skipped !== undefined)
for (const result of skipped) console.log(`NOT RUN, the machine does not allow it: ${result.name}: ${result.skipped}`)
console.log(`${results.length - failed.length - skipped.length} passed, ${failed.length} failed, ${skipped.length} not run`)
process.exit(failed.length === 0 && results.length === wanted.length ? 0 : 1)

async function perform(run: TortureRun): Promise<void> {
  if (stop.signal.aborted) return
  const { name } = run
  console.log(`${clock()} ${name}: begins`)
  const result = await performApart(name, scaleOf(run))
  if (stop.signal.aborted) return
  ledger.put(result)
  const verdict = result.skipped !== undefined ? `NOT RUN: ${result.skipped}` : result.failures.length === 0 ? 'passed' : 'FAILED'
  console.log(`${clock()} ${name}: ${verdict} after ${Math.round(result.seconds)} s ${JSON.stringify(result.figures)}`)
  for (const { what, repeat } of result.failures.slice(0, 20)) console.log(`  ${what}\n  again: ${repeat ?? repeatLine(result)}`)
}

/** In a process of its own: a run may block its thread, and one that dies must not take the others with it. */
async function performApart(name: string, size: number): Promise<RunResult> {
  const args = [
    '--conditions=shoko-source',
    join(import.meta.dirname, 'one.ts'),
    name,
    String(size),
    String(ledger.seed),
    join(state, 'work'),
  ]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit', 'pipe'] })
  const end = () => child.kill('SIGTERM')
  stop.signal.addEventListener('abort', end, { once: true })
  let answer = ''
  child.stdio[3]?.on('data', (data: Buffer) => (answer += data.toString('utf8')))
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.trimEnd().split('\n')) console.log(`${clock()} ${name}: ${line}`)
  })
  await once(child, 'close')
  stop.signal.removeEventListener('abort', end)
  if (answer !== '') return JSON.parse(answer) as RunResult
  const what = `its process ended with ${child.exitCode ?? child.signalCode}`
  return { ...origin(name, { scale: size, seed: ledger.seed }), seconds: 0, figures: {}, failures: [{ what }] }
}

function clock(): string {
  return new Date().toISOString().slice(11, 19)
}
