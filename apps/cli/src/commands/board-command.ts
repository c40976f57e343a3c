import { DomainError, systemClock } from '@shoko/contract'
import type { KanbanContext } from '@shoko/kanban-bridge'
import { createJsonLogger, familyPorts, withConfig } from '@shoko/mcp-shell'
import { kanbanBinding } from '@shoko/mcp-shell/bindings'
import { err } from '../terminal/output.ts'
import { onChosenBoard } from './family.ts'

type Ports = ReturnType<typeof familyPorts>

export interface BoardCommand<Request> {
  /** As in `shoko NAME`. */
  readonly name: string
  /** A text: why it cannot be understood. */
  readonly read: (argv: readonly string[]) => Request | string
  readonly run: (kanban: KanbanContext, request: Request, ports: Ports) => Promise<number>
  /** What a refused request is told; default the error's message. */
  readonly words?: (error: DomainError, request: Request) => string
}

/** A command on one board: the settings choose it, what the board refuses is told in words. */
export function boardCommand<Request extends object>(
  command: BoardCommand<Request>,
): (argv: readonly string[]) => Promise<number> {
  const { name, read, run, words = ({ message }) => message } = command
  const refuse = (text: string, exitCode: number) => {
    err.write(`shoko ${name}: ${text}\n`)
    return exitCode
  }
  return (argv) =>
    withConfig(
      argv,
      async (loaded) => {
        const { config, rest } = onChosenBoard(loaded)
        const request = read(rest)
        if (typeof request === 'string') return refuse(request, 2)
        const logger = createJsonLogger({ level: 'error', clock: systemClock, write: (line) => err.write(line) })
        const ports = familyPorts(config, { logger })
        const kanban = kanbanBinding.open(ports)
        try {
          return await run(kanban, request, ports)
        } catch (error) {
          if (!(error instanceof DomainError)) throw error
          const { hint } = error
          return refuse(hint === undefined ? words(error, request) : `${words(error, request)} (${hint})`, 1)
        } finally {
          await kanban.close()
        }
      },
      { passUnknownFlags: true },
    )
}
