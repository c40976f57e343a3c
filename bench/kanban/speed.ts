/**
 * The board at size, through the built stdio server: `node bench/kanban/speed.ts` (build the apps first). Ten thousand cards,
 * half of them done; then the same open cards with ten times the done ones, to show that changes do not grow with them.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type MadeBoard, makeBoard } from './make-board.ts'
import { StdioClient } from './stdio-client.ts'
import { shown, time } from './timing.ts'

const SERVER = fileURLToPath(new URL('../../apps/stdio/dist/main.js', import.meta.url))
const board = '.'
const RUNS = 100
// Longer than the server waits until it writes its index file whole.
const PAUSE_MS = 1_500

const half = makeBoard({ open: 5_000, done: 5_000 })
console.log('10,000 cards, half done')
await firstCalls(half)
await warmLists(half)
await changes(half)
await watching(half)

const aged = makeBoard({ open: 5_000, done: 50_000 })
console.log('55,000 cards, 50,000 of them done')
await changes(aged)
for (const { dir } of [half, aged]) rmSync(dir, { recursive: true })

async function serve<T>({ dir }: MadeBoard, work: (client: StdioClient) => Promise<T>): Promise<T> {
  const env = { WORKSPACE_ROOT: dir, SHOKO_FAMILIES: 'kanban' }
  const client = new StdioClient([process.execPath, SERVER], { cwd: dir, env })
  try {
    await client.open()
    return await work(client)
  } finally {
    await client.end()
  }
}

async function firstCalls(made: MadeBoard): Promise<void> {
  const calls: Record<string, readonly [string, Record<string, unknown>]> = {
    'list of a column': ['kanban_list', { board, columns: ['backlog'] }],
    'list of all open': ['kanban_list', { board }],
    'list with done': ['kanban_list', { board, includeDone: true }],
    tree: ['kanban_tree', { board, root: made.open[3]! }],
    update: ['kanban_update', { board, cardId: made.open[5]!, patch: { fm: { lane: 'first' } } }],
  }
  for (const [name, call] of Object.entries(calls)) {
    const { p50 } = await serve(made, (client) => time(1, () => client.call(...call)))
    console.log(`  first call, ${name}: ${p50.toFixed(0)} ms`)
  }
}

async function warmLists(made: MadeBoard): Promise<void> {
  await serve(made, async (client) => {
    const list = (args: object) => () => client.call('kanban_list', { board, ...args })
    const column = list({ columns: ['backlog'] })
    await column()
    console.log(`  list of a column, no watcher: ${shown(await time(3, column))} (with a stat of every file)`)
    await client.call('kanban_watch', { board })
    await column()
    console.log(`  list of a column, watcher trusted: ${shown(await time(RUNS, column))}`)
    console.log(`  list of all open: ${shown(await time(RUNS, list({})))}`)
    console.log(`  query over all open: ${shown(await time(RUNS, list({ query: 'number 477' })))}`)
  })
}

/** In the order of a card's life, with the watcher on, as in a server that has been listing a while. */
async function changes(made: MadeBoard): Promise<void> {
  console.log(`  one durable write of this disk: ${shown(await time(RUNS, async (run) => durableWrite(made, run)))}`)
  const cardId = (run: number) => made.open[100 + run]!
  const calls: Record<string, (run: number) => [string, Record<string, unknown>]> = {
    new: (run) => ['kanban_new', { board, title: `Fresh ${run}`, body: 'Text' }],
    update: (run) => ['kanban_update', { board, cardId: cardId(run), patch: { fm: { lane: `lane ${run}` } } }],
    move: (run) => ['kanban_move', { board, cardId: cardId(run), toColumn: 'waiting' }],
    done: (run) => ['kanban_done', { board, cardId: cardId(run) }],
  }
  await serve(made, async (client) => {
    await client.call('kanban_list', { board })
    await client.call('kanban_watch', { board })
    while (!existsSync(join(made.dir, '.kanban/relations.ndjson'))) await pause(100) // a board in use has its index files
    for (const [name, call] of Object.entries(calls)) {
      await pause(PAUSE_MS)
      console.log(`  ${name}: ${shown(await time(RUNS, (run) => client.call(...call(run))))}`)
    }
  })
}

/** Changes are measured against this: one file written, flushed, renamed, and its directory flushed. */
function durableWrite(made: MadeBoard, run: number): void {
  const [folder, name] = [join(made.dir, '.kanban/notes'), `plain-${run}`]
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.tmp`), 'x'.repeat(1_000), { flush: true })
  renameSync(join(folder, `${name}.tmp`), join(folder, name))
  const directory = openSync(folder, 'r')
  fsyncSync(directory)
  closeSync(directory)
}

async function watching(made: MadeBoard): Promise<void> {
  const folders = readdirSync(join(made.dir, '.kanban'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  const [name] = readdirSync(join(made.dir, '.kanban/review'))
  await serve(made, async (client) => {
    await client.call('kanban_watch', { board })
    console.log(`  watches: ${countWatches(client.pid)} for ${folders.length + 1} folders`)
    const delay = await time(10, async (run) => {
      const announced = client.notification('notifications/publish')
      writeFileSync(join(made.dir, '.kanban/review', name!), `---\nid: ${name!.slice(0, 26)}\ntitle: Edited ${run}\n---\n`)
      await announced
      await pause(400)
    })
    const [p50, p95] = [delay.p50 - 400, delay.p95 - 400].map((each) => each.toFixed(0))
    console.log(`  an edit by hand is announced after ${p50} ms (p95 ${p95} ms; debounce 300 ms)`)
  })
}

/** Linux shows in fdinfo how many watches an inotify descriptor holds. */
function countWatches(pid: number): number {
  return readdirSync(`/proc/${pid}/fdinfo`)
    .map((fd) => {
      try {
        return readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8')
          .split('\n')
          .filter((line) => line.startsWith('inotify ')).length
      } catch {
        return 0 // closed since it was listed
      }
    })
    .reduce((sum, each) => sum + each, 0)
}
