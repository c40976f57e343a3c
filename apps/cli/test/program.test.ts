import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cliMain, runProgram, type TemporaryTree, temporaryTree } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'
import { programFiles } from '../src/setup/program-files.ts'
import { selfCommand } from '../src/setup/self-command.ts'
import { homeWith } from './home.ts'

function environment(home: TemporaryTree) {
  return {
    HOME: home.path,
    XDG_CONFIG_HOME: '',
    XDG_DATA_HOME: '',
    XDG_CACHE_HOME: '',
    CODEX_HOME: '',
    COLUMNS: '200',
  }
}

function shoko(home: TemporaryTree, args: readonly string[], { cwd = home.path, main = cliMain } = {}) {
  const { CODEX_HOME: _, ...env } = environment(home)
  return runProgram(main, { args, cwd, env })
}

function entryOf(home: TemporaryTree, path = '.cursor/mcp.json'): { command: string; args: string[] } {
  return JSON.parse(home.read(path)).mcpServers.shoko
}

/** Every path below a folder, folders too. */
function everything(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
}

describe('the program that init gives to clients', () => {
  it('is a copy by version, started by an absolute Node, and answers', async () => {
    const home = homeWith({ '.cursor/mcp.json': '{}' })
    expect((await shoko(home, ['init', '--yes', '--client', 'cursor'])).code).toBe(0)
    const { command, args } = entryOf(home)
    expect(command.startsWith('/')).toBe(true)
    expect(args[0]).toMatch(new RegExp(`^${home.path}/\\.local/share/shoko/\\d+\\.\\d+\\.\\d+-[0-9a-f]{8}/main\\.js$`))
    expect(args.slice(1)).toEqual(['stdio', '--config', home.at('.config/shoko/shoko.toml')])
    const { stdout, code } = await shoko(home, ['doctor'])
    expect([code, /^ok {6}cursor .* answers with \d+ tools/m.test(stdout)]).toEqual([0, true])
  })

  it('brings a Node of its own when the one that runs it was fetched for a clone', async () => {
    const home = homeWith({ '.cursor/mcp.json': '{}' })
    const fetched = home.at('clone/.runtime/node_modules/node/bin/node')
    mkdirSync(dirname(fetched), { recursive: true })
    cpSync(process.execPath, fetched)
    const { CODEX_HOME: _, ...env } = environment(home)
    const done = spawnSync(fetched, [cliMain, 'init', '--yes', '--client', 'cursor'], {
      cwd: home.path,
      env: { PATH: process.env.PATH, ...env },
    })
    expect(done.status).toBe(0)
    const { command } = entryOf(home)
    expect(command).toBe(home.at(`.local/share/shoko/node-${process.versions.node}/node`))
    expect(spawnSync(command, ['--version'], { encoding: 'utf8' }).stdout).toBe(`v${process.versions.node}\n`)
  })

  it('stays when the build it came from is gone, and goes when nothing names it any more', async () => {
    const home = homeWith({ '.cursor/mcp.json': '{}', '.gemini/settings.json': '{}' })
    const build = home.at('clone/dist')
    cpSync(dirname(cliMain), build, { recursive: true })
    const main = join(build, 'main.js')
    home.write('clone/package.json', '{"type":"module"}')
    await shoko(home, ['init', '--yes', '--client', 'cursor,gemini'], { main })
    const first = dirname(entryOf(home).args[0]!)
    home.write('clone/dist/main.js', `${readFileSync(main, 'utf8')}\n// built again\n`)
    await shoko(home, ['init', '--yes', '--client', 'cursor'], { main })
    const second = dirname(entryOf(home).args[0]!)
    expect(second).not.toBe(first)
    expect([existsSync(first), existsSync(second)]).toEqual([true, true])
    await shoko(home, ['init', '--yes', '--client', 'gemini'], { main })
    expect([existsSync(first), existsSync(second)]).toEqual([false, true])
  })

  it('holds what its entry needs and nothing that earlier builds have left', () => {
    const { names, folder } = programFiles(dirname(cliMain))
    expect(names).toEqual(
      expect.arrayContaining(['main.js', 'grep-worker.js', 'audit-worker.js', 'index-worker.js', 'view-worker.js']),
    )
    for (const name of names)
      for (const [, other = ''] of readFileSync(join(folder, name), 'utf8').matchAll(/(?:from|import\()\s*"\.\/([^"]+\.js)"/g))
        expect(names).toContain(other)
  })

  it('names no package that has to be fetched', async () => {
    const home = homeWith()
    await shoko(home, ['init', '--yes', '--client', 'all'])
    for (const path of everything(home.path).filter((name) => /\.(json|toml)$/.test(name) && !name.includes('/share/')))
      expect(home.read(path), path).not.toMatch(/npx|npm/)
  })
})

describe('init --uninstall', () => {
  it.each([
    ['nothing was there', {}],
    ['files and folders were there', { '.cursor/mcp.json': '{}', '.codex/config.toml': 'a = 1\n', '.local/share/other/x': 'x' }],
  ])('leaves nothing behind where %s', async (_, files) => {
    const home = homeWith({ ...files })
    const before = everything(home.path)
    await shoko(home, ['init', '--yes', '--client', 'all'])
    await shoko(home, ['doctor'])
    expect(everything(home.path)).not.toEqual(before)
    expect((await shoko(home, ['init', '--uninstall', '--yes'])).code).toBe(0)
    expect(everything(home.path).filter((path) => !path.startsWith('notes/.system'))).toEqual(before)
  })

  it('leaves no copy of a file that was changed since', async () => {
    const home = homeWith({ '.cursor/mcp.json': '{"a":1}' })
    await shoko(home, ['init', '--yes', '--client', 'cursor'])
    home.write('.cursor/mcp.json', home.read('.cursor/mcp.json').replace('"a":1', '"a":2'))
    await shoko(home, ['init', '--uninstall', '--yes'])
    expect(readdirSync(home.at('.cursor'))).toEqual(['mcp.json'])
    expect(JSON.parse(home.read('.cursor/mcp.json')).a).toBe(2)
  })
})

describe('init --scope project', () => {
  const project = { 'home/.codex/x': '', 'home/dev/app/notes/.obsidian/app.json': '{}', 'home/dev/app/notes/a.md': '# A\n' }
  const clients = 'claude-code,codex,cursor,vscode,gemini,opencode'

  it('writes nothing of the home, and the same for everybody', async () => {
    const tree = temporaryTree(project)
    const home = { ...tree, path: tree.at('home') }
    const outside = () => everything(tree.path).filter((path) => !path.startsWith('home/dev/app'))
    const before = outside()
    const done = await shoko(home, ['init', '--yes', '--client', clients, '--scope', 'project'], { cwd: tree.at('home/dev/app') })
    expect(done.code).toBe(0)
    expect(outside()).toEqual(before)
    for (const path of [
      'shoko.toml',
      '.mcp.json',
      '.codex/config.toml',
      '.cursor/mcp.json',
      '.vscode/mcp.json',
      '.gemini/settings.json',
      'opencode.json',
    ])
      expect(tree.read(`home/dev/app/${path}`), path).not.toContain(tree.path)
    expect(tree.read('home/dev/app/.shoko/.gitignore')).toBe('*\n')
    const checked = await shoko(home, ['doctor', '--start-project-servers'], { cwd: tree.at('home/dev/app') })
    for (const client of clients.split(','))
      expect(checked.stdout).toMatch(new RegExp(`^ok {6}${client} .* answers with \\d+ tools`, 'm'))
    await shoko(home, ['init', '--uninstall', '--yes'], { cwd: tree.at('home/dev/app') })
    expect(everything(tree.path)).toEqual(everything(temporaryTree(project).path))
  })

  it('runs nothing that lies in the project already, and follows no link out of it', async () => {
    const tree = temporaryTree(project)
    const home = { ...tree, path: tree.at('home') }
    const cwd = tree.at('home/dev/app')
    const { digest } = programFiles(dirname(cliMain))
    const planted = `home/dev/app/.shoko/0.1.0-${digest}/main.js`
    tree.write(planted, 'planted')
    await shoko(home, ['init', '--yes', '--client', 'gemini', '--scope', 'project'], { cwd })
    expect(tree.read(planted)).not.toBe('planted')
    const other = temporaryTree(project)
    mkdirSync(other.at('elsewhere'))
    symlinkSync(other.at('elsewhere'), other.at('home/dev/app/.shoko'))
    const refused = await shoko(
      { ...other, path: other.at('home') },
      ['init', '--yes', '--client', 'gemini', '--scope', 'project'],
      {
        cwd: other.at('home/dev/app'),
      },
    )
    expect([refused.code, readdirSync(other.at('elsewhere'))]).toEqual([2, []])
  })

  it('refuses folders outside, and the home folder', async () => {
    const tree = temporaryTree({ ...project, 'home/other/x.md': 'x' })
    const home = { ...tree, path: tree.at('home') }
    const run = (cwd: string, ...args: readonly string[]) =>
      shoko(home, ['init', '--yes', '--scope', 'project', '--client', 'gemini', ...args], { cwd })
    expect((await run(tree.at('home/dev/app'), '--vault', tree.at('home/other'))).code).toBe(2)
    expect((await run(tree.at('home'))).code).toBe(2)
  })
})

describe('daily notes', () => {
  it.each([
    [
      '{"folder":"Journal/Daily/","format":"YYYY/MM/YYYY-MM-DD"}',
      ['DAILY_DIR = "Journal/Daily"', 'DAILY_FORMAT = "YYYY/MM/YYYY-MM-DD"'],
    ],
    ['{}', ['DAILY_DIR = ""', 'DAILY_FORMAT = "YYYY-MM-DD"']],
  ])('are where Obsidian keeps them: %s', async (settings, lines) => {
    const home = homeWith({ 'notes/.obsidian/daily-notes.json': settings })
    await shoko(home, ['init', '--yes', '--client', 'none'])
    for (const line of lines) expect(home.read('.config/shoko/shoko.toml')).toContain(line)
    expect((await shoko(home, ['tools'])).code).toBe(0)
  })

  it('are left to the person where their names are more than a date', async () => {
    const home = homeWith({ 'notes/.obsidian/daily-notes.json': '{"format":"dddd YYYY"}' })
    const { stdout } = await shoko(home, ['init', '--yes', '--client', 'none'])
    expect(stdout).toContain('DAILY_FORMAT')
    expect(home.read('.config/shoko/shoko.toml')).not.toContain('DAILY')
  })
})

describe('init in the clone itself', () => {
  it('looks at home and not at what the clone holds', async () => {
    const home = homeWith()
    const root = join(dirname(cliMain), '../../..')
    const { stdout, code } = await shoko(home, ['init', '--dry-run', '--json'], { cwd: root })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).found).toMatchObject({ vaults: [home.at('notes')], manuals: [], boards: [] })
    expect(JSON.parse(stdout).files[0].path).toBe(home.at('.config/shoko/shoko.toml'))
  })
})

