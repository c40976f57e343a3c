import { systemClock } from '@shoko/contract'
import { runKanbanCommand } from '@shoko/kanban-bridge'
import { runFind } from '@shoko/manual'
import {
  createJsonLogger,
  type FamilyPorts,
  familyPorts,
  kanbanBinding,
  manualBinding,
  type OpenFamily,
  vibeBinding,
  withConfig,
} from '@shoko/mcp-shell'
import { runVibeCommand } from '@shoko/vibe-bridge'

interface CommandResult {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
}

export const find = familyCommand(manualBinding.open, runFind)
export const kanban = familyCommand(kanbanBinding.open, runKanbanCommand)
export const vibe = familyCommand(vibeBinding.open, runVibeCommand)

/** A command of one family: settings are taken out of the arguments, the family sees the rest. */
function familyCommand<Context>(
  open: (ports: FamilyPorts) => OpenFamily<Context>,
  run: (context: Context, argv: readonly string[]) => Promise<CommandResult>,
): (argv: readonly string[]) => Promise<number> {
  return (argv) =>
    withConfig(
      argv,
      async ({ config, origins, rest }) => {
        const level = origins.LOG_LEVEL === 'default' ? 'error' : config.LOG_LEVEL
        const logger = createJsonLogger({ level, clock: systemClock, write: (line) => process.stderr.write(line) })
        const family = open(familyPorts(config, { logger }))
        try {
          const { stdout, stderr, exitCode } = await run(family.context, rest)
          process.stdout.write(stdout)
          process.stderr.write(stderr)
          return exitCode
        } finally {
          await family.close()
        }
      },
      { passUnknownFlags: true },
    )
}
