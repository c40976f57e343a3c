import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createRuntime, flatName, loadConfig, variables } from '@shoko/mcp-shell'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'distribution')
const { version } = json('../apps/cli/package.json')

/** What the schema of 2025-12-11 and the registry's own rules ask of an entry like ours; unknown keys are refused. */
const Variable = z.strictObject({
  name: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  description: z.string().min(1),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  default: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
})
const RegistryEntry = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      registryBaseUrl: z.literal('https://registry.npmjs.org'),
      identifier: z.string(),
      version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
      runtimeHint: z.literal('npx'),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
      environmentVariables: z.array(Variable),
    }),
  ),
})

describe('server.json', () => {
  it('is what the registry accepts, and names the package and settings that exist', () => {
    const entry = RegistryEntry.parse(json('server.json'))
    expect([entry.version, ...entry.packages.map((each) => each.version)]).toEqual([version, version])
    expect(entry.packages[0]?.identifier).toBe('shoko')
    expect(readFileSync(join(root, 'scripts/packaging/shoko-package.ts'), 'utf8')).toContain(`mcpName: '${entry.name}'`)
    for (const { name } of entry.packages[0]?.environmentVariables ?? []) expect(Object.keys(variables)).toContain(name)
  })
})

describe('the plugin', () => {
  it.each(['plugin/.claude-plugin/plugin.json', 'plugin/.codex-plugin/plugin.json'])(
    '%s has the name and the version of the package',
    (path) => {
      expect(json(path)).toMatchObject({ name: 'shoko', version, license: 'MIT' })
    },
  )

  it('starts the same version over stdio', () => {
    expect(json('plugin/.mcp.json')).toEqual({
      mcpServers: { shoko: { command: 'npx', args: ['-y', `shoko@${version}`, 'stdio'] } },
    })
  })

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
