import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, demoWorkspace, type TestClient } from '@shoko/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** A question is answered in so much; what reads a document whole or changes something is only counted. */
const MAX_CALLS = 2
const MAX_CHARACTERS = 3000
const PROBE_KIT = '01M6D6M0F41G0CTA7GFD1FMEBH'
const LABEL_PROOF = '01M6J68M69WRV2MXHM0F6YEW7Y'
const workspace = demoWorkspace()
const vault = join(workspace.path, 'vault')
const rows: string[] = []
let client: TestClient

/** One task of the day: what the agent called, and how many characters it had to read. */
class Task {
  calls = 0
  characters = 0

  async call(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
    const answer = await client.call(tool, args)
    this.calls++
    this.characters += [...JSON.stringify(answer.ok ? answer.output : answer)].length
    if (!answer.ok) throw new Error(`${tool}: ${JSON.stringify(answer)}`)
    return answer.output
  }
}

function asks(what: string, work: (task: Task) => Promise<void>): void {
  does(what, async (task) => {
    await work(task)
    expect(task.calls).toBeLessThanOrEqual(MAX_CALLS)
    expect(task.characters).toBeLessThanOrEqual(MAX_CHARACTERS)
  })
}

function does(what: string, work: (task: Task) => Promise<void>): void {
  it(what, async () => {
    const task = new Task()
    try {
      await work(task)
    } finally {
      rows.push(`${what.padEnd(62)} ${String(task.calls).padStart(5)} ${String(task.characters).padStart(11)}`)
    }
  })
}

function textOf(output: Record<string, unknown>): string {
  return JSON.stringify((output.passages as readonly { text: string }[]).map(({ text }) => text))
}

beforeAll(async () => {
  const old = new Date('2026-11-01T12:00:00Z')
  for (const entry of readdirSync(vault, { recursive: true, encoding: 'utf8' })) utimesSync(join(vault, entry), old, old)
  mkdirSync(join(vault, 'links'))
  for (let n = 0; n < 17; n++)
    writeFileSync(join(vault, `links/${n}.md`), `See [[glossary#Mill|term ${n}]] and [g](../reference/glossary.md).\n`)
  for (let n = 0; n < 17; n++) utimesSync(join(vault, `links/${n}.md`), old, old)
  writeFileSync(join(vault, 'ideas/yesterday.md'), '# Yesterday\n')
  const yesterday = new Date('2026-11-16T18:00:00Z')
  utimesSync(join(vault, 'ideas/yesterday.md'), yesterday, yesterday)
  client = await connect({ transport: 'stdio', env: workspace.env }, 'v2-auto')
})

afterAll(async () => {
  console.log(['task'.padEnd(62), 'calls', ' characters'].join(' ').concat('\n', rows.join('\n')))
  await client.close()
  workspace.remove()
})

