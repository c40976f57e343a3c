import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { cliMain, type DemoWorkspace, demoWorkspace, runProgram, temporaryTree } from '@shoko/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let workspace: DemoWorkspace
beforeAll(() => {
  workspace = demoWorkspace()
})
afterAll(() => workspace.remove())

/** With a home of its own: what the machine's user has set up is nobody's business here. */
const shoko = (args: readonly string[], env = workspace.env, input = '') =>
  runProgram(cliMain, { args, env: { HOME: workspace.path, COLUMNS: '120', ...env }, input })

describe('shoko', () => {
  it.each(['tools --json', 'tour --fast'])('%s ends quietly when its reader has seen enough', (command) => {
    const piped = spawnSync('sh', ['-c', `"${process.execPath}" "${cliMain}" ${command} | head -n 1`], {
      encoding: 'utf8',
      env: { ...process.env, HOME: workspace.path },
    })
    expect([piped.status, piped.stderr]).toEqual([0, ''])
    expect(piped.stdout).not.toBe('')
  })

  it('explains itself', async () => {
    const { code, stdout } = await shoko(['help'])
    expect(code).toBe(0)
    for (const command of ['init', 'stdio', 'http', 'doctor', 'tools', 'call', 'find', 'kanban', 'vibe'])
      expect(stdout).toContain(`  ${command} `)
  })

  it('has a page with examples for every command', async () => {
    const names = [...(await shoko(['help'])).stdout.matchAll(/^ {2}([a-z]+) {2}/gm)].map(([, name]) => name!)
    const pages = await Promise.all(names.map(async (name) => [name, await shoko(['help', name])] as const))
    for (const [name, { code, stdout }] of pages) {
      expect(code, name).toBe(0)
      expect(stdout, name).toMatch(new RegExp(`usage: shoko ${name}[^]*examples:\\n  #.*\\n  .*shoko ${name}`))
    }
    expect((await shoko(['doctor', '--help'])).stdout).toBe((await shoko(['help', 'doctor'])).stdout)
  })

  it('colours only on a terminal, unless told otherwise', async () => {
    const { NO_COLOR: _, ...plain } = { NO_COLOR: '', ...workspace.env }
    expect((await shoko(['help', 'call'], plain)).stdout).not.toContain('\x1b[')
    expect((await shoko(['help', 'call'], { ...plain, FORCE_COLOR: '1' })).stdout).toContain('\x1b[1m')
    expect((await shoko(['help', 'call'], { ...plain, NO_COLOR: '1' })).stdout).not.toContain('\x1b[')
  })

  it('names the nearest command', async () => {
    const { code, stderr } = await shoko(['docter'])
    expect(code).toBe(2)
    expect(stderr).toContain('did you mean doctor?')
  })

  it('says its version', async () => {
    expect((await shoko(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('shoko doctor', () => {
  it('finds nothing wrong with the demo workspace', async () => {
    const { code, stdout } = await shoko(['doctor'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ok {6}vault .*: \d+ files$/m)
    expect(stdout).toContain('3 manuals')
    expect(stdout).not.toContain('PROBLEM')
  })

  it('says what is missing and how to get it', async () => {
    const { code, stdout } = await shoko(['doctor'], { WORKSPACE_ROOT: temporaryTree().path, VIBE_ROOT: '/nowhere' })
    expect(code).toBe(0)
    expect(stdout).toMatch(/missing vault .* is not there\n.*-> mkdir -p '.*vault', or set VAULT_ROOT/)
  })

  it('lists every bad setting and exits with 2', async () => {
    const { code, stdout } = await shoko(['doctor', '--http-port', 'x', '--log-level', 'loud'])
    expect(code).toBe(2)
    expect(stdout.match(/PROBLEM settings/g)).toHaveLength(2)
  })

  it('warns of a server that would be open to the network', async () => {
    const { code, stdout } = await shoko(['doctor', '--http-host', '0.0.0.0'])
    expect([code, stdout.includes('PROBLEM http')]).toEqual([1, true])
  })

  it('speaks JSON', async () => {
    expect(JSON.parse((await shoko(['doctor', '--json'])).stdout)).toMatchObject({ ok: true, checks: expect.any(Array) })
  })

  it.skipIf(process.getuid?.() === 0)('reports a folder that it may not read', async () => {
    const tree = temporaryTree({ 'vault/a.md': 'x' })
    chmodSync(tree.at('vault'), 0)
    const { code, stdout } = await shoko(['doctor'], { WORKSPACE_ROOT: tree.path })
    chmodSync(tree.at('vault'), 0o755)
    expect([code, stdout.includes('PROBLEM vault')]).toEqual([1, true])
  })
})

describe('shoko tools and shoko call', () => {
  it('lists every tool with its effect', async () => {
    const { stdout } = await shoko(['tools'])
    expect(stdout).toMatch(/^vault_read +read +\S/m)
    expect(
      JSON.parse((await shoko(['tools', '--json', '--shoko-families', 'audit'])).stdout).map(
        ({ name }: { name: string }) => name,
      ),
    ).toEqual(['vault_coverage', 'artifact_audit'])
  })

  it('calls a tool and prints what it returns', async () => {
    const { code, stdout } = await shoko(['call', 'vault_ls', '{"relative_dir":"daily"}'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout).entries.length).toBeGreaterThan(3)
  })

  it('prints a failure to stderr and exits with 1', async () => {
    const { code, stdout, stderr } = await shoko(['call', 'vault_read', '{"path":"../x","full":true}'])
    expect([code, stdout]).toEqual([1, ''])
    expect(JSON.parse(stderr)).toMatchObject({ code: 'invalid_path' })
  })

  it('reads the arguments from standard input', async () => {
    const { code, stdout } = await shoko(['call', 'vault_ls', '-'], workspace.env, '{"relative_dir":"daily"}')
    expect([code, JSON.parse(stdout).entries.length > 3]).toEqual([0, true])
  })

  it('writes answers and errors for reading when asked', async () => {
    const { stdout } = await shoko(['call', 'vault_ls', '{"relative_dir":"daily"}', '--text'])
    expect(stdout).toMatch(/^entries:\n {2}- path: daily\/2026-/)
    const kinds = [
      ['vault_read', '{"path":"../x","full":true}', /^invalid_path path must not/],
      ['kanban_list', '{"bord":"."}', /^invalid-argument unknown argument: "bord"/],
      ['list_tasks', '{"status":"x"}', /^INVALID_STATUS status: must be one of/],
    ] as const
    for (const [tool, args, words] of kinds) {
      const { code, stderr } = await shoko(['call', tool, args, '--text'])
      expect([code, stderr]).toEqual([1, expect.stringMatching(words)])
    }
  })

  it.each([
    [['call', 'vault_raed'], 'did you mean vault_read?'],
    [['call', 'vault_ls', '{a}'], 'not JSON: Expected property name'],
    [['call', 'vault_ls', '{', '}'], 'put it in quotes'],
    [['call', 'vault_ls', '3'], 'must be a JSON object'],
    [['tools', 'vault_raed'], 'did you mean vault_read?'],
  ])('says what is wrong with %j', async (args, words) => {
    const { code, stderr } = await shoko(args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
  })

  it('shows what a tool takes', async () => {
    const { stdout } = await shoko(['tools', 'vault_read'])
    expect(stdout).toMatch(/^ {2}path +string +required/m)
    expect(stdout).toContain(`shoko call vault_read '{"path":"…"}'`)
  })

  it.each([[['call']], [['call', 'vault_raed']], [['call', 'vault_ls', 'not json']], [['call', 'vault_ls', '[]']]])(
    'exits with 2 on %j',
    async (args) => {
      expect((await shoko(args)).code).toBe(2)
    },
  )
})

describe('the family commands', () => {
  it('searches the manuals and explains', async () => {
    const { code, stdout } = await shoko(['find', '水害は対象ですか', '--explain'])
    expect(code).toBe(0)
    expect(stdout).toContain('taishou')
  })

  it('lists a board', async () => {
    const { code, stdout } = await shoko(['kanban', 'list', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout).items.length).toBeGreaterThan(5)
  })

  it('searches the workspaces', async () => {
    const { code, stdout } = await shoko(['vibe', 'tasks', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout).total).toBe(14)
  })
})
