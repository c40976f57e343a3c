import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cliMain, type DemoWorkspace, demoWorkspace, runProgram } from '@shoko/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'

const LITTER = '.shoko-0123456789abcdef.tmp'
const A = '01AAAAAAAAAAAAAAAAAAAAAAAA'
const B = '01BBBBBBBBBBBBBBBBBBBBBBBB'
const Z = '01ZZZZZZZZZZZZZZZZZZZZZZZZ'

interface Found {
  readonly family: string
  readonly code: string
  readonly path: string
  readonly fix?: string
  readonly advice?: string
}

function workspace(): DemoWorkspace {
  const demo = demoWorkspace()
  onTestFinished(() => demo.remove())
  return demo
}

const shoko = ({ env }: DemoWorkspace, ...args: string[]) => runProgram(cliMain, { args: ['check', ...args], env })

async function findings(demo: DemoWorkspace, ...args: string[]) {
  const { code, stdout } = await shoko(demo, '--json', ...args)
  const answer = JSON.parse(stdout) as { findings: Found[]; repaired: Found[] }
  return { code, ...answer, told: answer.findings.map(({ family, code: what, path }) => `${family} ${what} ${path}`) }
}

function put(demo: DemoWorkspace, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(demo.path, path)), { recursive: true })
  writeFileSync(join(demo.path, path), content)
}

/** Every file with its bytes, but those of the servers themselves. */
function wordsOf(demo: DemoWorkspace): Record<string, string> {
  const words: Record<string, string> = {}
  for (const entry of readdirSync(demo.path, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !/[/]\.(shoko|system|cache|vibe-index)|\.ndjson$|\.tmp$/.test(path))
      words[path] = readFileSync(path, 'latin1')
  }
  return words
}

function damage(demo: DemoWorkspace): void {
  for (const folder of ['vault', '.kanban/backlog', 'vibe/kura-app/tasks']) {
    put(demo, `${folder}/${LITTER}`, 'half')
    utimesSync(join(demo.path, folder, LITTER), 1_700_000_000, 1_700_000_000)
  }
  put(demo, 'vault/latin.md', Buffer.from([0x63, 0x61, 0x66, 0xe9]))
  put(demo, 'vault/Twin.md', 'one')
  put(demo, 'vault/twin.md', 'two')
  put(demo, 'vault/a\nb.md', 'x')
  put(demo, `.kanban/backlog/${A}__a.md`, `---\nid: ${A}\ntitle: A\ndepends_on: [${Z}]\n---\n\nA\n`)
  put(demo, `.kanban/backlog/${B}__b.md`, `---\nid: ${B}\ntitle: B\n---\n\nB\n`)
  put(demo, `.kanban/doing/${B}__b.md`, `---\nid: ${B}\ntitle: B\n---\n\nB\n`)
  put(demo, '.kanban/cards.ndjson', '{"id":"gone"}\n')
  put(demo, 'vibe/kura-app/tasks/001-again.md', '# Task: Again\nStatus: pending\n')
}

