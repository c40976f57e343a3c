import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoWorkspace, type Environment, startHttp } from '@shoko/testkit'
import { BACKLOG_VERSION, makeBacklogProject } from '../backlog-project.ts'

/** A board in a browser, and how to find its cards there. */
export interface Side {
  readonly name: string
  readonly address: string
  /** What a card is in the page, and which of its attributes tells it from others. */
  readonly card: string
  readonly identity: string
  /** The first column and the one that cards are moved to. */
  readonly from: string
  readonly to: string
  stop(): Promise<void>
}

/** Ours, with the settings that let a further process serve the same folders. */
export interface OwnSide extends Side {
  readonly env: Environment
}

const COLUMNS = ['backlog', 'doing', 'review'] as const
const WORDS = 'Some words about the work that is to be done here. '.repeat(5)

/** Our server on a board of so many cards, and a vault of so many notes. */
export async function startShoko({ cards, notes = 0 }: { readonly cards: number; readonly notes?: number }): Promise<OwnSide> {
  const workspace = demoWorkspace()
  const board = join(workspace.path, '.kanban')
  rmSync(board, { recursive: true })
  for (const column of COLUMNS) mkdirSync(join(board, column), { recursive: true })
  for (let n = 0; n < cards; n++) {
    const id = `01M7${String(n).padStart(22, '0')}`
    const head = [`id: ${id}`, `title: ${titleOf(n)}`, 'lane: web', `priority: P${n % 4}`, 'labels: [a, b]', 'assignees: [ana]']
    const text = `---\n${head.join('\n')}\n---\n\n${WORDS}\n`
    writeFileSync(join(board, COLUMNS[n % COLUMNS.length]!, `${id}__card-${n}.md`), text)
  }
  for (let n = 0; n < notes; n++) {
    const folder = join(workspace.path, 'vault', `shelf-${n % 100}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${noteTitle(n)}.md`), `# ${noteTitle(n)}\n\n${WORDS}\n`)
  }
  const server = await startHttp(workspace.env)
  return {
    name: 'Shoko',
    address: server.origin,
    env: workspace.env,
    card: '[data-card]',
    identity: 'data-card',
    from: '[data-cell="backlog"]',
    to: '[data-cell="doing"]',
    async stop() {
      await server.stop()
      workspace.remove()
    },
  }
}

export function noteTitle(n: number): string {
  return `Record ${String(n).padStart(5, '0')} of the roastery`
}

const BACKLOG_PORT = 6421
const STATUSES = ['To Do', 'In Progress', 'Done']

/** `backlog browser` on the same cards. */
export async function startBacklog({ cards }: { readonly cards: number }): Promise<Side> {
  const { folder, program, project, tasks } = makeBacklogProject()
  for (let n = 1; n <= cards; n++) writeFileSync(join(tasks, `task-${n} - Card-${n}.md`), backlogTask(n))
  const args = ['browser', '--port', String(BACKLOG_PORT), '--no-open', '--non-interactive']
  const child = spawn(program, args, { cwd: project, stdio: 'ignore', detached: true })
  const address = `http://127.0.0.1:${BACKLOG_PORT}`
  while (!(await answers(`${address}/api/tasks`))) await sleep(200)
  const column = (n: number) => `main .overflow-x-auto > div > :nth-child(${n})`
  return {
    name: `Backlog.md ${BACKLOG_VERSION}`,
    address,
    card: '[draggable="true"][aria-label^="Open TASK-"]',
    identity: 'aria-label',
    from: column(1),
    to: column(2),
    async stop() {
      process.kill(-child.pid!) // it starts a process of its own
      rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

function backlogTask(n: number): string {
  const status = STATUSES[(n - 1) % STATUSES.length]
  const head = [`id: TASK-${n}`, `title: ${titleOf(n)}`, `status: ${status}`, 'assignee:', "  - '@ana'"]
  const rest = ["created_date: '2025-12-01 09:00'", 'labels:', '  - a', '  - b', 'dependencies: []', `ordinal: ${n * 1000}`]
  const description = `<!-- SECTION:DESCRIPTION:BEGIN -->\n${WORDS}\n<!-- SECTION:DESCRIPTION:END -->`
  return `---\n${[...head, ...rest].join('\n')}\n---\n\n## Description\n\n${description}\n`
}

function titleOf(n: number): string {
  return `Card number ${n} with a title of a usual length`
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
