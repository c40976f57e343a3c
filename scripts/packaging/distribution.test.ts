import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createRuntime, flatName, loadConfig, variables } from '@shoko/mcp-shell'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'distribution')
const { version } = json('../apps/cli/package.json')

describe('everything that is read, run or written by users', () => {
  // The name is free on the registry: whoever takes it would run on the machines of our readers.
  const pages = [
    ...globSync(['README*.md', 'docs/**/*.md', 'distribution/**/*', 'apps/*/README.md', 'packages/*/README.md'], { cwd: root }),
    ...globSync(['distribution/**/.*/**/*', 'distribution/**/.*', 'apps/*/src/**/*.ts', 'packages/*/src/**/*.ts'], { cwd: root }),
  ].filter((path) => statSync(join(root, path)).isFile())

  it('names no package that is not published', () => {
    expect(pages.length).toBeGreaterThan(100)
    const fetching =
      /npx\s+(-\S+\s+)*shoko|["'](-y|--yes)["'],\s*["']shoko|--package=shoko|npm (install|i|exec)( -\S+)* shoko(?![-\w]*\.tgz)|"identifier": "shoko"/
    expect(pages.filter((path) => fetching.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
  })
})

describe('the plugin', () => {
  it.each(['plugin/.claude-plugin/plugin.json', 'plugin/.codex-plugin/plugin.json'])(
    '%s has the name and the version of the package',
    (path) => {
      expect(json(path)).toMatchObject({ name: 'shoko', version, license: 'MIT' })
    },
  )

  it('is what both marketplaces point at', () => {
    expect(json('.claude-plugin/marketplace.json').plugins).toMatchObject([{ name: 'shoko', source: './plugin' }])
    expect(json('.agents/plugins/marketplace.json').plugins).toMatchObject([{ name: 'shoko', source: { path: './plugin' } }])
  })

  it.each(readdirSync(join(folder, 'plugin/skills')))(
    'the skill %s says when to use it and names only tools that exist',
    (name) => {
      const text = readFileSync(join(folder, 'plugin/skills', name, 'SKILL.md'), 'utf8')
      expect(text).toMatch(new RegExp(`^---\\nname: ${name}\\ndescription: .{40,1024}\\n---\\n`))
      const named = [...text.matchAll(/`((?:vault|manual|kanban|artifact|list|get|update|log|create|read)_[a-z_]+)/g)].map(
        ([, tool = '']) => tool,
      )
      expect(named.length).toBeGreaterThan(3)
      for (const tool of named) expect(tools()).toContain(tool)
    },
  )
})

describe('the files for a server', () => {
  it('are the ones that the page on deployment shows', () => {
    const page = readFileSync(join(root, 'docs/deploy.md'), 'utf8')
    for (const name of ['shoko.service', 'Containerfile', 'nginx.conf', 'Caddyfile'])
      expect(page).toContain(readFileSync(join(folder, 'deploy', name), 'utf8'))
  })

  it.each(['shoko.service', 'Containerfile'])('%s sets only settings that exist', (name) => {
    const text = readFileSync(join(folder, 'deploy', name), 'utf8')
    const set = [...text.matchAll(/\b((?:WORKSPACE|VAULT|VIBE|HTTP|SHOKO|OAUTH|MANUALS|KANBAN)_[A-Z_]+)=/g)].map(
      ([, setting = '']) => setting,
    )
    expect(set.length).toBeGreaterThan(3)
    for (const setting of set) expect(Object.keys(variables)).toContain(setting)
  })

  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('shoko.service is a unit that systemd understands', () => {
    const place = mkdtempSync(join(tmpdir(), 'shoko-unit-'))
    try {
      const unit = readFileSync(join(folder, 'deploy/shoko.service'), 'utf8').replace('/usr/local/bin/shoko', process.execPath)
      writeFileSync(join(place, 'shoko.service'), unit)
      const verified = spawnSync('systemd-analyze', ['verify', '--man=no', join(place, 'shoko.service')], { encoding: 'utf8' })
      expect(verified.stderr.split('\n').filter((line) => line.includes('shoko.service'))).toEqual([])
    } finally {
      rmSync(place, { recursive: true, force: true })
    }
  })
})

function tools(): readonly string[] {
  const { config } = loadConfig({ argv: [], env: {}, cwd: '/w', home: '/h', readFile: () => undefined, realPath: (path) => path })
  return createRuntime(config, { logger: { log: () => {} } }).tools.map(({ name }) => flatName(name))
}

// biome-ignore lint/suspicious/noExplicitAny: the tests look at parts of files that they do not describe whole
function json(path: string): any {
  return JSON.parse(readFileSync(join(folder, path), 'utf8'))
}
