import { spawn } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { cliMain, runProgram, type TemporaryTree, temporaryTree } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'
import { homeWith } from './home.ts'

/** A home folder of its own: no test sees or touches the files of whoever runs it. */
function shoko(home: TemporaryTree, args: readonly string[], cwd = home.path) {
  return runProgram(cliMain, {
    args,
    cwd,
    env: {
      HOME: home.path,
      XDG_CONFIG_HOME: '',
      XDG_CACHE_HOME: home.at('.cache'),
      CODEX_HOME: home.at('.codex'),
      COLUMNS: '200',
    },
  })
}

async function report(home: TemporaryTree, args: readonly string[], cwd?: string) {
  const { code, stdout, stderr } = await shoko(home, [...args, '--json'], cwd)
  return {
    code,
    stderr,
    ...(JSON.parse(stdout) as {
      files: { role: string; path: string; action: string; diff: string[]; by_hand?: string }[]
      found: Record<string, unknown>
      server: { command: string; args: string[] }
      notes: string[]
      written: boolean
    }),
  }
}

/** Copies of files as they are found in the wild: path, text. */
const wild: readonly (readonly [name: string, path: string, text: string])[] = [
  [
    'an agent wrote it, with tokens beside the servers',
    '.claude.json',
    '{\n  "numStartups": 41,\n  "oauthAccount": {\n    "emailAddress": "mio@example.com"\n  },\n  "mcpServers": {\n    "playwright": {\n      "type": "stdio",\n      "command": "npx",\n      "args": [\n        "@playwright/mcp@latest"\n      ],\n      "env": {}\n    }\n  },\n  "projects": {\n    "/home/mio/dev": {\n      "mcpServers": {},\n      "history": []\n    }\n  }\n}',
  ],
  [
    'comments and trailing commas',
    '.config/Code/User/mcp.json',
    '{\n\t// shared with the team\n\t"inputs": [\n\t\t{ "id": "key", "type": "promptString", "password": true, },\n\t],\n\t"servers": {\n\t\t"github": {\n\t\t\t"type": "http",\n\t\t\t"url": "https://api.githubcopilot.com/mcp/", // hosted\n\t\t},\n\t},\n}\n',
  ],
  [
    'CRLF and a byte order mark',
    '.config/Claude/claude_desktop_config.json',
    '\uFEFF{\r\n    "globalShortcut": "Ctrl+Space",\r\n    "mcpServers": {\r\n        "filesystem": {\r\n            "command": "npx",\r\n            "args": ["-y", "@modelcontextprotocol/server-filesystem", "C:\\\\Users\\\\mio"]\r\n        }\r\n    }\r\n}\r\n',
  ],
  ['settings without servers', '.gemini/settings.json', '{"selectedAuthType":"oauth-personal","theme":"Dracula"}'],
  ['an empty file', '.cursor/mcp.json', ''],
  [
    'TOML with other servers',
    '.codex/config.toml',
    'model = "gpt-5"\nmodel_reasoning_effort = "high"\n\n[projects."/home/mio/dev"]\ntrust_level = "trusted"\n\n[mcp_servers.context7]\ncommand = "npx"\nargs = ["-y", "@upstash/context7-mcp"]\n\n[mcp_servers.context7.env]\nKEY = "[not a table]"',
  ],
]

