import { parseArgs } from 'node:util'
import { DomainError, systemClock } from '@shoko/contract'
import { type KanbanContext, viewBoard, watchBoard } from '@shoko/kanban-bridge'
import { createJsonLogger, familyPorts, withConfig } from '@shoko/mcp-shell'
import { kanbanBinding } from '@shoko/mcp-shell/bindings'
import { drawBoard } from '../terminal/draw-board.ts'
import { err, out, ownSequence } from '../terminal/output.ts'
import { columnsOf } from '../terminal/paint.ts'
import { onChosenBoard } from './family.ts'

const USAGE = 'usage: shoko board [--board NAME|PATH] [--watch] [--json]'
const WITHOUT_TERMINAL = 80

interface Request {
  readonly word: string
  readonly watch: boolean
  readonly json: boolean
}

/** The board as it hangs on the wall; with --watch it is painted again whenever something changes. */
export function board(argv: readonly string[]): Promise<number> {
  return withConfig(
    argv,
    async (loaded) => {
      const { config, rest } = onChosenBoard(loaded)
      const request = readRequest(rest)
      if (typeof request === 'string') return refuse(request, 2)
      const logger = createJsonLogger({ level: 'error', clock: systemClock, write: (line) => err.write(line) })
      const ports = familyPorts(config, { logger })
      const family = kanbanBinding.open(ports)
      try {
        await print(family.context, request)
        if (request.watch) await follow(family.context, request, (listener) => ports.changes.subscribe(listener))
        return 0
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        return refuse(error.hint === undefined ? error.message : `${error.message} (${error.hint})`, 1)
      } finally {
        await family.close()
      }
    },
    { passUnknownFlags: true },
  )
}

function readRequest(argv: readonly string[]): Request | string {
  try {
    const options = {
      board: { type: 'string', short: 'b' },
      watch: { type: 'boolean', short: 'w' },
      json: { type: 'boolean' },
    } as const
    const { values } = parseArgs({ args: [...argv], options })
    return { word: values.board ?? '.', watch: values.watch ?? false, json: values.json ?? false }
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n${USAGE}`
  }
}

async function print(ctx: KanbanContext, { word, watch, json }: Request): Promise<void> {
  const view = await viewBoard(await ctx.boards.resolve(word))
  if (json) return out.write(`${JSON.stringify(view, null, 2)}\n`)
  const width = columnsOf()
  const clear = watch && out.stream.isTTY ? ownSequence('\x1b[2J\x1b[H') : ''
  out.write(clear + drawBoard(view, Number.isFinite(width) ? width : WITHOUT_TERMINAL))
}

/** Until it is interrupted, or nobody reads any more. A repaint that is asked for while one runs follows it. */
async function follow(ctx: KanbanContext, request: Request, subscribe: (listener: () => void) => () => void): Promise<void> {
  let work: Promise<void> | undefined
  let isDue = false
  const repaint = (): void => {
    isDue = true
    work ??= paintAll().finally(() => {
      work = undefined
    })
  }
  const paintAll = async (): Promise<void> => {
    while (isDue) {
      isDue = false
      await print(ctx, request)
    }
  }
  const stop = subscribe(repaint)
  out.stream.on('resize', repaint)
  await watchBoard(ctx, { board: request.word })
  await new Promise<void>((resolve) => {
    const alive = setInterval(() => {}, 1 << 30) // watchers alone keep no process alive
    const end = () => {
      clearInterval(alive)
      resolve()
    }
    process.once('SIGINT', end)
    process.once('SIGTERM', end)
    out.stream.once('error', end)
  })
  stop()
  out.stream.off('resize', repaint)
  await work
}

function refuse(text: string, exitCode: number): number {
  err.write(`shoko board: ${text}\n`)
  return exitCode
}