describe('shoko check', () => {
  it('finds nothing in a healthy workspace, and changes nothing in it', async () => {
    const demo = workspace()
    const before = readdirSync(demo.path, { recursive: true }).toSorted()
    expect(await shoko(demo)).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing found'), stderr: '' })
    expect(readdirSync(demo.path, { recursive: true }).toSorted()).toEqual(before)
  })

  it('finds nothing after servers have written and gone', async () => {
    const demo = workspace()
    for (const [tool, args] of [
      ['kanban_new', { board: '.', title: 'Nueva' }],
      ['vault_create', { path: 'x.md', content: 'x' }],
      ['create_task', { project: 'kura-app', title: 'Otra', objective: 'x', steps: ['a'], acceptance_criteria: ['b'] }],
      ['search', { query: 'Otra' }],
      ['manual_find', { query: '水害', manual_id: 'hoken-tetsuzuki' }],
    ] as const)
      expect(await runProgram(cliMain, { args: ['call', tool, JSON.stringify(args)], env: demo.env })).toMatchObject({ code: 0 })
    expect(await findings(demo)).toMatchObject({ code: 0, told: [] })
  })

  it('names every damage with its path and what to do', async () => {
    const demo = workspace()
    damage(demo)
    const { code, told, findings: all } = await findings(demo)
    expect(code).toBe(1)
    expect(told.toSorted()).toEqual(
      [
        `kanban dangling .kanban/backlog/${A}__a.md`,
        `kanban equal-copy .kanban/backlog/${B}__b.md`,
        'kanban index-differs .kanban/cards.ndjson',
        'kanban index-differs .kanban/relations.ndjson',
        `kanban litter .kanban/backlog/${LITTER}`,
        `vault litter ${LITTER}`,
        'vault not-text latin.md',
        'vault twin-names Twin.md',
        'vault unreachable-name a\\nb.md',
        `vibe litter kura-app/tasks/${LITTER}`,
        'vibe duplicate-number kura-app/tasks/001-again.md',
      ].toSorted(),
    )
    for (const finding of all) expect(finding.fix ?? finding.advice).toBeTypeOf('string')
    const { stdout } = await shoko(demo, 'vault')
    expect(stdout).toMatch(/^warn {3}vault \.shoko-\w+\.tmp: litter: .* -> --fix: remove it$/m)
    expect(stdout).not.toContain('kanban')
  })

  it('repairs with --fix what is safe, leaves every word, and has nothing to do the second time', async () => {
    const demo = workspace()
    damage(demo)
    const before = wordsOf(demo)
    const first = await findings(demo, '--fix')
    expect(first.repaired).toHaveLength(6)
    expect(first.told.toSorted()).toEqual(
      [
        `kanban dangling .kanban/backlog/${A}__a.md`,
        'vault not-text latin.md',
        'vault twin-names Twin.md',
        'vault unreachable-name a\\nb.md',
        'vibe duplicate-number kura-app/tasks/001-again.md',
      ].toSorted(),
    )
    const after = wordsOf(demo)
    const removed = Object.keys(before).filter((path) => !(path in after))
    expect(removed).toHaveLength(1)
    expect(removed[0]).toContain(B)
    for (const path of Object.keys(after)) expect(after[path]).toBe(before[path])
    const second = await findings(demo, '--fix')
    expect([second.repaired, second.told]).toEqual([[], first.told])
    expect(wordsOf(demo)).toEqual(after)
  })

  it('is clean after --fix when nothing is left for a person', async () => {
    const demo = workspace()
    put(demo, `vault/${LITTER}`, 'half')
    put(demo, '.kanban/relations.ndjson', 'torn')
    expect((await shoko(demo, '--fix')).code).toBe(0)
    expect(await findings(demo)).toMatchObject({ code: 0, told: [] })
  })

  it('compares the search index of the workspaces with their files', async () => {
    const demo = workspace()
    await runProgram(cliMain, { args: ['vibe', 'reindex'], env: demo.env })
    expect((await findings(demo, 'vibe')).told).toEqual([])
    put(demo, 'vibe/kura-app/references/new.md', '# New')
    rmSync(join(demo.path, 'vibe/kura-app/status.md'), { force: true })
    expect((await findings(demo, 'vibe')).told).toEqual(['vibe index-behind index.db'])
    expect(await findings(demo, '--fix', 'vibe')).toMatchObject({ code: 0, told: [], repaired: [{ code: 'index-behind' }] })
  })

  it('says so when the index is damaged, and leaves the file to its owner', async () => {
    const demo = workspace()
    put(demo, '.vibe-index/index.db', 'no database at all, but long enough to look like a file of one'.repeat(20))
    expect(await findings(demo, '--fix', 'vibe')).toMatchObject({ code: 1, told: ['vibe index-damaged index.db'] })
  })

  it('removes a saved index of the manuals that cannot be used', async () => {
    const demo = workspace()
    const cache = join(demo.path, '.cache/shoko/manuals')
    await runProgram(cliMain, { args: ['find', '水害'], env: demo.env })
    const saved = readdirSync(cache).find((name) => name.startsWith('manual-index-'))!
    writeFileSync(join(cache, saved), 'cut')
    expect((await findings(demo, 'manual')).told).toEqual([`manual index-damaged cache: ${saved}`])
    expect(await findings(demo, '--fix', 'manual')).toMatchObject({ code: 0, told: [] })
  })

  it('looks at the board of the folder one stands in, also where the settings serve none', async () => {
    const demo = workspace()
    put(demo, `proj/.kanban/todo/${A}__call.md`, '---\ntitle: Call\n---\nRing them\n')
    const env = { ...demo.env, SHOKO_FAMILIES: 'vault' }
    const run = (...args: string[]) => runProgram(cliMain, { args: ['check', ...args], env, cwd: join(demo.path, 'proj') })
    expect(await run('kanban')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`kanban .kanban/todo/${A}__call.md: missing`),
    })
    expect(await run('--fix')).toMatchObject({ code: 0 })
    expect(readFileSync(join(demo.path, `proj/.kanban/todo/${A}__call.md`), 'utf8')).toContain(`id: ${A}`)
    const elsewhere = await runProgram(cliMain, { args: ['check', 'kanban'], env, cwd: tmpdir() })
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('kanban: not served here')])
  })

  it('tells two boards apart', async () => {
    const demo = workspace()
    cpSync(join(demo.path, '.kanban'), join(demo.path, 'side/.kanban'), { recursive: true })
    put(demo, 'side/.kanban/cards.ndjson', '')
    expect((await findings(demo, 'kanban')).told).toEqual(['kanban index-differs side/.kanban/cards.ndjson'])
    expect(await findings(demo, '--fix', 'kanban')).toMatchObject({ code: 0 })
  })

  it.each([[['boards']], [['--repair']], [['--fix', '--shoko-read-only', 'true']]])(
    'refuses %j with exit code 2',
    async (args) => {
      expect((await shoko(workspace(), ...args)).code).toBe(2)
    },
  )
})