describe('shoko init on files as people have them', () => {
  const files = Object.fromEntries(wild.map(([, path, text]) => [path, text]))

  it('adds to each and restores it byte for byte', async () => {
    const home = homeWith({ ...files })
    expect((await shoko(home, ['init', '--yes', '--client', 'all'])).code).toBe(0)
    for (const [name, path, text] of wild) {
      expect(home.read(path), name).toContain('shoko')
      expect(home.read(`${path}.shoko-backup`), name).toBe(text)
    }
    expect((await shoko(home, ['init', '--uninstall', '--yes'])).code).toBe(0)
    for (const [name, path, text] of wild) {
      expect(home.read(path), name).toBe(text)
      expect(existsSync(home.at(`${path}.shoko-backup`)), name).toBe(false)
    }
    expect(existsSync(home.at('.config/shoko/shoko.toml'))).toBe(false)
  })

  it('takes only its entry out of files that were changed since', async () => {
    const home = homeWith({ ...files })
    await shoko(home, ['init', '--yes', '--client', 'all'])
    const later = (path: string) => (path.endsWith('.toml') ? '\n# later\n' : '\n// later\n')
    for (const [, path] of wild) home.write(path, home.read(path) + later(path))
    expect((await shoko(home, ['init', '--uninstall', '--yes'])).code).toBe(0)
    for (const [name, path, text] of wild) {
      const left = home.read(path)
      expect(left, name).not.toContain('shoko')
      expect(left.endsWith(later(path)), name).toBe(true)
      for (const line of text.split(/\r?\n/).filter((one) => /[a-z]/.test(one)))
        expect(left, name).toContain(line.replace(/[}\]]+$/, ''))
    }
  })

  it('does nothing the second time, and follows a change of the folder', async () => {
    const home = homeWith({ 'other/b.md': 'b', '.cursor/mcp.json': '{}' })
    await shoko(home, ['init', '--yes', '--client', 'cursor'])
    const first = home.read('.cursor/mcp.json')
    const again = await report(home, ['init', '--yes', '--client', 'cursor'])
    expect(again.files.map(({ action }) => action)).toEqual(['nothing', 'nothing'])
    await shoko(home, ['init', '--yes', '--client', 'cursor', '--vault', 'other'])
    expect(home.read('.cursor/mcp.json')).toBe(first)
    expect(home.read('.config/shoko/shoko.toml')).toContain('VAULT_ROOT = "~/other"')
    await shoko(home, ['init', '--uninstall', '--yes'])
    expect(home.read('.cursor/mcp.json')).toBe('{}')
  })

  it('makes what is missing and takes it away again', async () => {
    const home = homeWith()
    await shoko(home, ['init', '--yes', '--client', 'all'])
    const made = [
      '.claude.json',
      '.codex/config.toml',
      '.cursor/mcp.json',
      '.gemini/settings.json',
      '.config/Code/User/mcp.json',
      '.config/Claude/claude_desktop_config.json',
    ]
    expect(made.filter((path) => !existsSync(home.at(path)))).toEqual([])
    await shoko(home, ['init', '--uninstall', '--yes'])
    expect(made.filter((path) => existsSync(home.at(path)))).toEqual([])
  })

  it.each([
    ['half a file', '{ "mcpServers": { '],
    ['something else', '["mcpServers"]'],
    ['not UTF-8', Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
  ])('leaves %s alone and prints the entry', async (_, content) => {
    const home = homeWith({ '.cursor/mcp.json': content })
    const { code, stdout } = await shoko(home, ['init', '--yes', '--client', 'cursor'])
    expect(code).toBe(1)
    expect(stdout).toContain('is left alone')
    expect(stdout).toContain('"mcpServers": {')
    expect(readFileSync(home.at('.cursor/mcp.json'))).toEqual(Buffer.from(content))
  })

  it('keeps a linked dotfile a link, and a private file and its copy private', async () => {
    const home = homeWith({ 'dotfiles/claude.json': '{}\n' })
    symlinkSync(home.at('dotfiles/claude.json'), home.at('.claude.json'))
    chmodSync(home.at('dotfiles/claude.json'), 0o600)
    await shoko(home, ['init', '--yes', '--client', 'claude-code'])
    expect(lstatSync(home.at('.claude.json')).isSymbolicLink()).toBe(true)
    expect(home.read('dotfiles/claude.json')).toContain('shoko')
    for (const path of ['dotfiles/claude.json', 'dotfiles/claude.json.shoko-backup'])
      expect(statSync(home.at(path)).mode & 0o777).toBe(0o600)
    await shoko(home, ['init', '--uninstall', '--yes'])
    expect(home.read('dotfiles/claude.json')).toBe('{}\n')
  })
})

