import { readFileSync, writeFileSync } from 'node:fs'
import type { RunResult } from './execute.ts'
import type { TortureRun } from './run.ts'

const BEGIN = '<!-- torture:begin -->'
const END = '<!-- torture:end -->'

/** The published table: one row a run, in the order of the list; what has not been run says so. */
export function renderTable(runs: readonly TortureRun[], results: readonly RunResult[]): string {
  const total = results.reduce((sum, { seconds }) => sum + seconds, 0)
  const unique = (facts: readonly string[]) => [...new Set(facts)].sort().join(' and ')
  const head = [
    `${unique(results.map(({ at }) => at.slice(0, 10)))}, ${unique(results.map(({ on }) => on))}`,
    `seed ${unique(results.map(({ seed }) => String(seed)))}, scale ${unique(results.map(({ scale }) => String(scale)))}`,
    `${results.length} of ${runs.length} runs, ${Math.round(total)} seconds`,
  ]
  return [
    results.length === 0 ? 'Nothing has been run yet.' : `${head.join('; ')}.`,
    '',
    '| run | what must hold | figures | broken | seconds |',
    '|---|---|---|---|---|',
    ...runs.map((run) =>
      row(
        run,
        results.find(({ name }) => name === run.name),
      ),
    ),
  ].join('\n')
}

function row(run: TortureRun, result: RunResult | undefined): string {
  const shown = Object.entries(result?.figures ?? {}).map(
    ([key, value]) => `${key}: ${typeof value === 'number' ? value.toLocaleString('en') : value}`,
  )
  const cells = [run.name, run.promise, shown.join('; '), brokenOf(result), Math.round(result?.seconds ?? 0) || '']
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
}

function brokenOf(result: RunResult | undefined): string {
  if (result === undefined) return 'not run yet'
  return result.skipped === undefined ? String(result.failures.length) : `not run: ${result.skipped}`
}

/** Puts the table between its two marks. */
export function writeDocs(path: string, table: string): void {
  const text = readFileSync(path, 'utf8')
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (from === -1 || to < from) throw new Error(`${path} has no place for the table`)
  writeFileSync(path, `${text.slice(0, from + BEGIN.length)}\n${table}\n${text.slice(to)}`)
}