describe("the tasks of a person's day", () => {
  asks('finds a fact in the notes, in Japanese', async (task) => {
    expect(textOf(await task.call('vault_find', { query: '運送会社の集荷は何時になった' }))).toContain('15時30分')
  })

  asks('finds a fact in the notes, in Spanish', async (task) => {
    const answer = await task.call('vault_find', { query: '¿hasta cuándo puede cambiar su pedido el Hostal del Puerto?' })
    expect(textOf(answer)).toContain('jueves a mediodía')
  })

  asks('says what changed since yesterday', async (task) => {
    const { entries } = await task.call('vault_ls', { recursive: true, since: '2026-11-16', sort: 'modified' })
    expect((entries as { path: string }[]).map(({ path }) => path)).toEqual(['ideas/yesterday.md'])
  })

  asks('finds where an exact string stands', async (task) => {
    const { results } = await task.call('vault_search', { query: 'softener|descalcificador|軟水', limit: 3 })
    expect((results as unknown[]).length).toBeGreaterThan(0)
  })

  asks('says who links to a note', async (task) => {
    const answer = await task.call('vault_links', { path: 'reference/glossary.md', limit: 20 })
    expect((answer.backlinks as { path: string }[]).filter(({ path }) => path.startsWith('links/'))).toHaveLength(17)
  })

  does('renames a note that 17 others link to', async (task) => {
    const { links_updated } = await task.call('vault_move', { from: 'reference/glossary.md', to: 'reference/terms.md' })
    expect((links_updated as { path: string }[]).filter(({ path }) => path.startsWith('links/'))).toHaveLength(17)
    expect(readFileSync(join(vault, 'links/3.md'), 'utf8')).toBe('See [[terms#Mill|term 3]] and [g](../reference/terms.md).\n')
  })

  does('throws a note away and brings it back', async (task) => {
    const { trashed_path } = await task.call('vault_trash', { path: 'ideas/yesterday.md' })
    await task.call('vault_move', { from: trashed_path, to: 'ideas/yesterday.md' })
    expect(statSync(join(vault, 'ideas/yesterday.md')).isFile()).toBe(true)
  })

  does("writes today's daily note, which is not there yet", async (task) => {
    await task.call('vault_create', { path: 'daily/2026-11-17.md', content: '# 2026-11-17\n\n- Called the carrier.\n' })
    const { hash } = await task.call('vault_write', { path: 'daily/2026-11-17.md', content: '- And again.\n', mode: 'append' })
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
  })

  does('moves a card and leaves a note', async (task) => {
    await task.call('kanban_move', { board: '.', cardId: LABEL_PROOF, toColumn: 'review' })
    await task.call('kanban_notes_append', { board: '.', cardId: LABEL_PROOF, text: 'Proof sent to the printer.' })
  })

  asks('says which cards are blocked', async (task) => {
    const answer = await task.call('kanban_list', { board: '.', blocked: true })
    expect(JSON.stringify(answer)).toMatch(/01M[0-9A-Z]{23}/)
  })

  asks('opens a card', async (task) => {
    expect(JSON.stringify(await task.call('kanban_card', { board: '.', cardId: PROBE_KIT }))).toContain('Level probe')
  })

  asks('lists the open tasks of all projects', async (task) => {
    const { tasks, total } = await task.call('list_tasks', { status: 'open' })
    const open = (tasks as { project: string; filename: string; status: string }[]).map(
      ({ project, filename, status }) => `${project} ${filename.slice(0, 3)} ${status}`,
    )
    expect(total).toBe(10)
    expect(open).toEqual([
      ...['003 in-progress', '004 in-progress', '005 blocked', '006 pending', '007 pending'].map((task) => `kura-app ${task}`),
      ...['003 in-progress', '004 in-progress', '005 pending', '006 blocked', '007 pending'].map((task) => `tsubame-web ${task}`),
    ])
  })

  asks('says whether something is covered, with the lines', async (task) => {
    const answer = await task.call('manual_find', { query: '水害は対象ですか' })
    expect(textOf(answer)).toContain('水害')
    expect(JSON.stringify(answer.passages)).toMatch(/"start_line":\d+,"end_line":\d+/)
  })

  does('reads a note whole and proves it', async (task) => {
    let next: Record<string, unknown> = { path: 'sources/entrevista-devoluciones.md' }
    for (;;) {
      const { eof, next_actions } = await task.call('vault_scan', next)
      const [action] = next_actions as { type: string; params: Record<string, unknown> }[]
      next = action!.params
      if (eof) break
    }
    expect(await task.call('vault_coverage', next)).toMatchObject({ coverage_ratio: 1, meets_min_coverage: true })
  })

  asks('says where a project was left', async (task) => {
    const { parsed } = await task.call('get_plan', { project: 'tsubame-web', limits: { max_chars: 600 } })
    expect(parsed).toMatchObject({ in_progress: 2, blocked: 1 })
    const { results } = await task.call('search', { query: 'next steps', project: 'tsubame-web', folder: 'sessions', limit: 2 })
    const last = (results as { filename: string }[]).find(({ filename }) => filename === '2026-11-13.md')
    expect(JSON.stringify(last)).toContain('terminar el paso 4 de la tarea 004')
  })

  asks('asks everything at once', async (task) => {
    const answer = await task.call('shoko_find', { query: 'water hardness for espresso' })
    expect(textOf(answer).toLowerCase()).toContain('hardness')
  })
})
