import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeBacklogProject } from '../backlog-project.ts'
import { makeBoard } from './make-board.ts'
import { StdioClient } from './stdio-client.ts'
import { shown, type Timing, time } from './timing.ts'

const CARDS = 1_000
const RUNS = 30
const SERVER = fileURLToPath(new URL('../../apps/stdio/dist/main.js', import.meta.url))

type Work = Readonly<Record<'list' | 'search' | 'create' | 'edit', Timing>>

const [theirs, ours] = [await measureBacklog(), await measureShoko()]
for (const name of ['list', 'search', 'create', 'edit'] as const) {
  const ratio = theirs.work[name].p50 / ours.work[name].p50
  console.log(`${name}: Backlog.md ${shown(theirs.work[name])} | Shoko ${shown(ours.work[name])} | ${ratio.toFixed(1)} times`)
}
console.log(
  `8 servers edit one card at once, edits that are there afterwards: Backlog.md ${theirs.kept} of 8 | Shoko ${ours.kept} of 8`,
)

async function measureBacklog(): Promise<{ work: Work; kept: number }> {
  const { folder: dir, program, project, tasks } = makeBacklogProject()
  for (let n = 1; n <= CARDS; n++) writeFileSync(join(tasks, `task-${n} - Card-number-${n}.md`), backlogTask(n))
  const open = () => new StdioClient([program, 'mcp', 'start'], { cwd: project })
  const work = await measure(open, {
    list: ['task_list', () => ({ status: 'To Do', limit: 1000 })],
    search: ['task_search', () => ({ query: 'number 477' })],
    create: ['task_create', (run) => ({ title: `Fresh ${run}`, description: 'Text' })],
    edit: ['task_edit', (run) => ({ id: `task-${100 + run}`, labels: [`label-${run}`] })],
  })
  const edits = (mark: number) => ['task_edit', { id: 'task-7', notesAppend: [`mark-${mark}-end`] }] as const
  const kept = await race(open, edits, () => readFileSync(join(project, 'backlog/tasks/task-7 - Card-number-7.md'), 'utf8'))
  rmSync(dir, { recursive: true })
  return { work, kept }
}

async function measureShoko(): Promise<{ work: Work; kept: number }> {
  const made = makeBoard({ open: CARDS, done: 0 })
  const env = { WORKSPACE_ROOT: made.dir, SHOKO_FAMILIES: 'kanban' }
  const open = () => new StdioClient([process.execPath, SERVER], { cwd: made.dir, env })
  const board = '.'
  const work = await measure(open, {
    list: ['kanban_list', () => ({ board, limit: 1000 })],
    search: ['kanban_list', () => ({ board, query: 'number 477' })],
    create: ['kanban_new', (run) => ({ board, title: `Fresh ${run}`, body: 'Text' })],
    edit: ['kanban_update', (run) => ({ board, cardId: made.open[100 + run], patch: { fm: { labels: [`label-${run}`] } } })],
  })
  const cardId = made.open[7]!
  const edits = (mark: number) => ['kanban_update', { board, cardId, patch: { body: { text: `mark-${mark}-end` } } }] as const
  const path = join(made.dir, '.kanban/blocked', `${cardId}__card-number-7.md`)
  const kept = await race(open, edits, () => readFileSync(path, 'utf8'))
  rmSync(made.dir, { recursive: true })
  return { work, kept }
}

type Calls = Readonly<Record<keyof Work, readonly [tool: string, args: (run: number) => Record<string, unknown>]>>

/** Each kind of call once to warm up, then timed. */
async function measure(open: () => StdioClient, calls: Calls): Promise<Work> {
  const client = open()
  await client.open()
  const timed = async (name: keyof Work) => {
    const [tool, args] = calls[name]
    await client.call(tool, args(RUNS))
    return time(RUNS, (run) => client.call(tool, args(run)))
  }
  const work = {
    list: await timed('list'),
    search: await timed('search'),
    create: await timed('create'),
    edit: await timed('edit'),
  }
  client.close()
  return work
}

/** Eight servers, one edit each of the same card at the same moment; how many of them its file holds. */
async function race(
  open: () => StdioClient,
  edit: (mark: number) => readonly [string, Record<string, unknown>],
  read: () => string,
): Promise<number> {
  const clients = Array.from({ length: 8 }, open)
  for (const client of clients) await client.open()
  await Promise.allSettled(clients.map((client, mark) => client.call(...edit(mark))))
  for (const client of clients) client.close()
  const text = read()
  return clients.filter((_, mark) => text.includes(`mark-${mark}-end`)).length
}

function backlogTask(n: number): string {
  const head = [
    `id: TASK-${n}`,
    `title: Card number ${n}`,
    'status: To Do',
    'assignee:',
    "  - '@ana'",
    "created_date: '2025-12-01 09:00'",
  ]
  const lines = [
    '---',
    ...head,
    'labels:',
    '  - a',
    '  - b',
    'dependencies: []',
    `ordinal: ${n * 1000}`,
    '---',
    '',
    '## Description',
    '',
  ]
  const words = 'Some words about the work that is to be done here. '.repeat(20)
  return `${lines.join('\n')}\n<!-- SECTION:DESCRIPTION:BEGIN -->\n${words}\n<!-- SECTION:DESCRIPTION:END -->\n`
}
