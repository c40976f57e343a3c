import type { Machine } from '../clients/client.ts'
import { type InitOptions, readInitOptions, UsageError } from '../setup/options.ts'
import { carryOut, isChanging, type Outcome, type PlannedFile } from '../setup/planned-files.ts'
import { isInside } from '../setup/project-scope.ts'
import { canAsk, type Questions, terminalQuestions, Unanswered } from '../setup/questions.ts'
import { cloneOf } from '../setup/self-command.ts'
import { err, out } from '../terminal/output.ts'
import { finishRemoval, planRemoval } from './init-removal.ts'
import { jsonReport, nextLines, outcomeLines, planLines, type Report } from './init-report.ts'
import { beginSetup, finishSetup, planSetup } from './init-setup.ts'
import { builtFolder, self, thisMachine } from './this-machine.ts'

/** Finds what is there, asks or takes flags, shows every change before it is made, keeps backups. */
export async function init(argv: readonly string[]): Promise<number> {
  const machine = thisMachine()
  let questions: Questions | undefined
  try {
    const options = readInitOptions(argv, machine)
    if (canAsk() && !options.yes && !options.dryRun && !options.json) questions = terminalQuestions()
    const report = options.uninstall
      ? await planRemoval(machine, options)
      : await planSetup({ machine: outsideClone(machine, options), options, questions, print })
    return await finish(report, { options, questions })
  } catch (error) {
    if (error instanceof UsageError) return fail(`shoko init: ${error.message}; see ${self()} help init`, 2)
    if (error instanceof Unanswered) return fail('\nshoko init: nothing was written', 1)
    throw error
  } finally {
    questions?.close()
  }
}

/** Whoever calls it by npm stands in the clone, and means the folders at home, not our fixtures. */
function outsideClone(machine: Machine, { scope }: InitOptions): Machine {
  const clone = cloneOf(builtFolder())
  return scope === 'user' && clone !== undefined && isInside(clone, machine.cwd) ? { ...machine, cwd: machine.home } : machine
}

async function finish(
  report: Report,
  { options, questions }: { readonly options: InitOptions; readonly questions: Questions | undefined },
): Promise<number> {
  const changes = countChanges(report)
  if (!options.json) print(planLines(report))
  const isAgreed = !options.dryRun && (options.yes || (questions !== undefined && (await agree(questions, report.files))))
  const outcomes = isAgreed ? await carryOutAll(report, options) : []
  if (options.json) print([jsonReport(report, outcomes, isAgreed)])
  else if (isAgreed) print([...outcomeLines(report, outcomes), ...(options.uninstall ? [] : nextLines(report))])
  else if (changes > 0)
    print([
      '',
      options.dryRun || questions !== undefined
        ? 'Nothing was written.'
        : 'Nothing was written: add --yes to write, or run it on a terminal.',
    ])
  if (!isAgreed && !options.dryRun && questions === undefined && changes > 0) return 2
  return outcomes.some(({ problem }) => problem !== undefined) || report.files.some(({ change }) => change.kind === 'unclear')
    ? 1
    : 0
}

/** The program is in its place before a client's file names it, and goes only when none does any more. */
async function carryOutAll(report: Report, options: InitOptions): Promise<readonly Outcome[]> {
  const begun = beginSetup(report)
  const outcomes: Outcome[] = []
  for (const planned of report.files) outcomes.push(await carryOut(planned))
  if (options.uninstall) finishRemoval(report, options)
  else finishSetup(report, { begun, outcomes })
  return outcomes
}

function countChanges({ files, folders = [] }: Report): number {
  return files.filter(isChanging).length + folders.length
}

async function agree(questions: Questions, files: readonly PlannedFile[]): Promise<boolean> {
  const count = files.filter(isChanging).length
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

export type Print = (lines: readonly string[]) => void
