import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, release, type as systemName } from 'node:os'
import type { RunResult } from './execute.ts'
import type { TortureRun } from './run.ts'
import { testScaleOf } from './test-scale.ts'

const BEGIN = '<!-- torture:begin -->'
const END = '<!-- torture:end -->'

/** The published table: one row a run, in the order of the list. */
export function renderTable(runs: readonly TortureRun[], results: readonly RunResult[]): string {
  const rows = runs.flatMap((run) => {
    const result = results.find(({ name }) => name === run.name)
    return result === undefined ? [] : [row(run, result)]
  })
  const [first] = results
  const total = results.reduce((sum, { seconds }) => sum + seconds, 0)
  const head = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${systemName()} ${release()}, ${availableParallelism()} cores`
  return [
    `${head}; seed ${first?.seed}, scale ${first?.scale}; ${Math.round(total)} seconds of runs, some of them two at a time.`,
    '',
    '| run | what must hold | figures | broken | seconds | part in the test command |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function row(run: TortureRun, { figures, failures, skipped, seconds }: RunResult): string {
  const shown = Object.entries(figures).map(
    ([key, value]) => `${key}: ${typeof value === 'number' ? value.toLocaleString('en') : value}`,
  )
  const broken = skipped === undefined ? String(failures.length) : `not run: ${skipped}`
  return `| ${[run.name, run.promise, shown.join('; '), broken, Math.round(seconds), `${100 * testScaleOf(run)} %`].map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
}

/** Puts the table between its two marks. */
export function writeDocs(path: string, table: string): void {
  const text = readFileSync(path, 'utf8')
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (from === -1 || to < from) throw new Error(`${path} has no place for the table`)
  writeFileSync(path, `${text.slice(0, from + BEGIN.length)}\n${table}\n${text.slice(to)}`)
}
