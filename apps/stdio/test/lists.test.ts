import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { connect, type TestClient } from '@shoko/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The least that HARD_MAX_CHARS can be, and more entries than fit. */
const BOUND = 4000
const MANY = 130

type Output = Readonly<Record<string, unknown>>
type Entry = Readonly<Record<string, unknown>>

const path = mkdtempSync(join(tmpdir(), 'shoko-lists-'))
const idOf = (n: number) => `01M4ASEKM9GFQ11M${String(n).padStart(10, '0')}`
const nameOf = (n: number) => `${String(n).padStart(4, '0')}-a-name-of-usual-length`
let client: TestClient

function write(name: string, text: string): void {
  mkdirSync(dirname(join(path, name)), { recursive: true })
  writeFileSync(join(path, name), text)
}

async function ask(tool: string, args: Record<string, unknown>): Promise<Output> {
  const answer = await client.call(tool, args)
  if (!answer.ok) throw new Error(`${tool}: ${JSON.stringify(answer)}`)
  return answer.output
}

function boundOf(output: unknown): number {
  return [...JSON.stringify(output)].length
}

/** Every entry of all pages, as a text that tells it from the others. */
async function pagesOf(
  next: (args: Record<string, unknown>) => Promise<Output>,
  entriesOf: (output: Output) => readonly unknown[],
): Promise<{ readonly pages: number; readonly seen: string[]; readonly total: unknown }> {
  const seen: string[] = []
  let pages = 0
  let total: unknown
  let version: unknown
  for (let offset: unknown = 0; offset !== null; pages++) {
    const output = await next({ offset, ...(version === undefined ? {} : { version }) })
    expect(boundOf(output)).toBeLessThanOrEqual(BOUND)
    expect(output.changed).toBeUndefined()
    seen.push(...entriesOf(output).map((entry) => JSON.stringify(entry)))
    ;({ total, version } = output)
    offset = output.next_offset ?? output.nextOffset ?? null
    expect(pages).toBeLessThan(MANY * 3)
  }
  return { pages, seen, total }
}

beforeAll(async () => {
  for (let n = 0; n < MANY; n++) {
    write(`vault/notes/${nameOf(n)}.md`, `# Note ${n}\n\nA note about water.\n`)
    write(`vault/linking/${nameOf(n)}.md`, `# Linking ${n}\n\nSee [[target]] and [[gone]].\n`)
    write(`manuals/large/${nameOf(n)}.md`, `# Title ${n}\n\nThe pump needs water number ${n}.\n`)
    write(`vibe/p/tasks/${nameOf(n)}.md`, `# Task: Number ${n}\n\nStatus: todo\n\n## Objective\nWords about water.\n`)
    const parent = n === 0 ? '' : `parent: ${idOf(0)}\n`
    write(`.kanban/backlog/${idOf(n)}__card.md`, `---\nid: ${idOf(n)}\ntitle: Card number ${n}\n${parent}---\n`)
  }
  const links = Array.from({ length: MANY }, (_, n) => `A link to [[${nameOf(n)}]] here.`)
  write('vault/hub.md', `# Hub\n\n${links.join('\n\n')}\n`)
  write('vault/target.md', '# Target\n\nWords.\n')
  const lines = Array.from({ length: 4 * MANY }, (_, n) => `Line ${n} of the source.`)
  write('vault/source.md', `# Source\n\n${lines.join('\n')}\n`)
  write(
    'vault/artifact.md',
    Array.from({ length: MANY }, (_, n) => `## Made up ${n}\n\nNothing that the source says.\n`).join('\n'),
  )
  const env = {
    WORKSPACE_ROOT: path,
    VIBE_ROOT: join(path, 'vibe'),
    XDG_CACHE_HOME: join(path, 'cache'),
    HOME: path,
    HARD_MAX_CHARS: String(BOUND),
    LOG_LEVEL: 'error',
  }
  client = await connect({ transport: 'stdio', env }, 'v1')
  for (let n = 0; n < MANY; n++)
    await ask('kanban_notes_append', { board: '.', cardId: idOf(1), type: 'worklog', text: `Note number ${n}.` })
}, 60_000)

