import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { getMcpConfigForManifest, validateManifest } from '@anthropic-ai/mcpb/node'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StdioClient } from '../../bench/kanban/stdio-client.ts'
import { filesIn } from './dist-files.ts'
import { packBundle } from './mcpb.ts'
import { stageShoko } from './shoko-package.ts'
import { packFolder } from './tarball.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'shoko-package-'))
const staged = join(folder, 'staged')
const prefix = join(folder, 'prefix')
const windows = process.platform === 'win32'
const installed = join(prefix, windows ? 'node_modules/shoko' : 'lib/node_modules/shoko')
let tarball: string

beforeAll(() => {
  stageShoko(root, staged)
  tarball = packFolder(staged, folder)
  const install = npm(['install', '--global', '--prefix', prefix, '--offline', '--no-audit', '--no-fund', tarball])
  if (install.status !== 0) throw new Error(install.stderr)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the package shoko', () => {
  it('needs nothing beside it, is small and holds nothing native', async () => {
    const files = filesIn(installed)
    const megabytes = files.reduce((sum, file) => sum + statSync(join(installed, file)).size, 0) / 1e6
    expect(megabytes).toBeLessThan(5)
    expect(files.filter((file) => /\.(node|so|dylib|dll|wasm|exe)$/.test(file))).toEqual([])
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies', 'scripts'])
      expect(manifest).not.toHaveProperty(kind)
    const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  it('loads no module that is not in it', () => {
    const pattern = /\b(?:from|import)\s?\(?["']((?:\.\/|@|[a-z])[\w@./:-]+)["']/g
    const modules = filesIn(join(installed, 'dist')).flatMap((file) =>
      [...readFileSync(join(installed, 'dist', file), 'utf8').matchAll(pattern)].map(([, name = '']) => name),
    )
    expect(modules.length).toBeGreaterThan(10)
    expect(modules.filter((name) => !isBuiltin(name) && !existsSync(join(installed, 'dist', name)))).toEqual([])
  })

  it('carries its licence, those of the code inside, and the demo workspace as it was made', () => {
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toContain('MIT')
    const notices = readFileSync(join(installed, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
    for (const name of ['@modelcontextprotocol/server', 'typebox', 'zod', 'markdown-it', 'chokidar', 're2js'])
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'))
    const made = filesIn(join(root, 'fixtures/workspace')).filter((file) => !/\.shoko|\.system|\.cache|\.db/.test(file))
    expect(filesIn(join(installed, 'demo'))).toEqual(made)
  })

  it('runs as the command shoko', () => {
    const run = spawnSync(join(prefix, windows ? 'shoko.cmd' : 'bin/shoko'), ['--version'], {
      encoding: 'utf8',
      env: environment(),
      shell: windows,
    })
    expect(run.stderr).toBe('')
    expect(run.stdout.trim()).toBe(JSON.parse(readFileSync(join(root, 'apps/cli/package.json'), 'utf8')).version)
  })

  it('runs from the tarball without being installed', () => {
    const run = npm(['exec', '--yes', '--offline', `--package=${tarball}`, '--', 'shoko', 'help'])
    expect(run.stdout).toContain('shoko')
    expect(run.status).toBe(0)
  })

  it('gives the tour on the demo workspace it carries', () => {
    const tour = spawnSync(process.execPath, [join(installed, 'bin/shoko.cjs'), 'tour', '--fast', '--lang', 'en'], {
      encoding: 'utf8',
      env: environment(),
      cwd: folder,
    })
    expect(tour.stderr).toBe('')
    expect(tour.status).toBe(0)
  })

  it('answers a client on its first call, with the search threads at work', async () => {
    const client = new StdioClient([process.execPath, join(installed, 'bin/shoko.cjs'), 'stdio'], {
      cwd: demo(),
      env: environment(),
    })
    try {
      await client.open()
      expect(await client.call('vault_search', { query: '出張修理' })).toContain('"path"')
      expect(await client.call('manual_find', { query: 'boiler' })).toContain('trace_id')
    } finally {
      client.close()
    }
  })
})

describe('the launcher', () => {
  const source = readFileSync(join(root, 'distribution/npm/shoko.cjs'), 'utf8').replace(/^#!.*/, '')

  it.each([
    ['0.12.18', false],
    ['20.20.2', false],
    ['22.23.2', false],
    ['22.23.3', true],
    ['23.11.0', false],
    ['24.14.9', false],
    ['24.15.0', true],
    ['26.0.0', true],
  ])('on Node %s: starts %s', (node, starts) => {
    const { written, loaded, code } = launch(node)
    expect(loaded).toEqual(starts ? ['./start.cjs'] : [])
    expect(code).toBe(starts ? undefined : 2)
    if (!starts) expect(written).toContain(`this is Node ${node}.`)
    if (!starts) expect(written).toContain('npx --yes --package=node@24 -- node "/lib/shoko.cjs" doctor --json\n')
  })

  it('is written so that any Node can read it', () => {
    expect(source.replaceAll(/\/\/.*|'[^']*'/g, '')).not.toMatch(/=>|`|\b(const|let|class|async|import|of)\b|\?\.|\?\?|,\s*\)/)
  })

  function launch(node: string) {
    const seen: { written: string; loaded: string[]; code: number | undefined } = { written: '', loaded: [], code: undefined }
    const process = {
      versions: { node },
      argv: ['node', 'shoko', 'doctor', '--json'],
      stderr: { write: (text: string) => (seen.written += text) },
      exit: (code: number) => (seen.code = code),
    }
    runInNewContext(source, { process, __filename: '/lib/shoko.cjs', require: (name: string) => seen.loaded.push(name) })
    return seen
  }
})

describe('the bundle for Claude Desktop', () => {
  it('is valid and its server answers with the folders that the user has chosen', async () => {
    const output = join(folder, 'shoko.mcpb')
    await packBundle({ root, staged, output })
    const unpacked = join(folder, 'unpacked')
    expect(spawnSync(join(root, 'node_modules/.bin/mcpb'), ['unpack', output, unpacked], { shell: windows }).status).toBe(0)
    expect(validateManifest(join(unpacked, 'manifest.json'))).toBe(true)
    const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'))
    const place = demo()
    const config = await getMcpConfigForManifest({
      manifest,
      extensionPath: unpacked,
      systemDirs: {},
      userConfig: { vault: join(place, 'vault') },
      pathSeparator: '/',
    })
    expect(JSON.stringify(config)).not.toContain('${')
    const client = new StdioClient([process.execPath, ...(config?.args ?? [])], {
      cwd: folder,
      env: { ...environment(), ...config?.env },
    })
    try {
      await client.open()
      expect(manifest.tools.map(({ name }: { readonly name: string }) => name)).toEqual(await client.toolNames())
      expect(await client.call('vault_ls', {})).toContain('README.md')
    } finally {
      client.close()
    }
  })
})

/** A copy that a server may write to. */
function demo(): string {
  const place = mkdtempSync(join(folder, 'demo-'))
  cpSync(join(installed, 'demo'), place, { recursive: true })
  return place
}

function npm(args: readonly string[]) {
  const cache = ['--cache', join(folder, 'cache')]
  return spawnSync('npm', [args[0]!, ...cache, ...args.slice(1)], {
    cwd: folder,
    encoding: 'utf8',
    shell: windows,
    env: environment(),
  })
}

function environment(): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    USERPROFILE: folder,
    XDG_CACHE_HOME: join(folder, 'cache'),
    NODE_OPTIONS: '',
  }
}
