import { realPathOf } from '@shoko/core-fs'
import type { Client, Machine, Scope, Server } from '../clients/client.ts'
import { clients } from '../clients/clients.ts'
import { type Chosen, chooseByAsking, chooseFromFlags } from '../setup/choose.ts'
import { lookAround } from '../setup/found.ts'
import { type InitOptions, readInitOptions, UsageError } from '../setup/options.ts'
import {
  carryOut,
  isChanging,
  type Outcome,
  type PlannedFile,
  planClient,
  planClientRemoval,
  planSettingsFile,
  planSettingsFileRemoval,
} from '../setup/planned-files.ts'
import { canAsk, type Questions, terminalQuestions, Unanswered } from '../setup/questions.ts'
import { type ServerCommand, serverCommand } from '../setup/server-command.ts'
import { planSettings, userSettingsPath } from '../setup/settings-file.ts'
import { err, out } from '../terminal/output.ts'
import { foundLines, jsonReport, nextLines, outcomeLines, planLines, type Report } from './init-report.ts'
import { thisMachine } from './this-machine.ts'

function thisServerCommand(): ServerCommand {
  return serverCommand({ script: realPathOf(process.argv[1] ?? ''), node: process.execPath, platform: process.platform })
}

/** Finds what is there, asks or takes flags, shows every change before it is made, keeps backups. */
export async function init(argv: readonly string[]): Promise<number> {
  const machine = thisMachine()
  let questions: Questions | undefined
  try {
    const options = readInitOptions(argv, machine)
    if (canAsk() && !options.yes && !options.dryRun && !options.json) questions = terminalQuestions()
    const report = options.uninstall ? await planRemoval(machine, options) : await planSetup({ machine, options, questions })
    return await finish(report, { options, questions })
  } catch (error) {
    if (error instanceof UsageError) return fail(`shoko init: ${error.message}; see shoko help init`, 2)
    if (error instanceof Unanswered) return fail('\nshoko init: nothing was written', 1)
    throw error
  } finally {
    questions?.close()
  }
}

async function planSetup({
  machine,
  options,
  questions,
}: {
  readonly machine: Machine
  readonly options: InitOptions
  readonly questions: Questions | undefined
}): Promise<Report> {
  const found = await lookAround(machine)
  if (!options.json) print(foundLines(found, machine))
  const chosen = await (questions === undefined
    ? chooseFromFlags({ found, options, machine })
    : chooseByAsking({ found, options, machine }, questions))
  refuseNothing(chosen)
  const settings = planSettings(chosen.choice, machine, options.config)
  const launch = thisServerCommand()
  const server: Server =
    options.http === undefined
      ? { kind: 'stdio', command: launch.command, args: [...launch.args, 'stdio', ...settings.flags] }
      : { kind: 'http', url: options.http }
  const entries = await Promise.all(chosen.clients.map((client) => planClient(client, { machine, scope: options.scope, server })))
  const files = [await planSettingsFile(settings), ...entries.filter((entry) => entry !== undefined)]
  return {
    machine,
    found,
    files,
    server,
    why: launch.why,
    notes: chosen.clients.flatMap((client, index) => missingNote(client, entries[index], options)),
  }
}

function refuseNothing({ choice }: Chosen): void {
  if (choice.vault !== undefined || choice.manuals !== undefined || choice.boards.length > 0 || choice.vibe !== undefined) return
  throw new UsageError('found nothing to serve; name a folder, e.g. shoko init --vault ~/notes')
}

function missingNote(client: Client, entry: PlannedFile | undefined, { http, scope }: InitOptions): readonly string[] {
  if (entry !== undefined) return []
  if (http !== undefined && client.without !== undefined) return [`${client.title}: ${client.without}`]
  return scope === 'project' ? [`${client.title}: has no file for a project; use --scope user`] : []
}

async function planRemoval(machine: Machine, options: InitOptions): Promise<Report> {
  const scopes: readonly Scope[] = ['user', 'project']
  const wanted = options.clients ?? clients
  const entries = await Promise.all(wanted.flatMap((client) => scopes.map((scope) => planClientRemoval(client, machine, scope))))
  // Settings go with the last client only: another one may still use them.
  const paths = options.clients === undefined ? [options.config ?? userSettingsPath(machine), `${machine.cwd}/shoko.toml`] : []
  const settings = await Promise.all(paths.map(planSettingsFileRemoval))
  const changing = [...entries, ...settings]
    .filter((file) => file !== undefined)
    .filter(({ change }) => change.kind !== 'nothing')
  // In the home folder the project's file is the user's.
  const files = changing.filter((file, index) => changing.findIndex(({ path }) => path === file.path) === index)
  return { machine, files, notes: [] }
}

async function finish(
  report: Report,
  { options, questions }: { readonly options: InitOptions; readonly questions: Questions | undefined },
): Promise<number> {
  const changing = report.files.filter(isChanging)
  if (!options.json) print(planLines(report))
  const isAgreed = !options.dryRun && (options.yes || (questions !== undefined && (await agree(questions, changing.length))))
  const outcomes: Outcome[] = []
  if (isAgreed) for (const planned of report.files) outcomes.push(await carryOut(planned))
  if (options.json) print([jsonReport(report, outcomes, isAgreed)])
  else if (isAgreed) print([...outcomeLines(report, outcomes), ...(options.uninstall ? [] : nextLines(report))])
  else if (changing.length > 0)
    print([
      '',
      options.dryRun || questions !== undefined
        ? 'Nothing was written.'
        : 'Nothing was written: add --yes to write, or run it on a terminal.',
    ])
  if (!isAgreed && !options.dryRun && questions === undefined && changing.length > 0) return 2
  return outcomes.some(({ problem }) => problem !== undefined) || report.files.some(({ change }) => change.kind === 'unclear')
    ? 1
    : 0
}

async function agree(questions: Questions, count: number): Promise<boolean> {
  if (count === 0) return true
  const answer = await questions.ask(`\nWrite ${count === 1 ? 'this file' : `these ${count} files`}? [Y/n]: `)
  return answer === '' || /^y/i.test(answer)
}

function print(lines: readonly string[]): void {
  if (lines.length > 0) out.write(`${lines.join('\n')}\n`)
}

function fail(text: string, code: number): number {
  err.write(`${text}\n`)
  return code
}