describe('shoko init', () => {
  it('finds vaults, manuals, boards, workspaces and clients', async () => {
    const home = homeWith({
      'elsewhere/deep/in/the/tree/vault/x.md': 'x',
      '.config/obsidian/obsidian.json': '{}',
      'manuals/machine/README.md': '# M\n',
      'work/shop/.kanban/columns.toml': '',
      '.vibe/kura/tasks/001.md': 'x',
      '.codex/config.toml': '',
      'node_modules/x/.obsidian/app.json': '{}',
    })
    home.write(
      '.config/obsidian/obsidian.json',
      JSON.stringify({
        vaults: { a: { path: home.at('elsewhere/deep/in/the/tree/vault'), ts: 1 }, b: { path: home.at('gone'), ts: 2 } },
      }),
    )
    const { found, code } = await report(home, ['init', '--dry-run'])
    expect(code).toBe(0)
    expect(found).toEqual({
      vaults: [home.at('notes'), home.at('elsewhere/deep/in/the/tree/vault')],
      manuals: [home.at('manuals')],
      boards: [home.at('work/shop')],
      vibe: home.at('.vibe'),
      clients: ['codex'],
    })
  })

  it('writes nothing when it is only asked to show, or when nobody can be asked', async () => {
    const home = homeWith({ '.codex/config.toml': '' })
    expect((await shoko(home, ['init', '--dry-run'])).code).toBe(0)
    const { code, stdout } = await shoko(home, ['init'])
    expect([code, stdout.includes('add --yes')]).toEqual([2, true])
    expect([existsSync(home.at('.config/shoko')), home.read('.codex/config.toml')]).toEqual([false, ''])
  })

  it('keeps the settings of a project in the project', async () => {
    const home = temporaryTree({
      'dev/vault/.obsidian/app.json': '{}',
      'dev/docs/guide/a.md': '# A\n',
      'dev/.kanban/columns.toml': '',
    })
    const { files, server } = await report(
      home,
      ['init', '--yes', '--client', 'claude-code,cursor', '--scope', 'project'],
      home.at('dev'),
    )
    expect(files.map(({ path }) => path)).toEqual(
      ['shoko.toml', '.mcp.json', '.cursor/mcp.json'].map((path) => home.at(`dev/${path}`)),
    )
    expect(home.read('dev/shoko.toml').split('\n').slice(1)).toEqual([
      'SHOKO_FAMILIES = ["vault", "audit", "manual", "kanban"]',
      'VAULT_ROOT = "vault"',
      'MANUALS_ROOT = "docs"',
      'KANBAN_ROOTS = ["."]',
      '',
    ])
    expect(server).toEqual({ kind: 'stdio', command: './.shoko/shoko', args: ['stdio', '--workspace-root', '.'] })
  })

  it('changes its own lines of settings that somebody else wrote, and no others', async () => {
    const text = '# mine\r\nLOG_LEVEL = "debug" # loud\r\nVAULT_ROOT = "~/old"\r\n'
    const home = homeWith({ '.config/shoko/shoko.toml': text })
    await shoko(home, ['init', '--yes', '--client', 'none', '--vault', 'notes'])
    expect(home.read('.config/shoko/shoko.toml')).toBe(
      '# mine\r\nLOG_LEVEL = "debug" # loud\r\nVAULT_ROOT = "~/notes"\r\nWORKSPACE_ROOT = "~/notes"\r\nSHOKO_FAMILIES = ["vault", "audit"]\r\n',
    )
    await shoko(home, ['init', '--uninstall', '--yes'])
    expect(existsSync(home.at('.config/shoko/shoko.toml'))).toBe(true)
  })

  it('writes the URL where a server runs already', async () => {
    const home = homeWith()
    const { notes } = await report(home, ['init', '--yes', '--client', 'all', '--http', 'http://127.0.0.1:8080/mcp'])
    expect(JSON.parse(home.read('.config/Code/User/mcp.json'))).toEqual({
      servers: { shoko: { type: 'http', url: 'http://127.0.0.1:8080/mcp' } },
    })
    expect(JSON.parse(home.read('.gemini/settings.json')).mcpServers.shoko).toEqual({ httpUrl: 'http://127.0.0.1:8080/mcp' })
    expect(home.read('.codex/config.toml')).toBe('[mcp_servers.shoko]\nurl = "http://127.0.0.1:8080/mcp"\n')
    expect(notes).toEqual([expect.stringContaining('Claude Desktop'), expect.stringMatching(/^Gemini CLI: .*trust/)])
  })

  it.each([
    [['--client', 'cursr'], 'did you mean cursor?'],
    [['--vualt', 'x'], 'did you mean --vault?'],
    [['--vault', 'nowhere'], 'no such folder'],
    [['--http', 'nowhere'], 'must be the URL'],
    [['--scope', 'world'], 'user or project'],
    [['notes'], '--vault'],
  ])('refuses %j', async (args, words) => {
    const { code, stderr } = await shoko(homeWith(), ['init', '--yes', ...args])
    expect([code, stderr.includes(words)]).toEqual([2, true])
  })

  it("takes a project's docs for one manual, and a folder of folders for several", async () => {
    const home = temporaryTree({
      'app/.kanban/columns.toml': '',
      'app/docs/README.md': '# Docs\n\nRun make.\n',
      'app/docs/guides/a.md': '# A\n',
      'manuals/machine/a.md': '# M\n',
    })
    const project = await shoko(home, ['init', '--yes', '--client', 'none', '--scope', 'project'], home.at('app'))
    expect(project.code).toBe(0)
    expect(home.read('app/shoko.toml')).toContain(
      'SHOKO_FAMILIES = ["manual", "kanban"]\nMANUALS = ["docs=docs"]\nKANBAN_ROOTS = ["."]\n',
    )
    const asked = await shoko(home, ['find', 'run make'], home.at('app'))
    expect(asked.stdout).toMatch(/^docs\/README\.md:3-3 {2}Docs \([\d.]+\)\n {2}\| Run make\.$/m)
    await shoko(home, ['init', '--yes', '--client', 'none', '--kanban', home.at('app')])
    expect(home.read('.config/shoko/shoko.toml')).toContain('MANUALS_ROOT = "~/manuals"\n')
  })

  it('says so when there is nothing to serve', async () => {
    const { code, stderr } = await shoko(temporaryTree(), ['init', '--yes'])
    expect([code, stderr.includes('init --vault ~/notes')]).toEqual([2, true])
  })

  it.skipIf(process.platform !== 'linux' || !existsSync('/usr/bin/script'))('asks on a terminal', async () => {
    const home = homeWith({ 'manuals/machine/README.md': '# M\n', '.codex/config.toml': '' })
    const answers = ['1', '-', '', 'n', '3', 'y', '']
    const child = spawn('/usr/bin/script', ['-qec', `'${process.execPath}' '${cliMain}' init`, '/dev/null'], {
      cwd: home.path,
      env: { PATH: process.env.PATH, HOME: home.path, TERM: 'xterm' },
    })
    let shown = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (shown += chunk))
    child.stdin.write(answers.join('\n'))
    await new Promise((settle) => child.once('close', settle))
    expect(shown).toContain('Write these 2 files?')
    expect(home.read('.config/shoko/shoko.toml')).toContain('SHOKO_FAMILIES = ["vault", "audit"]')
    expect(home.read('.codex/config.toml')).toContain('[mcp_servers.shoko]')
  })
})

