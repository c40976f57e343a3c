/**
 * The board at size: `node --conditions=shoko-source bench/kanban/speed.ts`. Ten thousand cards, half of them done; then the
 * same open cards with ten times the done ones, to show that changes do not grow with them.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  cardTree,
  finishCard,
  type KanbanContext,
  listCards,
  moveCard,
  newCard,
  openKanban,
  updateCard,
  watchBoard,
} from '../../packages/kanban-bridge/src/index.ts'
import { type MadeBoard, makeBoard } from './make-board.ts'
import { shown, time } from './timing.ts'

const board = '.'
const RUNS = 100

const half = makeBoard({ open: 5_000, done: 5_000 })
console.log('10,000 cards, half done')
await firstCalls(half)
const ctx = openKanban({ roots: [half.dir] })
await warmLists(ctx)
await ctx.boards.settle()
await changes(ctx, half)
await ctx.close()
await watching(half)

const aged = makeBoard({ open: 5_000, done: 50_000 })
console.log('55,000 cards, 50,000 of them done')
const agedCtx = openKanban({ roots: [aged.dir] })
await listCards(agedCtx, { board })
await agedCtx.boards.settle() // a board that has been in use has its index files
await changes(agedCtx, aged)
await agedCtx.close()
for (const { dir } of [half, aged]) rmSync(dir, { recursive: true })

async function firstCalls(made: MadeBoard): Promise<void> {
  const calls: Record<string, (ctx: KanbanContext) => Promise<unknown>> = {
    'list of a column': (fresh) => listCards(fresh, { board, columns: ['backlog'] }),
    'list of all open': (fresh) => listCards(fresh, { board }),
    'list with done': (fresh) => listCards(fresh, { board, includeDone: true }),
    tree: (fresh) => cardTree(fresh, { board, root: made.open[3]! }),
    update: (fresh) => updateCard(fresh, { board, cardId: made.open[5]!, patch: { fm: { lane: 'first' } } }),
  }
  for (const [name, call] of Object.entries(calls)) {
    const fresh = openKanban({ roots: [made.dir] })
    const started = performance.now()
    await call(fresh)
    console.log(`  first call, ${name}: ${(performance.now() - started).toFixed(0)} ms`)
    await fresh.close()
  }
}

async function warmLists(ctx: KanbanContext): Promise<void> {
  const opened = await ctx.boards.resolve(board)
  const column = () => listCards(ctx, { board, columns: ['backlog'] })
  await column()
  console.log(`  list of a column, no watcher: ${shown(await time(3, column))} (with a stat of every file)`)
  await opened.watch.start()
  await column()
  console.log(`  list of a column, watcher trusted: ${shown(await time(RUNS, column))}`)
  console.log(`  list of all open: ${shown(await time(RUNS, () => listCards(ctx, { board })))}`)
  console.log(`  query over all open: ${shown(await time(RUNS, () => listCards(ctx, { board, query: 'number 477' })))}`)
}

/** Changes are measured against this: one file written, flushed, renamed, and its directory flushed. */
async function durableWrite(run: number): Promise<void> {
  const [folder, name] = [join(half.dir, '.kanban/notes'), `plain-${run}`]
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.tmp`), 'x'.repeat(1_000), { flush: true })
  renameSync(join(folder, `${name}.tmp`), join(folder, name))
  const directory = openSync(folder, 'r')
  fsyncSync(directory)
  closeSync(directory)
}

async function changes(ctx: KanbanContext, made: MadeBoard): Promise<void> {
  console.log(`  one durable write of this disk: ${shown(await time(RUNS, durableWrite))}`)
  const card = (run: number) => made.open[100 + run]!
  console.log(`  new: ${shown(await time(RUNS, (run) => newCard(ctx, { board, title: `Fresh ${run}`, body: 'Text' })))}`)
  const update = (run: number) => updateCard(ctx, { board, cardId: card(run), patch: { fm: { lane: `lane ${run}` } } })
  console.log(`  update: ${shown(await time(RUNS, update))}`)
  console.log(`  move: ${shown(await time(RUNS, (run) => moveCard(ctx, { board, cardId: card(run), toColumn: 'waiting' })))}`)
  console.log(`  done: ${shown(await time(RUNS, (run) => finishCard(ctx, { board, cardId: card(run) })))}`)
}

/** Linux shows in fdinfo how many watches an inotify descriptor holds. */
async function watching(made: MadeBoard): Promise<void> {
  let heard = () => {}
  const awake = setInterval(() => {}, 1_000) // a watcher alone does not keep a process alive
  const ctx = openKanban({ roots: [made.dir], changes: { publish: () => heard() } })
  await watchBoard(ctx, { board })
  const folders = readdirSync(join(made.dir, '.kanban'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  console.log(`  watches: ${countWatches()} for ${folders.length + 1} folders`)
  const [name] = readdirSync(join(made.dir, '.kanban/review'))
  const delay = await time(10, async (run) => {
    const announced = new Promise<void>((resolve) => {
      heard = resolve
    })
    writeFileSync(join(made.dir, '.kanban/review', name!), `---\nid: ${name!.slice(0, 26)}\ntitle: Edited ${run}\n---\n`)
    await announced
    await new Promise((resolve) => setTimeout(resolve, 400))
  })
  console.log(
    `  an edit by hand is announced after ${(delay.p50 - 400).toFixed(0)} ms (p95 ${(delay.p95 - 400).toFixed(0)} ms; debounce 300 ms)`,
  )
  clearInterval(awake)
  await ctx.close()
}

function countWatches(): number {
  return readdirSync('/proc/self/fdinfo')
    .map((fd) => {
      try {
        return readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')
          .split('\n')
          .filter((line) => line.startsWith('inotify ')).length
      } catch {
        return 0 // closed since it was listed
      }
    })
    .reduce((sum, each) => sum + each, 0)
}
