import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Clock, ResourceChange } from '@shoko/contract'
import { onTestFinished } from 'vitest'
import { type KanbanContext, type KanbanOptions, openKanban } from '../src/context.ts'

export interface TemporaryBoard {
  readonly dir: string
  readonly ctx: KanbanContext
  readonly published: ResourceChange[]
  /** Below `.kanban/`. */
  read(path: string): string
  write(path: string, text: string): void
  has(path: string): boolean
  /** Every file below `.kanban/` but the server's own, sorted. */
  files(): string[]
  /** The same board, as another process would open it. */
  reopen(options?: Partial<KanbanOptions>): KanbanContext
}

/** A board of its own in a temporary folder; the keys are paths below `.kanban/`. */
export function temporaryBoard(
  files: Readonly<Record<string, string>> = {},
  options: Partial<KanbanOptions> = {},
): TemporaryBoard {
  const dir = mkdtempSync(join(tmpdir(), 'shoko-kanban-'))
  const published: ResourceChange[] = []
  const open: KanbanContext[] = []
  const path = (name: string) => join(dir, '.kanban', name)
  const board: TemporaryBoard = {
    dir,
    published,
    ctx: openKanban({ roots: [dir], changes: { publish: (change) => published.push(change) }, ...options }),
    read: (name) => readFileSync(path(name), 'utf8'),
    write(name, text) {
      mkdirSync(dirname(path(name)), { recursive: true })
      writeFileSync(path(name), text)
    },
    has: (name) => existsSync(path(name)),
    files: () => listFiles(path('')).sort(),
    reopen(more = {}) {
      const ctx = openKanban({ roots: [dir], ...more })
      open.push(ctx)
      return ctx
    },
  }
  mkdirSync(path(''), { recursive: true })
  for (const [name, text] of Object.entries(files)) board.write(name, text)
  onTestFinished(async () => {
    for (const ctx of [board.ctx, ...open]) await ctx.close()
    rmSync(dir, { recursive: true, force: true })
  })
  return board
}

/** Well-formed ids that tests can tell apart: `ulid('A')` is `01AAAA…`. */
export function ulid(mark: string): string {
  return `01${mark.repeat(24).slice(0, 24)}`
}

/** The file of a card with these front matter lines. */
export function cardFile(id: string, lines: readonly string[] = [], body = 'Body.\n'): string {
  return `---\nid: ${id}\ntitle: Card ${id.slice(2, 4)}\n${lines.map((line) => `${line}\n`).join('')}---\n\n${body}`
}

export function fixedClock(iso: string): Clock & { set(iso: string): void } {
  let now = Date.parse(iso)
  return {
    now: () => now,
    set: (next) => {
      now = Date.parse(next)
    },
  }
}

/** Resolves when the condition holds; the test's own timeout ends the waiting. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10))
}

function listFiles(dir: string, prefix = ''): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === '.shoko') return []
    const name = `${prefix}${entry.name}`
    return entry.isDirectory() ? listFiles(join(dir, entry.name), `${name}/`) : [name]
  })
}
