import { oneLine } from '@shoko/contract'
import { ConfigError, configFromProcess, type LoadedConfig } from '@shoko/mcp-shell'
import { withUserSettings } from '../setup/user-settings.ts'
import { out } from '../terminal/output.ts'
import { columnsOf, paint, type Tone } from '../terminal/paint.ts'
import { progressLine } from '../terminal/progress.ts'
import { wrapCells } from '../terminal/width.ts'
import { type Check, checkEverything } from './doctor-checks.ts'
import { checkClients } from './doctor-clients.ts'
import { whereToCorrect } from './doctor-settings.ts'
import { thisMachine } from './this-machine.ts'

const marks: Readonly<Record<Check['status'], { readonly text: string; readonly tone: Tone }>> = {
  ok: { text: 'ok      ', tone: 'good' },
  missing: { text: 'missing ', tone: 'warn' },
  problem: { text: 'PROBLEM ', tone: 'bad' },
  skipped: { text: 'skipped ', tone: 'warn' },
}

/** One line a check, and one line that says what to do about it. Exit code 1 when something is wrong, 2 when the settings are. */
export async function doctor(argv: readonly string[]): Promise<number> {
  if (argv.includes('--quality')) return (await import('./quality.ts')).quality(withUserSettings(argv, thisMachine()))
  if (argv.includes('--memory')) return (await import('./doctor-memory.ts')).memory(argv)
  const checks = await diagnose(argv)
  const broken = checks.some(({ status }) => status === 'problem')
  if (argv.includes('--json')) out.write(`${JSON.stringify({ ok: !broken, checks }, null, 2)}\n`)
  else out.write(checks.map(checkLines).join(''))
  if (checks.some(({ name, status }) => name === 'settings' && status === 'problem')) return 2
  return broken ? 1 : 0
}

/** A project's file came with the project: what it names runs only when somebody says so. */
const START_PROJECT_SERVERS = '--start-project-servers'
const FLAGS = ['--json', START_PROJECT_SERVERS]

/** Where the details begin. */
const INDENT = 25

function checkLines({ status, name, detail, fix }: Check): string {
  const { text, tone } = marks[status]
  const fitted = wrapCells(oneLine(detail), { columns: columnsOf() - INDENT, indent: 0 }).replaceAll(
    '\n',
    `\n${' '.repeat(INDENT)}`,
  )
  const advice = fix === undefined ? '' : `${' '.repeat(INDENT)}${paint('quiet', '->')} ${oneLine(fix)}\n`
  return `${paint(tone, text)}${name.padEnd(16)} ${fitted}\n${advice}`
}

async function diagnose(argv: readonly string[]): Promise<readonly Check[]> {
  const progress = progressLine()
  try {
    const settings = await checkSettings(argv)
    return [
      ...settings,
      ...(await checkClients(thisMachine(), {
        report: progress.report,
        startsProjectServers: argv.includes(START_PROJECT_SERVERS),
      })),
    ]
  } finally {
    progress.end()
  }
}

function superfluous(word: string): Check {
  const detail = `doctor takes flags only (got ${JSON.stringify(word)})`
  return { name: 'settings', status: 'problem', detail, fix: 'leave that word out' }
}

async function checkSettings(argv: readonly string[]): Promise<readonly Check[]> {
  const all = withUserSettings(argv, thisMachine())
  const added = all.slice(0, all.length - argv.length)
  let loaded: LoadedConfig
  try {
    loaded = configFromProcess(all.filter((word) => !FLAGS.includes(word)))
    if (loaded.rest.length > 0) return [superfluous(loaded.rest[0]!)]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((problem) => ({
      name: 'settings',
      status: 'problem' as const,
      detail: problem,
      fix: whereToCorrect(problem, all),
    }))
  }
  return checkEverything(loaded, added)
}
