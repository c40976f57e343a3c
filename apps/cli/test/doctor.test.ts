import { cliMain, runProgram, type TemporaryTree } from '@shoko/testkit'
import { examples } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import type { Machine } from '../src/clients/client.ts'
import { clients } from '../src/clients/clients.ts'
import { lastWords } from '../src/clients/last-words.ts'
import { entryAsClient, isSwitchedOff, readAsClient } from '../src/clients/read-entry.ts'
import { homeWith } from './home.ts'

function doctor(home: TemporaryTree, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}, cwd = home.path) {
  return runProgram(cliMain, {
    args: ['doctor', ...args],
    cwd,
    env: { HOME: home.path, XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', XDG_CACHE_HOME: home.at('.cache'), COLUMNS: '400', ...env },
  })
}

const client = (id: string) => clients.find((one) => one.id === id)!
const machine: Machine = { platform: 'linux', home: '/home/mio', cwd: '/home/mio/dev', env: { PORT: '9', EMPTY: '' } }

describe('what doctor says of a server that does not start', () => {
  it.each([
    [
      'a setting',
      ['stdio', '--vault-root', ''],
      /VAULT_ROOT: must not be empty/,
      /-> correct that in the arguments of the entry or shoko\.toml/,
    ],
    ['a file of settings', ['stdio', '--config', 'SETTINGS'], /LOG_LEVEL: must be one of/, /-> correct that in .*bad\.toml/],
    [
      'a word that it does not know',
      ['stoid'],
      /unknown command "stoid"; did you mean stdio/,
      /-> .* init --client cursor writes an entry/,
    ],
  ])('quotes it about %s, and proposes what cures it', async (_, args, words, cure) => {
    const home = homeWith({ 'elsewhere/bad.toml': 'LOG_LEVEL = "loud"\n' })
    const given = args.map((arg) => (arg === 'SETTINGS' ? home.at('elsewhere/bad.toml') : arg))
    home.write(
      '.cursor/mcp.json',
      JSON.stringify({ mcpServers: { shoko: { command: process.execPath, args: [cliMain, ...given] } } }),
    )
    const { code, stdout } = await doctor(home, ['--vault-root', home.at('notes'), '--shoko-families', 'vault'])
    expect(code).toBe(1)
    expect(stdout).toMatch(words)
    expect(stdout).toMatch(cure)
  })

  it('takes another server of the name for what it is', async () => {
    const answer = `process.stdin.on('data',d=>{for(const line of String(d).trim().split('\\n')){const {id}=JSON.parse(line);if(id)console.log(JSON.stringify({jsonrpc:'2.0',id,result:{serverInfo:{name:'other',version:'1'},tools:[]}}))}})`
    const home = homeWith()
    home.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { shoko: { command: process.execPath, args: ['-e', answer] } } }))
    const { code, stdout } = await doctor(home)
    expect([code, stdout.includes('answers, but as "other" and not as Shoko')]).toEqual([1, true])
  })

  it('is the telling lines of a stack, not its last', () => {
    expect(
      lastWords([
        'file:///x/main.js:1',
        'import { y } from "z"',
        '         ^',
        'SyntaxError: no export named y',
        '    at x (y.js:1)',
        '',
        'Node.js v20.20.2',
      ]),
    ).toContain('SyntaxError: no export named y')
    const missing = ["Error: Cannot find module '/x/main.js'", "  code: 'MODULE_NOT_FOUND',", '  requireStack: []', '}']
    expect(lastWords(missing)).toBe("Error: Cannot find module '/x/main.js'")
    expect(lastWords(['{"ts":1,"level":"info"}', 'gave up'])).toBe('gave up')
    expect(lastWords([])).toBe('')
  })
})

describe('the file of a client', () => {
  examples('of %s is read as it reads it: %s', (id, text) => readAsClient(client(id), text).ok, [
    ['claude-desktop', '{"mcpServers":{} /* mine */}', false],
    ['claude-code', '{"mcpServers":{},}', false],
    ['cline', '\uFEFF{"mcpServers":{}}', true],
    ['vscode', '{"servers":{},} // mine', true],
    ['opencode', '{"mcp":{} /* mine */}', true],
    ['gemini', '', true],
    ['claude-code', '{"mcpServers":{"a":1},"mcpServers":{}}', true],
  ])

  it('never has its contents in a message', () => {
    const read = readAsClient(client('claude-code'), '{"token":"SECRET" x}')
    expect(JSON.stringify(read)).not.toContain('SECRET')
    expect(read).toMatchObject({ ok: false, problem: expect.stringMatching(/line 1 column|position/) })
  })

  const filledIn = (id: string, command: string) =>
    entryAsClient(client(id), { [client(id).path[0]!]: { shoko: { command } } }, { machine, name: 'shoko' })

  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the clients
  examples('of %s has its variables filled in: %s', filledIn, [
    ['cursor', '${workspaceFolder}/x ${env:PORT} ${userHome}', { command: '/home/mio/dev/x 9 /home/mio' }],
    ['vscode', '${workspaceFolder}', { command: '/home/mio/dev' }],
    ['claude-code', '${PORT} ${NONE:-7} ${NONE}', { command: '9 7 ' }],
    ['gemini', '$PORT ${PORT}', { command: '9 9' }],
    ['opencode', '{env:PORT}', { command: '9' }],
    ['codex', '${PORT}', { command: '${PORT}' }],
  ])
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the clients

  it('of Claude Code may have an entry for one folder, which comes first', () => {
    const document = {
      mcpServers: { shoko: { command: 'a' } },
      projects: { '/home/mio/dev': { mcpServers: { shoko: { command: 'b' } } } },
    }
    expect(entryAsClient(client('claude-code'), document, { machine, name: 'shoko' })).toEqual({ command: 'b' })
  })

  it('may have switched the entry off', () => {
    expect([{ enabled: false }, { disabled: true }, { enabled: true }, {}].map(isSwitchedOff)).toEqual([true, true, false, false])
  })
})