describe('advice that is to be typed', () => {
  const machine = { platform: 'linux', home: '/home/mio', cwd: '/x', env: { PATH: '/nowhere' } } as const

  it('calls a clone by npm, wherever one stands', () => {
    const tree = temporaryTree({ 'my clone/scripts/bootstrap.mjs': '', 'my clone/apps/cli/dist/main.js': '' })
    const myself = { built: tree.at('my clone/apps/cli/dist'), script: tree.at('my clone/apps/cli/dist/main.js'), node: '/n' }
    expect(selfCommand({ ...machine, cwd: tree.at('my clone') }, myself)).toBe('npm run shoko --')
    expect(selfCommand(machine, myself)).toBe(`npm --prefix '${tree.at('my clone')}' run shoko --`)
  })

  it('is the command where there is one, else this Node and this file', () => {
    const tree = temporaryTree({ 'lib/dist/main.js': '', 'lib/bin/shoko.cjs': '', 'bin/x': '' })
    symlinkSync(tree.at('lib/bin/shoko.cjs'), tree.at('bin/shoko'))
    const myself = { built: tree.at('lib/dist'), script: tree.at('bin/shoko'), node: '/n' }
    expect(selfCommand({ ...machine, env: { PATH: tree.at('bin') } }, myself)).toBe('shoko')
    expect(selfCommand(machine, myself)).toBe(`/n ${tree.at('bin/shoko')}`)
  })
})
