import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const COLUMNS = ['backlog', 'doing', 'review', 'blocked'] as const

export interface MadeBoard {
  readonly dir: string
  /** Ids of the open cards, and of the done ones. */
  readonly open: readonly string[]
  readonly done: readonly string[]
}

/** A board of so many cards, open ones spread over four columns, done ones over twelve months. */
export function makeBoard({ open, done }: { open: number; done: number }): MadeBoard {
  const dir = mkdtempSync(join(tmpdir(), 'shoko-kanban-bench-'))
  const made = { open: [] as string[], done: [] as string[] }
  for (let n = 0; n < open + done; n++) {
    const id = `01M4ASEKM9GFQ11M${String(n).padStart(10, '0')}`
    const isDone = n >= open
    const month = String(1 + (n % 12)).padStart(2, '0')
    const folder = join(dir, '.kanban', isDone ? `done/2026/${month}` : COLUMNS[n % COLUMNS.length]!)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${id}__card-number-${n}.md`), cardText({ id, n, isDone, month }))
    made[isDone ? 'done' : 'open'].push(id)
  }
  return { dir, ...made }
}

function cardText({ id, n, isDone, month }: { id: string; n: number; isDone: boolean; month: string }): string {
  const parent = n > 20 ? [`parent: 01M4ASEKM9GFQ11M${String(n % 20).padStart(10, '0')}`] : []
  const completed = isDone ? [`completed_at: 2026-${month}-07T09:00:00.000Z`] : []
  const head = [`id: ${id}`, `title: Card number ${n}`, 'lane: core', `priority: P${n % 4}`, 'labels: [a, b]', 'assignees: [ana]']
  const lines = ['---', ...head, ...parent, 'created_at: 2025-12-01T09:00:00.000Z', ...completed, '---', '']
  return `${lines.join('\n')}\n${'Some words about the work that is to be done here. '.repeat(20)}\n`
}