describe('what doctor says of settings and folders', () => {
  it('sends nobody to a file for a word that is too much', async () => {
    const { code, stdout } = await doctor(homeWith(), ['everything'])
    expect([code, stdout.split('\n')[1]?.trim()]).toEqual([2, '-> leave that word out'])
  })

  it('credits each to where it was said', async () => {
    const home = homeWith({ '.config/shoko/shoko.toml': 'WORKSPACE_ROOT = "~/notes"\nVAULT_ROOT = "~/notes"\n' })
    const { stdout } = await doctor(home, ['--log-level', 'warn'], { SHOKO_READ_ONLY: '1' })
    expect(stdout).toMatch(
      /settings +~\/\.config\/shoko\/shoko\.toml: WORKSPACE_ROOT, VAULT_ROOT; environment: SHOKO_READ_ONLY; command line: LOG_LEVEL/,
    )
  })

  it('tells the file of the user from the one of the folder, and says what is ignored there', async () => {
    const home = homeWith({
      '.config/shoko/shoko.toml': 'WORKSPACE_ROOT = "~/notes"\nVAULT_ROOT = "~/notes"\n',
      'app/shoko.toml': 'SHOKO_FAMILIES = ["manual"]\nMANUALS = ["guide=docs"]\nHTTP_PORT = 1\n',
      'app/docs/a.md': '# A\n',
    })
    const { code, stdout } = await doctor(home, [], {}, home.at('app'))
    expect(stdout).toMatch(
      /settings +~\/\.config\/shoko\/shoko\.toml: VAULT_ROOT; ~\/app\/shoko\.toml: MANUALS, SHOKO_FAMILIES\n/,
    )
    expect(stdout).toMatch(/^skipped settings +shoko\.toml: ignored, because .*: HTTP_PORT$/m)
    expect(stdout).toMatch(/^ok +manuals +~\/app\/docs: guide, 1 file$/m)
    expect([code, stdout.includes('is not there')]).toEqual([0, false])
  })

  it.each([
    [['--http-port', 'x'], {}, 'correct the flag --http-port'],
    [[], { HTTP_PORT: 'x' }, 'correct the environment variable HTTP_PORT'],
    [[], { VIBE_PORT: 'x' }, 'correct the environment variable VIBE_PORT'],
    [[], {}, 'correct it in ~/shoko.toml'],
  ])('names the place of a bad value: %j %j', async (args, env, words) => {
    const home = homeWith({ ...(words.includes('toml') ? { 'shoko.toml': 'LOG_LEVEL = "loud"\n' } : {}) })
    const { code, stdout } = await doctor(home, args, env)
    expect([code, stdout]).toEqual([2, expect.stringContaining(words)])
  })

  it('says when files lie beside the manuals, in none', async () => {
    const home = homeWith({ 'docs/a.md': '# A\n', 'docs/b.md': '# B\n' })
    const alone = await doctor(home, ['--manuals-root', home.at('docs'), '--shoko-families', 'manual'])
    expect(alone.code).toBe(1)
    expect(alone.stdout).toMatch(/^PROBLEM manuals .*0 manuals; a\.md, b\.md lie at the top, in no manual/m)
    const cure = /--manuals (docs=\S+)/.exec(alone.stdout)?.[1] ?? ''
    home.write('docs/m/c.md', '# C\n')
    const beside = await doctor(home, ['--manuals-root', home.at('docs'), '--shoko-families', 'manual'])
    expect([beside.code, /^skipped manuals/m.test(beside.stdout)]).toEqual([0, true])
    const found = await runProgram(cliMain, {
      args: ['call', 'manual_ls', '{}', '--manuals', cure, '--manuals-root', home.at('none')],
      cwd: home.path,
      env: { HOME: home.path, XDG_CACHE_HOME: home.at('.cache') },
    })
    expect(found.stdout).toContain('"docs"')
  })
})
