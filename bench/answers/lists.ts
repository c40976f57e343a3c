import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBoard } from '../kanban/make-board.ts'
import { Server } from '../torture/server.ts'

/**
 * Lists of the built server over large folders: is every answer within its bound, does paging give every entry once, and does a list
 * that moved meanwhile say so? `node --conditions=shoko-source bench/answers/lists.ts`; exits with 1 when one does not.
 */
const BOUND = 20_000
const MANUAL_FILES = 2_500
const NOTES = 1_500
const TASKS = 500
const CARDS = 1_000

interface List {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly entries: string
  /** Where an entry is a group, the list of what counts in it. */
  readonly parts?: string
  readonly key: (entry: Readonly<Record<string, unknown>>) => string
  readonly total: number
  /** Adds an entry. */
  readonly move: () => void
}

const folder = mkdtempSync(join(tmpdir(), 'shoko-lists-'))
const board = makeBoard({ open: CARDS, done: 0 })
const manual = join(folder, 'manuals/large')
const tasks = join(folder, 'vibe/p/tasks')
const notes = join(folder, 'vault/notes')
const task = (n: number) => `# Task: Number ${n}\n\nStatus: todo\n\n## Objective\nWords about number ${n}.\n`
const file = (parent: string, n: number, text: string) => {
  mkdirSync(parent, { recursive: true })
  writeFileSync(join(parent, `${String(n).padStart(4, '0')}-a-name-of-usual-length.md`), text)
}
for (let n = 0; n < MANUAL_FILES; n++) file(manual, n, `# Title ${n}\n\n## Part of ${n}\n\nWords.\n`)
for (let n = 0; n < NOTES; n++) file(notes, n, `# Note ${n}\n\nA note about water.\n`)
for (let n = 1; n <= TASKS; n++) file(tasks, n, task(n))

const lists: readonly List[] = [
  {
    tool: 'vault_ls',
    args: { relative_dir: 'notes' },
    entries: 'entries',
    key: ({ path, name }) => String(path ?? name),
    total: NOTES,
    move: () => file(notes, NOTES, '# Another\n'),
  },
  {
    tool: 'vault_search',
    args: { query: 'water' },
    entries: 'results',
    key: (entry) => JSON.stringify(entry),
    total: NOTES,
    move: () => file(notes, NOTES + 1, '# One more\n\nAbout water.\n'),
  },
  {
    tool: 'manual_ls',
    args: { id: 'large' },
    entries: 'items',
    key: ({ id }) => String(id),
    total: MANUAL_FILES,
    move: () => file(manual, MANUAL_FILES, '# Another\n'),
  },
  {
    tool: 'manual_toc',
    args: { manual_id: 'large' },
    entries: 'items',
    parts: 'headings',
    key: (entry) => JSON.stringify(entry),
    total: 2 * MANUAL_FILES + 1,
    move: () => file(manual, MANUAL_FILES + 1, '# One more\n'),
  },
  {
    tool: 'list_tasks',
    args: { project: 'p' },
    entries: 'tasks',
    key: ({ path }) => String(path),
    total: TASKS,
    move: () => file(tasks, TASKS + 1, task(TASKS + 1)),
  },
  {
    tool: 'kanban_list',
    args: { board: board.dir },
    entries: 'items',
    key: ({ cardId, id }) => String(cardId ?? id),
    total: CARDS,
    move: () =>
      writeFileSync(
        join(board.dir, '.kanban/backlog/01M4ASEKM9GFQ11M9999999999__more.md'),
        '---\nid: 01M4ASEKM9GFQ11M9999999999\ntitle: More\n---\n',
      ),
  },
]

interface Paged {
  readonly pages: number
  readonly longest: number
  readonly entries: number
  readonly distinct: number
  readonly total: unknown
  readonly changedMeanwhile: boolean
  readonly version: unknown
}

async function pageThrough(server: Server, { tool, args, entries, key, parts }: List): Promise<Paged> {
  const seen: string[] = []
  let [pages, longest, offset, changedMeanwhile] = [0, 0, 0 as number | null, false]
  let [version, total]: unknown[] = []
  while (offset !== null) {
    const answer = await server.call(tool, { ...args, offset, ...(version === undefined ? {} : { version }) })
    if (!answer.ok) throw new Error(`${tool}: ${answer.code} ${answer.message}`)
    const { output } = answer
    const found = output[entries] as Readonly<Record<string, unknown>>[] // lists of objects, whatever the tool
    for (const entry of found)
      seen.push(...(parts === undefined ? [key(entry)] : partsOf(entry, parts).map((part) => key({ path: entry.path, part }))))
    longest = Math.max(longest, [...JSON.stringify(output)].length)
    changedMeanwhile ||= output.changed === true
    ;[version, total] = [output.version, output.total]
    offset = (output.next_offset ?? output.nextOffset ?? null) as number | null
    pages++
  }
  return { pages, longest, entries: seen.length, distinct: new Set(seen).size, total, changedMeanwhile, version }
}

function partsOf(entry: Readonly<Record<string, unknown>>, parts: string): readonly unknown[] {
  return entry[parts] as readonly unknown[] // as its output schema says
}

async function saysItMoved(server: Server, { tool, args, move }: List, version: unknown): Promise<boolean> {
  move()
  for (let tries = 0; tries < 20; tries++) {
    const answer = await server.call(tool, { ...args, offset: 1, version })
    if (answer.ok && answer.output.changed === true) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

const env = {
  WORKSPACE_ROOT: folder,
  VIBE_ROOT: join(folder, 'vibe'),
  KANBAN_ROOTS: board.dir,
  XDG_CACHE_HOME: join(folder, 'cache'),
  HOME: folder,
}
const server = await new Server({ env }).open()
try {
  for (const list of lists) {
    const paged = await pageThrough(server, list)
    const moved = await saysItMoved(server, list, paged.version)
    const holds =
      paged.longest <= BOUND && paged.entries === list.total && paged.distinct === list.total && !paged.changedMeanwhile && moved
    const { pages, longest, entries, distinct } = paged
    process.stdout.write(
      `${list.tool.padEnd(14)} ${pages} pages, longest ${longest} characters, ${entries} entries (${distinct} different) of ${list.total}, says that it moved: ${moved} ${holds ? '' : ' DOES NOT HOLD'}\n`,
    )
    if (!holds) process.exitCode = 1
  }
} finally {
  await server.close()
  for (const path of [folder, board.dir]) rmSync(path, { recursive: true, force: true })
}
