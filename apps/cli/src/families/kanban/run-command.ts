import { parseArgs } from 'node:util'
import { DomainError, nearest } from '@shoko/contract'
import type { KanbanContext } from '@shoko/kanban-bridge'
import type { CommandResult } from '../command-result.ts'
import { doneCommand, listCommand, moveCommand, newCommand } from './card-commands.ts'
import { type Answer, type Arguments, type Command, UsageError } from './command.ts'
import { notesCommand, showCommand } from './reading-commands.ts'
import { compactCommand, initCommand, lintCommand, reindexCommand } from './upkeep-commands.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  init: initCommand,
  new: newCommand,
  list: listCommand,
  show: showCommand,
  move: moveCommand,
  done: doneCommand,
  notes: notesCommand,
  lint: lintCommand,
  reindex: reindexCommand,
  compact: compactCommand,
}

const SHARED = {
  board: { type: 'string', short: 'b' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Runs what stands after `shoko kanban`; the caller prints. What was changed is on the disk, indexes included, when it returns. */
export async function runKanbanCommand(ctx: KanbanContext, argv: readonly string[]): Promise<CommandResult> {
  const [name = 'help', ...rest] = argv
  if (['help', '--help', '-h'].includes(name)) return { stdout: `${overview()}\n`, stderr: '', exitCode: 0 }
  try {
    const command = commandOf(name)
    const args = parse(command, rest)
    if (args.values.help === true) return { stdout: `usage: shoko kanban ${command.usage}\n`, stderr: '', exitCode: 0 }
    const answer = await command.run(ctx, args)
    await ctx.boards.settle()
    return printed(answer, args.values.json === true)
  } catch (error) {
    return failed(error)
  }
}

function commandOf(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command !== undefined) return command
  const close = nearest(name, Object.keys(COMMANDS))
  throw new UsageError(`unknown command: ${name}${close === undefined ? '' : `; did you mean "${close}"?`}\n${overview()}`)
}

function parse(command: Command, argv: readonly string[]): Arguments {
  const usage = `usage: shoko kanban ${command.usage}`
  const { values, positionals } = parseOrRefuse(command, argv, usage)
  const { min, max } = command.positionals ?? { min: 0, max: 0 }
  if (values.help !== true && (positionals.length < min || positionals.length > max)) throw new UsageError(usage)
  return { values, positionals }
}

function parseOrRefuse(command: Command, argv: readonly string[], usage: string): Arguments {
  try {
    return parseArgs({ args: [...argv], options: { ...command.options, ...SHARED }, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

function printed({ text, json, exitCode = 0 }: Answer, asJson: boolean): CommandResult {
  return { stdout: asJson ? `${JSON.stringify(json, null, 2)}\n` : `${text}\n`, stderr: '', exitCode }
}

function failed(error: unknown): CommandResult {
  if (error instanceof UsageError) return { stdout: '', stderr: `${error.message}\n`, exitCode: 2 }
  if (!(error instanceof DomainError)) throw error
  const hint = error.hint === undefined ? '' : `hint: ${error.hint}\n`
  return { stdout: '', stderr: `error: ${error.message}\n${hint}`, exitCode: error.reason === 'invalid_argument' ? 2 : 1 }
}

function overview(): string {
  const lines = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage}\n      ${summary}`)
  return ['usage: shoko kanban COMMAND [--board BOARD] [--json]', '', ...lines].join('\n')
}
