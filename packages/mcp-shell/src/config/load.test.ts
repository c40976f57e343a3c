import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { examples } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ConfigError, type ConfigSources, loadConfig } from './load.ts'
import { type VariableName, variables } from './variables.ts'

function load(
  over: {
    argv?: string[]
    env?: Record<string, string>
    files?: Record<string, string>
    readFile?: ConfigSources['readFile']
    links?: Record<string, string>
    userFile?: string
    passUnknownFlags?: boolean
  } = {},
) {
  const { files = {}, links = {}, ...rest } = over
  const sources: ConfigSources = {
    argv: [],
    env: {},
    cwd: '/desk',
    home: '/home/mio',
    readFile: (path) => files[path],
    realPath: (path) => links[path] ?? path,
    ...rest,
  }
  return loadConfig(sources)
}

function problems(over: Parameters<typeof load>[0]): readonly string[] {
  try {
    load(over)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('loadConfig', () => {
  it('takes its defaults from the current directory', () => {
    const { config } = load()
    expect(config).toMatchObject({
      WORKSPACE_ROOT: '/desk',
      VAULT_ROOT: '/desk/vault',
      MANUALS_ROOT: '/desk/manuals',
      KANBAN_ROOTS: ['/desk'],
      VIBE_ROOT: '/home/mio/.vibe',
      VIBE_DB: '/home/mio/.vibe/index.db',
    })
    expect(config).toMatchObject({
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: 8080,
      SHOKO_READ_ONLY: false,
      HARD_MAX_CHARS: 20_000,
      SHOKO_TOOL_NAMES: 'flat',
      SHOKO_AUTH_TOKEN: null,
    })
  })

  it('lets the file win over defaults, the environment over the file, the command line over the environment', () => {
    const files = { '/etc/shoko.toml': 'HARD_MAX_CHARS = 1\nTRACE_MAX_KEEP = 1\nTRACE_TTL_SEC = 1' }
    const argv = ['--config', '/etc/shoko.toml', '--trace-ttl-sec', '3']
    const { config, origins } = load({ files, env: { TRACE_MAX_KEEP: '2', TRACE_TTL_SEC: '2' }, argv })
    expect([config.HARD_MAX_CHARS, config.TRACE_MAX_KEEP, config.TRACE_TTL_SEC]).toEqual([1, 2, 3])
    expect([origins.HARD_MAX_CHARS, origins.TRACE_MAX_KEEP, origins.TRACE_TTL_SEC, origins.LOG_LEVEL]).toEqual([
      'file',
      'environment',
      'command line',
      'default',
    ])
  })

  it('expands ~ and resolves relative roots from whoever says them', () => {
    expect(load({ env: { WORKSPACE_ROOT: '~/ws' } }).config.VAULT_ROOT).toBe('/home/mio/ws/vault')
    expect(load({ argv: ['--vault-root=notes'] }).config.VAULT_ROOT).toBe('/desk/notes')
    const files = { '/etc/shoko/shoko.toml': 'VAULT_ROOT = "notes"' }
    expect(load({ files, argv: ['--config', '/etc/shoko/shoko.toml'] }).config.VAULT_ROOT).toBe('/etc/shoko/notes')
  })

  it('reads the workspace file of the workspace that was named', () => {
    expect(load({ env: { WORKSPACE_ROOT: '/ws' }, files: { '/ws/shoko.toml': 'LOG_LEVEL = "debug"' } }).config.LOG_LEVEL).toBe(
      'debug',
    )
  })

  it('reads lists, booleans and numbers of a TOML file', () => {
    const files = {
      '/desk/own.toml':
        'SHOKO_FAMILIES = ["vault", "audit"]\nSHOKO_READ_ONLY = true\nCOVERAGE_MIN_RATIO = 0.5\nKANBAN_ROOTS = ["a", "b"]',
    }
    expect(load({ files, argv: ['--config', 'own.toml'] }).config).toMatchObject({
      SHOKO_FAMILIES: ['vault', 'audit'],
      SHOKO_READ_ONLY: true,
      COVERAGE_MIN_RATIO: 0.5,
      KANBAN_ROOTS: ['/desk/a', '/desk/b'],
    })
  })

  it('reads further manuals as name=path, from a list and from a variable', () => {
    const docs = { name: 'docs', path: '/desk/docs' }
    expect(load().config.MANUALS).toEqual([])
    expect(load({ files: { '/desk/shoko.toml': 'MANUALS = ["docs=docs"]' } }).config.MANUALS).toEqual([docs])
    expect(load({ env: { MANUALS: 'docs=docs:API guide=/srv/a=b' } }).config.MANUALS).toEqual([
      docs,
      { name: 'API guide', path: '/srv/a=b' },
    ])
  })

  it.each(['docs', '=docs', 'a/b=docs', '.git=docs', 'a=', 'a=x:A=y'])('refuses the manuals %s', (value) =>
    expect(problems({ env: { MANUALS: value } })[0]).toMatch(/^MANUALS: must /),
  )

  it('reads where daily notes are and how they are named', () => {
    expect(load().config).toMatchObject({ DAILY_DIR: 'daily', DAILY_FORMAT: 'YYYY-MM-DD' })
    expect(load({ env: { DAILY_DIR: 'journal/days/', DAILY_FORMAT: 'YYYY/MM/YYYY-MM-DD' } }).config).toMatchObject({
      DAILY_DIR: 'journal/days',
      DAILY_FORMAT: 'YYYY/MM/YYYY-MM-DD',
    })
    expect(load({ env: { DAILY_DIR: '' } }).config.DAILY_DIR).toBe('')
  })

  it.each(['/x', '../x', 'a/.git', 'a\\b'])('refuses the daily folder %s', (value) =>
    expect(problems({ env: { DAILY_DIR: value } })).toHaveLength(1),
  )
  it.each(['', 'YYYY-MM', 'YYYY-MM-DD.md', '/YYYY-MM-DD', 'YYYY//MM-DD', 'YYYY-MM-DD/', 'dd MMM'])(
    'refuses the daily format %j',
    (value) => expect(problems({ env: { DAILY_FORMAT: value } })).toHaveLength(1),
  )

  examples('reads the alias %s', (alias, value, name) => load({ env: { [alias]: value } }).config[name], [
    ['VIBE_READ_ONLY', '1', 'SHOKO_READ_ONLY', true],
    ['VIBE_PORT', '0', 'HTTP_PORT', 0],
    ['VIBE_AUTH_TOKEN', 'x'.repeat(32), 'SHOKO_AUTH_TOKEN', 'x'.repeat(32)],
  ])

  it.each(['1', 'true', 'YES', 'on'])('reads %s as true', (word) =>
    expect(load({ env: { SHOKO_READ_ONLY: word } }).config.SHOKO_READ_ONLY).toBe(true),
  )
  it.each(['0', 'False', 'no', 'OFF'])('reads %s as false', (word) =>
    expect(load({ env: { SHOKO_READ_ONLY: word } }).config.SHOKO_READ_ONLY).toBe(false),
  )
  it('takes a bare flag for true', () => expect(load({ argv: ['--shoko-read-only'] }).config.SHOKO_READ_ONLY).toBe(true))

  it('reports every problem at once, one line each, with what was got', () => {
    const found = problems({
      env: {
        HTTP_PORT: '70000',
        SHOKO_READ_ONLY: 'maybe',
        LOG_LEVEL: 'loud',
        COVERAGE_MIN_RATIO: '1.5',
        TRACE_MAX_KEEP: '0',
        SHOKO_FAMILIES: 'vault,valt',
      },
      argv: ['--vualt-root', 'x', '--http-host'],
    })
    expect(found).toEqual([
      '--vualt-root: unknown flag; did you mean --vault-root?',
      '--http-host: needs a value',
      'SHOKO_FAMILIES: must be one of vault, audit, manual, kanban, vibe (got "vault,valt")',
      'SHOKO_READ_ONLY: must be 1/true/yes/on or 0/false/no/off (got "maybe")',
      'HTTP_PORT: must be an integer from 0 to 65535 (got "70000")',
      'LOG_LEVEL: must be one of error, warn, info, debug (got "loud")',
      'COVERAGE_MIN_RATIO: must be a number from 0 to 1 (got "1.5")',
      'TRACE_MAX_KEEP: must be an integer at least 1 (got "0")',
    ])
  })

  it('never takes an empty or malformed value for the default', () => {
    expect(problems({ env: { VAULT_ROOT: '' } })).toEqual(['VAULT_ROOT: must not be empty (got "")'])
    expect(problems({ env: { HTTP_PORT: '80 80' } })).toHaveLength(1)
    expect(problems({ env: { HTTP_PORT: '8e3' } })).toHaveLength(1)
  })

  it('wants an index that every reader knows to leave alone', () => {
    expect(problems({ env: { VIBE_DB: '/x/index.sqlite' } })).toEqual([
      'VIBE_DB: must end in .db, so that no tool opens it as a note (got "/x/index.sqlite")',
    ])
  })

  it('refuses a short token without printing it', () => {
    expect(problems({ env: { SHOKO_AUTH_TOKEN: 'hunter2' } })).toEqual(['SHOKO_AUTH_TOKEN: must be at least 32 characters'])
  })

  it('names unknown keys and broken lines of the file', () => {
    expect(problems({ files: { '/etc/s.toml': 'VAULT_ROT = "x"' }, argv: ['--config', '/etc/s.toml'] })).toEqual([
      'VAULT_ROT: unknown key in the config file; did you mean VAULT_ROOT?',
    ])
    expect(problems({ files: { '/desk/shoko.toml': 'LOG_LEVEL = "info"\nnot toml' } })[0]).toMatch(/^shoko.toml: line 2: /)
  })

  it('says that the file cannot be read', () => {
    const readFile = () => {
      throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
    }
    expect(problems({ readFile })).toEqual(['/desk/shoko.toml: cannot be read (EACCES)'])
  })

  it('says that a named config file is not there', () => {
    expect(problems({ argv: ['--config', 'missing.toml'] })).toEqual(['--config: no such file (got "/desk/missing.toml")'])
  })

  it.each([
    'VAULT_ROOT = "/etc"',
    'VAULT_ROOT = "../x"',
    'VIBE_ROOT = "~"',
    'KANBAN_ROOTS = [".", "/srv"]',
    'MANUALS = ["docs=docs", "all=/srv"]',
  ])('does not let a file inside the workspace widen it: %s', (line) => {
    expect(problems({ files: { '/desk/shoko.toml': line } })[0]).toContain('may not lead outside the workspace')
  })

  it('sees through a link that leads out of the workspace', () => {
    expect(problems({ files: { '/desk/shoko.toml': 'VAULT_ROOT = "notes"' }, links: { '/desk/notes': '/etc' } })).toHaveLength(1)
  })

  it.each([
    `SHOKO_AUTH_TOKEN = "${'x'.repeat(40)}"`,
    'HTTP_HOST = "0.0.0.0"',
    'HTTP_ALLOWED_ORIGINS = ["https://evil.example"]',
    'OAUTH_ISSUER = "https://evil.example"',
    'VIBE_DB = "planted.db"',
    'WORKSPACE_ROOT = "/"',
    'HARD_MAX_CHARS = 1',
    'NO_SUCH_KEY = 1',
  ])('ignores with one warning what a file of the workspace may not set: %s', (line) => {
    const { config, warnings } = load({ files: { '/desk/shoko.toml': `LOG_LEVEL = "debug"\n${line}` } })
    expect(config).toEqual({ ...load().config, LOG_LEVEL: 'debug' })
    expect(warnings).toEqual([expect.stringMatching(new RegExp(`^shoko.toml: ignored, .*${line.split(' ')[0]}$`))])
  })

  it('goes by where the file was found, not by where a link leads or who names it', () => {
    const files = { '/desk/shoko.toml': 'HTTP_HOST = "0.0.0.0"' }
    for (const over of [{ links: { '/desk/shoko.toml': '/etc/shoko.toml' } }, { argv: ['--config', 'shoko.toml'] }])
      expect(load({ files, ...over }).config.HTTP_HOST).toBe('127.0.0.1')
  })

  const OWNER = '/home/mio/.config/shoko/shoko.toml'

  it('reads the file of the owner as well, and first', () => {
    const files = { [OWNER]: 'HTTP_PORT = 9000\nLOG_LEVEL = "error"', '/desk/shoko.toml': 'LOG_LEVEL = "debug"' }
    expect(load({ files, userFile: OWNER }).config).toMatchObject({ HTTP_PORT: 9000, LOG_LEVEL: 'debug' })
    expect(load({ files: { '/desk/shoko.toml': 'LOG_LEVEL = "debug"' }, userFile: OWNER }).config.LOG_LEVEL).toBe('debug')
  })

  it('keeps what the owner restricts, whatever the workspace says', () => {
    const theirs = 'SHOKO_READ_ONLY = false\nSHOKO_FAMILIES = ["vault", "kanban"]'
    const files = { [OWNER]: 'SHOKO_READ_ONLY = true\nSHOKO_FAMILIES = ["vault", "manual"]', '/desk/shoko.toml': theirs }
    expect(load({ files, userFile: OWNER }).config).toMatchObject({ SHOKO_READ_ONLY: true, SHOKO_FAMILIES: ['vault'] })
    expect(load({ files: { '/desk/shoko.toml': 'SHOKO_READ_ONLY = true' } }).config.SHOKO_READ_ONLY).toBe(true)
    const wider = { ...files, '/desk/shoko.toml': 'SHOKO_FAMILIES = ["vibe"]' }
    expect(load({ files: wider, userFile: OWNER }).config.SHOKO_FAMILIES).toEqual(['vault', 'manual'])
  })

  it('lets the workspace narrow the roots that its owner named for it, and no more', () => {
    const files = (theirs: string) => ({ '/etc/s.toml': 'VAULT_ROOT = "/desk/notes"', '/desk/shoko.toml': theirs })
    const vault = (theirs: string) => load({ files: files(theirs), argv: ['--config', '/etc/s.toml'] }).config.VAULT_ROOT
    expect(vault('VAULT_ROOT = "notes/work"')).toBe('/desk/notes/work')
    expect(vault('VAULT_ROOT = "other"')).toBe('/desk/notes')
  })

  it('finds the workspace of the user from any folder, unless the folder is a workspace of its own', () => {
    const files: Record<string, string> = { [OWNER]: 'WORKSPACE_ROOT = "/srv/desk"\nVAULT_ROOT = "/srv/desk/n"' }
    expect(load({ files, userFile: OWNER }).config).toMatchObject({ WORKSPACE_ROOT: '/srv/desk', VAULT_ROOT: '/srv/desk/n' })
    const own = { ...files, '/desk/shoko.toml': 'VAULT_ROOT = "here"' }
    expect(load({ files: own, userFile: OWNER }).config).toMatchObject({ WORKSPACE_ROOT: '/desk', VAULT_ROOT: '/desk/here' })
  })

  it.each([
    ['VAULT_ROOT', '/desk/vault', undefined],
    ['MANUALS_ROOT', '/desk/manuals', undefined],
    ['VAULT_ROOT', '/desk/notes', '/desk/notes'],
    ['MANUALS_ROOT', '/desk/books', 'books'],
    ['MANUALS', '/desk/docs', 'guide=docs'],
    ['KANBAN_ROOTS', '/desk/board', '/desk:/desk/board'],
    ['VIBE_ROOT', '/desk/vibe', '/desk/vibe'],
    ['VIBE_DB', '/desk/.index', '/desk/.index/index.db'],
  ])('refuses a %s that is a link out of the workspace, whoever names it', (name, place, given) => {
    const env: Record<string, string> = given === undefined ? {} : { [name]: given }
    const refused = [`${name}: a link that leads outside the workspace; name the place itself if that is meant (got "${place}")`]
    expect(problems({ env, links: { [place]: '/home/mio' } })).toEqual(refused)
    expect(problems({ env })).toEqual([])
    expect(problems({ env, links: { [place]: '/desk/elsewhere' } })).toEqual([])
    const served = name === 'VAULT_ROOT' ? 'kanban' : 'vault'
    expect(problems({ env: { ...env, SHOKO_FAMILIES: served }, links: { [place]: '/home/mio' } })).toEqual([])
    if (given === undefined) expect(problems({ env: { [name]: '/home/mio' }, links: { [place]: '/home/mio' } })).toEqual([])
  })

  it('lets a file outside the workspace do both', () => {
    const files = { '/etc/shoko.toml': `SHOKO_AUTH_TOKEN = "${'x'.repeat(40)}"\nVAULT_ROOT = "/srv/notes"` }
    expect(load({ files, argv: ['--config', '/etc/shoko.toml'] }).config).toMatchObject({
      VAULT_ROOT: '/srv/notes',
      SHOKO_AUTH_TOKEN: 'x'.repeat(40),
    })
  })

  it('checks settings that belong together', () => {
    expect(problems({ env: { VAULT_SCAN_DEFAULT_CHUNK_LINES: '300' } })).toEqual([
      'VAULT_SCAN_DEFAULT_CHUNK_LINES: must not exceed VAULT_SCAN_MAX_CHUNK_LINES 200 (got "300")',
    ])
    expect(problems({ env: { OAUTH_ISSUER: 'https://id.example.com' } })).toEqual([
      'OAUTH_AUDIENCE: is needed with OAUTH_ISSUER (got nothing)',
    ])
  })

  it('leaves flags of a command alone when it is told to', () => {
    expect(load({ argv: ['lint', '--json', '--log-level', 'warn'], passUnknownFlags: true })).toMatchObject({
      rest: ['lint', '--json'],
      config: { LOG_LEVEL: 'warn' },
    })
  })

  it('either accepts a value as it parses it or names the variable, for any text', () => {
    const names = Object.keys(variables) as VariableName[]
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string(), (name, value) => {
        const found = problems({ env: { [name]: value } })
        expect(found.every((line) => line.startsWith(name) || line.startsWith('OAUTH') || line.startsWith('VAULT_SCAN'))).toBe(
          true,
        )
      }),
    )
  })
})

describe('the table of settings', () => {
  it('holds none that nobody reads', () => {
    const root = resolve(import.meta.dirname, '../../../..')
    const readers = globSync(['packages/mcp-shell/src/**/*.ts', 'apps/*/src/**/*.ts'], { cwd: root }).filter(
      (file) => !/\.test\.ts$|config[/\\](?:folders|serving|answers)\.ts$/.test(file),
    )
    const code = readers.map((file) => readFileSync(resolve(root, file), 'utf8')).join('\n')
    const unread = Object.keys(variables).filter((name) => !new RegExp(`\\b${name}\\b`).test(code))
    expect(unread, 'hand it over in packages/mcp-shell/src/families/').toEqual([])
  })
})