describe('after shoko init', () => {
  it('every command finds the settings from any folder', async () => {
    const home = homeWith({ 'elsewhere/x.txt': '' })
    await shoko(home, ['init', '--yes', '--client', 'none'])
    const { stdout } = await shoko(home, ['call', 'vault_ls', '{}'], home.at('elsewhere'))
    expect(JSON.parse(stdout).entries).toContainEqual(expect.objectContaining({ path: 'a.md' }))
    const own = await shoko(home, ['tools', '--json', '--workspace-root', home.path])
    const tools = JSON.parse(own.stdout) as { readonly name: string }[]
    expect(tools.map(({ name }) => name).filter((name) => !/^(?:vault_|artifact_)/.test(name))).toEqual([])
  })

  it('doctor starts the server of each client and counts its tools', async () => {
    const home = homeWith({ '.gemini/settings.json': '{}', '.cursor/x': '' })
    await shoko(home, ['init', '--yes', '--client', 'gemini,codex'])
    const { code, stdout } = await shoko(home, ['doctor'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ok {6}gemini .*~\/\.gemini\/settings\.json: shoko \S+ answers with \d+ tools/m)
    expect(stdout).toMatch(/^missing cursor .*\n +-> npm .* run shoko -- init --client cursor$/m)
  })

  it.each([
    ['a command that is not there', '{"mcpServers":{"shoko":{"command":"/nowhere/node"}}}', 'cannot be started'],
    [
      'a server that ends at once',
      `{"mcpServers":{"shoko":{"command":${JSON.stringify(process.execPath)},"args":["-e","console.error('no such vault');process.exit(3)"]}}}`,
      'ended with code 3: no such vault',
    ],
    [
      'a server that is no MCP server',
      `{"mcpServers":{"shoko":{"command":${JSON.stringify(process.execPath)},"args":["-e","process.stdin.on('data',()=>console.log('{\\"id\\":1,\\"result\\":7}'))"]}}}`,
      'not MCP',
    ],
    ['a URL where nobody listens', '{"mcpServers":{"shoko":{"url":"http://127.0.0.1:9/mcp"}}}', 'cannot be reached'],
    ['an entry without a server', '{"mcpServers":{"shoko":{}}}', 'neither a command nor a URL'],
    ['a file that no client could read', '{"mcpServers":', 'cannot be read as JSON'],
  ])('doctor tells of %s', async (_, text, words) => {
    const home = homeWith({ '.cursor/mcp.json': text })
    const { code, stdout } = await shoko(home, ['doctor', '--vault-root', 'notes', '--shoko-families', 'vault'])
    expect([code, stdout.includes(words)]).toEqual([1, true])
    expect(stdout).toMatch(/^PROBLEM cursor .*\n +-> \S/m)
  })
})

describe('shoko doctor in a folder that came from elsewhere', () => {
  const planting = (name: string) =>
    JSON.stringify({
      mcpServers: { shoko: { command: process.execPath, args: ['-e', `require('node:fs').writeFileSync('${name}', '')`] } },
    })

  it('starts nothing that the folder names, unless it is told to', async () => {
    const home = homeWith({ 'clone/.mcp.json': planting('ran'), 'clone/.cursor/mcp.json': planting('ran') })
    const careful = await shoko(home, ['doctor', '--vault-root', home.at('notes'), '--shoko-families', 'vault'], home.at('clone'))
    expect(existsSync(home.at('clone/ran'))).toBe(false)
    expect(careful.stdout).toMatch(/^skipped claude-code .*\n +-> npm .* doctor --start-project-servers/m)
    expect(careful.code).toBe(0)
    await shoko(home, ['doctor', '--start-project-servers'], home.at('clone'))
    expect(existsSync(home.at('clone/ran'))).toBe(true)
  })

  it('calls no address that the folder names', async () => {
    const home = homeWith({ 'clone/.mcp.json': '{"mcpServers":{"shoko":{"url":"http://127.0.0.1:9/mcp"}}}' })
    const { stdout } = await shoko(home, ['doctor'], home.at('clone'))
    expect(stdout).toMatch(/^skipped claude-code/m)
    expect(stdout).not.toContain('cannot be reached')
  })

  it('starts the servers of the user where the folder cannot put a program in the way', async () => {
    const home = homeWith({ '.cursor/mcp.json': planting('where'), 'clone/x': '' })
    await shoko(home, ['doctor'], home.at('clone'))
    expect([existsSync(home.at('where')), existsSync(home.at('clone/where'))]).toEqual([true, false])
  })

  it.each([['--start-project-server'], ['--jsno'], ['here']])('refuses %s', async (word) => {
    const { code, stdout } = await shoko(homeWith(), ['doctor', word])
    expect([code, stdout.includes(word)]).toEqual([2, true])
  })
})
