import { parseArgs } from 'node:util'
import { type KanbanContext, viewBoard, watchBoard } from '@shoko/kanban-bridge'
import { drawBoard } from '../terminal/draw-board.ts'
import { liveScreen } from '../terminal/live-screen.ts'
import { out } from '../terminal/output.ts'
import { columnsOf } from '../terminal/paint.ts'
import { boardCommand } from './board-command.ts'

const USAGE = 'usage: shoko board [--board NAME|PATH] [--watch] [--json]'
const WITHOUT_TERMINAL = 80

interface Request {
  readonly word: string
  readonly watch: boolean
  readonly json: boolean
}

/** The board as it hangs on the wall; with --watch it is painted again whenever something changes. */
export const board = boardCommand<Request>({
  name: 'board',
  read: readRequest,
  async run(kanban, request, { changes }) {
    if (request.watch) await watch(kanban, request, (listener) => changes.subscribe(listener))
    else out.write(await draw(kanban, request))
    return 0
  },
  words: ({ reason, message }, { word }) => (reason === 'board_not_found' && word === '.' ? 'there is no board here' : message),
})

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

async function draw(ctx: KanbanContext, { word, json }: Request): Promise<string> {
  const view = await viewBoard(await ctx.boards.resolve(word))
  if (json) return `${JSON.stringify(view, null, 2)}\n`
  const width = columnsOf()
  return drawBoard(view, Number.isFinite(width) ? width : WITHOUT_TERMINAL)
}

type Subscribe = (listener: () => void) => () => void

async function watch(ctx: KanbanContext, request: Request, subscribe: Subscribe): Promise<void> {
  const first = await draw(ctx, request) // what is wrong is said before the screen changes
  const screen = liveScreen()
  try {
    screen.show(first)
    await follow({ paint: async () => screen.show(await draw(ctx, request)), subscribe }, () =>
      watchBoard(ctx, { board: request.word }),
    )
  } finally {
    screen.close()
  }
}

/** Until it is interrupted, or nobody reads any more. A repaint that is asked for while one runs follows it. */
async function follow(
  { paint, subscribe }: { readonly paint: () => Promise<void>; readonly subscribe: Subscribe },
  start: () => Promise<unknown>,
): Promise<void> {
  let work: Promise<void> | undefined
  let isDue = false
  const { promise: over, resolve: end, reject: fail } = Promise.withResolvers<void>()
  const repaint = (): void => {
    isDue = true
    work ??= paintAll()
      .catch(fail)
      .finally(() => {
        work = undefined
      })
  }
  const paintAll = async (): Promise<void> => {
    while (isDue) {
      isDue = false
      await paint()
    }
  }
  const stop = subscribe(repaint)
  out.stream.on('resize', repaint)
  const alive = setInterval(() => {}, 1 << 30) // watchers alone keep no process alive
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  process.once('SIGHUP', end)
  out.stream.once('error', () => end())
  try {
    await start()
    await over
  } finally {
    clearInterval(alive)
    stop()
    out.stream.off('resize', repaint)
    await work
  }
}