afterAll(async () => {
  await client.close()
  rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

interface List {
  readonly tool: string
  readonly args?: Record<string, unknown>
  readonly entries: (output: Output) => readonly unknown[]
  readonly total?: number
}

const at =
  (key: string) =>
  (output: Output): readonly unknown[] =>
    output[key] as readonly unknown[] // as the output schemas say

const headings = (output: Output) =>
  at('items')(output).flatMap((file) =>
    at('headings')(file as Output).map((heading) => ({ path: (file as Entry).path, heading })),
  )

/** Nodes of a tree, without those that only lead to a page's own. */
function nodesOf({ tree }: Output): unknown[] {
  const visit = (node: Entry): unknown[] => [
    ...(node.continued === true ? [] : [{ id: node.id }]),
    ...(node.children as readonly Entry[]).flatMap(visit),
  ]
  return visit(tree as Entry)
}

describe('every list is within its bound, and its pages give every entry once', () => {
  it.each<List>([
    { tool: 'vault_ls', args: { relative_dir: 'notes' }, entries: at('entries'), total: MANY },
    { tool: 'vault_search', args: { query: 'about water' }, entries: at('results'), total: MANY },
    {
      tool: 'vault_links',
      args: { path: 'hub.md' },
      entries: (output) => [...at('outgoing')(output), ...at('backlinks')(output)],
      total: MANY,
    },
    {
      tool: 'vault_links',
      args: { path: 'target.md' },
      entries: (output) => [...at('outgoing')(output), ...at('backlinks')(output)],
      total: MANY,
    },
    { tool: 'manual_ls', args: { id: 'large' }, entries: at('items'), total: MANY },
    { tool: 'manual_toc', args: { manual_id: 'large' }, entries: headings, total: MANY },
    { tool: 'list_tasks', args: { project: 'p' }, entries: at('tasks'), total: MANY },
    { tool: 'search', args: { query: 'water' }, entries: at('results') },
    { tool: 'kanban_list', args: { board: '.' }, entries: at('items'), total: MANY },
    { tool: 'kanban_tree', args: { board: '.', root: idOf(0) }, entries: nodesOf, total: MANY },
    { tool: 'kanban_notes_list', args: { board: '.', cardId: idOf(1), all: true }, entries: at('items'), total: MANY },
  ])('$tool', async ({ tool, args = {}, entries, total }) => {
    const paged = await pagesOf((page) => ask(tool, { ...args, ...page }), entries)
    expect(paged.pages).toBeGreaterThan(1)
    expect(paged.seen).toHaveLength(paged.total as number)
    expect(new Set(paged.seen).size).toBe(paged.seen.length)
    if (total !== undefined) expect(paged.total).toBe(total)
  })

  it('manual_hits, for what a search found', async () => {
    const { trace_id } = await ask('manual_find', { query: 'pump water' })
    for (const kind of ['candidates', 'integrated_top']) {
      const paged = await pagesOf((page) => ask('manual_hits', { trace_id, kind, ...page }), at('items'))
      expect(paged.seen).toHaveLength(paged.total as number)
      expect(new Set(paged.seen).size).toBe(paged.seen.length)
    }
  })

  it('ranges of vault_coverage', async () => {
    const cited = Array.from({ length: MANY }, (_, n) => ({ start_line: 4 * n + 3, end_line: 4 * n + 4 }))
    const paged = await pagesOf(
      (page) =>
        ask('vault_coverage', {
          path: 'source.md',
          cited_ranges: cited.map((range) => ({ path: 'source.md', ...range })),
          ...page,
        }),
      (output) =>
        ['covered_ranges', 'uncovered_ranges', 'stale_ranges'].flatMap((key) => at(key)(output).map((range) => ({ key, range }))),
    )
    expect(paged.pages).toBeGreaterThan(1)
    // The lists are paged side by side: the total is that of the longest.
    expect(paged.seen).toHaveLength(2 * MANY + 1)
    expect(paged.total).toBe(MANY + 1)
    expect(new Set(paged.seen).size).toBe(paged.seen.length)
  })

  it('findings of artifact_audit', async () => {
    const first = await ask('artifact_audit', { artifact_path: 'artifact.md', source_path: 'source.md', cited_ranges: [] })
    expect(boundOf(first)).toBeLessThanOrEqual(BOUND)
    expect(at('findings')(first).length).toBeGreaterThan(0)
    expect(first.next_offset).not.toBeNull()
  })

  it('vibe://projects/{name}, by folder and offset', async () => {
    const raw = client.raw as ClientV1
    const read = async (uri: string) => {
      const { contents } = await raw.readResource({ uri })
      return (contents[0] as { readonly text: string }).text
    }
    expect([...(await read('vibe://projects/p'))].length).toBeLessThanOrEqual(BOUND)
    expect([...(await read('vibe://projects/p?folder=tasks&offset=50'))].length).toBeLessThanOrEqual(BOUND)
  })
})

describe('what changes files names what it changed within the bound', () => {
  it('links_updated of vault_move, backlinks of vault_trash', async () => {
    const moved = await ask('vault_move', { from: 'target.md', to: 'elsewhere/target-moved.md' })
    expect(boundOf(moved)).toBeLessThanOrEqual(BOUND)
    expect(moved).toMatchObject({ total: MANY, next_offset: expect.any(Number) })
    const trashed = await ask('vault_trash', { path: 'elsewhere/target-moved.md' })
    expect(boundOf(trashed)).toBeLessThanOrEqual(BOUND)
    expect(trashed).toMatchObject({ total: MANY, next_offset: expect.any(Number) })
  })
})
