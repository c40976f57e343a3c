import { type Call, systemClock } from '@shoko/contract'
import { createJsonLogger, type FamilyPorts, familyPorts, type LoadedConfig, type Opened, withConfig } from '@shoko/mcp-shell'
import { kanbanBinding, manualBinding, vibeBinding } from '@shoko/mcp-shell/bindings'
import type { CommandResult } from '../families/command-result.ts'
import { runFind } from '../families/find-command.ts'
import { runKanbanCommand } from '../families/kanban/run-command.ts'
import { runVibeCommand } from '../families/vibe-command.ts'
import { chooseBoard } from '../setup/board-roots.ts'
import { err, out } from '../terminal/output.ts'
import { columnsOf, paint } from '../terminal/paint.ts'
import { progressLine } from '../terminal/progress.ts'
import { wrapCells } from '../terminal/width.ts'
import { thisMachine } from './this-machine.ts'

type FamilyCommand<Context> = (context: Context, argv: readonly string[], call: Call) => Promise<CommandResult>

export const find = familyCommand(manualBinding.open, runFind, { painted: paintFindings })
export const kanban = familyCommand(kanbanBinding.open, runKanbanCommand, { load: onChosenBoard })
export const vibe = familyCommand(vibeBinding.open, runVibeCommand)

interface FamilyCommandOptions {
  readonly painted?: (text: string) => string
  /** What becomes of the settings before the family is opened. */
  readonly load?: (loaded: LoadedConfig) => LoadedConfig
}

export function onChosenBoard(loaded: LoadedConfig): LoadedConfig {
  const { roots, argv } = chooseBoard(loaded, { ...thisMachine(), typed: process.argv })
  return { ...loaded, config: { ...loaded.config, KANBAN_ROOTS: [...roots] }, rest: [...argv] }
}

/** A command of one family: settings are taken out of the arguments, the family sees the rest. */
function familyCommand<Context>(
  open: (ports: FamilyPorts) => Opened<Context>,
  run: FamilyCommand<Context>,
  { painted = (text) => text, load = (loaded) => loaded }: FamilyCommandOptions = {},
): (argv: readonly string[]) => Promise<number> {
  return (argv) =>
    withConfig(
      argv,
      async (loaded) => {
        const { config, origins, rest } = load(loaded)
        const level = origins.LOG_LEVEL === 'default' ? 'error' : config.LOG_LEVEL
        const logger = createJsonLogger({ level, clock: systemClock, write: (line) => err.write(line) })
        const family = open(familyPorts(config, { logger }))
        const progress = progressLine()
        try {
          const { stdout, stderr, exitCode } = await run(family, rest, interruptible(progress.report))
          progress.end()
          out.write(rest.includes('--json') ? stdout : painted(stdout))
          err.write(stderr)
          return exitCode
        } finally {
          progress.end()
          await family.close()
        }
      },
      { passUnknownFlags: true },
    )
}

function interruptible(report: Call['report']): Call {
  const abort = new AbortController()
  process.once('SIGINT', () => abort.abort())
  return { signal: abort.signal, report }
}

function quote(text: string): string {
  const bar = `  ${paint('quiet', '|')} `
  return `${bar}${wrapCells(text, { columns: columnsOf() - 4, indent: 0 }).replaceAll('\n', `\n${bar}`)}`
}

/** Places stand out, the reasons below them step back. */
function paintFindings(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const hit = /^(\s*\d+\.)(\s+-?[\d.]+)(\s{2}\S+:\d+)(\s{2}.*)$/.exec(line)
      if (hit !== null) return `${hit[1]}${paint('quiet', hit[2]!)}${paint('name', hit[3]!)}${paint('strong', hit[4]!)}`
      const quoted = /^ {2}\| (.*)$/.exec(line)
      if (quoted !== null) return quote(quoted[1]!)
      if (/^\S+:\d+-\d+ {2}/.test(line)) return line.replace(/^\S+/, (where) => paint('name', where))
      if (/^ {7}\S/.test(line)) return paint('quiet', wrapCells(line, { columns: columnsOf(), indent: 14 }))
      return line.replace(/^(conflict|gap|not scanned):/, (word) => paint('warn', word))
    })
    .join('\n')
}
