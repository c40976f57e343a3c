import { dirname, resolve } from 'node:path'
import { nearest } from '@shoko/contract'
import { withSecretsOfFiles } from './auth-token.ts'
import { readConfigFiles } from './config-files.ts'
import type { FamilyName } from './serving.ts'
import { absolute, contains, expandHome, names, type Origin, parseGiven, type Settings } from './setting.ts'
import type { Derived, Variable } from './variable.ts'
import { type ShokoConfig, type VariableName, variables } from './variables.ts'

export interface ConfigSources {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly home: string
  /** The settings of the user, which are read when no `--config` names another file. */
  readonly userFile?: string
  /** The text of a file, undefined when there is none. */
  readonly readFile: (absolutePath: string) => string | undefined
  /** Where a path leads once links are followed; the path itself when it does not exist yet. */
  readonly realPath: (absolutePath: string) => string
  /** For programs with flags of their own: what is no setting stays in `rest` instead of being a problem. */
  readonly passUnknownFlags?: boolean
}

export interface LoadedConfig {
  readonly config: ShokoConfig
  /** Where each value came from, for `shoko doctor`. */
  readonly origins: Readonly<Record<VariableName, Origin>>
  readonly file: string | undefined
  /** Which file said what, of those values that come from one. */
  readonly saidIn: Readonly<Partial<Record<VariableName, string>>>
  /** What was ignored, one line each. */
  readonly warnings: readonly string[]
  /** Arguments that are not settings, in order. */
  readonly rest: readonly string[]
}

export type { Origin }

/** All that is wrong with the settings, one line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** defaults <- config file <- environment <- command line. Throws a ConfigError that lists every problem. */
export function loadConfig(sources: ConfigSources): LoadedConfig {
  const problems: string[] = []
  const flags = readFlags(sources, problems)
  const environment = readEnvironment(sources)
  const said = saidWorkspace(sources, flags.settings, environment)
  const file = readConfigFiles(sources, { named: flags.config, workspace: said }, problems)
  const given: Settings = new Map([...file.settings, ...environment, ...flags.settings])
  const resolved = resolveAll(sources, { given, workspace: file.workspace }, problems)
  const config = withSecretsOfFiles(resolved, sources.readFile, problems)
  checkLinks(sources, config, problems)
  checkTogether(config, problems)
  if (problems.length > 0) throw new ConfigError(problems)
  const origins = Object.fromEntries(names.map((name) => [name, given.get(name)?.origin ?? 'default'])) as LoadedConfig['origins']
  const saidIn = Object.fromEntries([...given].flatMap(([name, { file: path }]) => (path === undefined ? [] : [[name, path]])))
  return { config, origins, file: file.path, saidIn, warnings: file.warnings, rest: flags.rest }
}

function readFlags(sources: ConfigSources, problems: string[]) {
  const settings: Settings = new Map()
  const rest: string[] = []
  const flagNames = new Map(
    names
      .filter((name) => !('unflagged' in variables[name]))
      .flatMap((name) => [name, ...(variables[name].aliases ?? [])].map((word) => [kebab(word), name] as const)),
  )
  let config: string | undefined
  for (let at = 0; at < sources.argv.length; at++) {
    const argument = sources.argv[at]!
    if (!argument.startsWith('--') || argument === '--') {
      rest.push(argument)
      continue
    }
    const [flag = '', inline] = splitOnce(argument.slice(2))
    const name = flagNames.get(flag)
    if (name === undefined && flag !== 'config' && sources.passUnknownFlags) {
      rest.push(argument)
      continue
    }
    if (name === undefined && flag !== 'config') {
      const close = nearest(flag, [...flagNames.keys(), 'config'])
      problems.push(`--${flag}: unknown flag${close === undefined ? '' : `; did you mean --${close}?`}`)
      continue
    }
    const value = inline ?? nextValue(sources.argv, at)
    if (inline === undefined && value !== undefined) at++
    if (value === undefined && name !== undefined && isFlag(variables[name]))
      settings.set(name, { value: 'true', origin: 'command line', base: sources.cwd })
    else if (value === undefined) problems.push(`--${flag}: needs a value`)
    else if (name === undefined) config = resolve(sources.cwd, expandHome(value, sources.home))
    else settings.set(name, { value, origin: 'command line', base: sources.cwd })
  }
  return { settings, rest, config }
}

function readEnvironment(sources: ConfigSources): Settings {
  const settings: Settings = new Map()
  for (const name of names) {
    const value = [name, ...(variables[name].aliases ?? [])].map((word) => sources.env[word]).find((word) => word !== undefined)
    if (value !== undefined) settings.set(name, { value, origin: 'environment', base: sources.cwd })
  }
  return settings
}

function saidWorkspace(sources: ConfigSources, flags: Settings, environment: Settings): string | undefined {
  const given = flags.get('WORKSPACE_ROOT') ?? environment.get('WORKSPACE_ROOT')
  return given === undefined ? undefined : absolute(given.value, given.base, sources.home)
}

function resolveAll(
  sources: ConfigSources,
  input: { readonly given: Settings; readonly workspace: string },
  problems: string[],
): ShokoConfig {
  const known = { WORKSPACE_ROOT: input.workspace, VIBE_ROOT: '', HTTP_HOST: '', home: sources.home }
  const config: Record<string, unknown> = {}
  for (const name of names) {
    const variable: Variable<unknown> = variables[name]
    const given = input.given.get(name)
    config[name] = given === undefined ? defaultOf(variable, known) : parseGiven({ name, given, home: sources.home }, problems)
    if (name === 'VIBE_ROOT' || name === 'HTTP_HOST') known[name] = String(config[name])
  }
  return config as unknown as ShokoConfig // every name of the table was just filled with its own type
}

/** Folders that are served, with the families that serve them. */
const SERVED_ROOTS: readonly {
  readonly name: VariableName
  readonly families: readonly FamilyName[]
  readonly of: (config: ShokoConfig) => readonly string[]
}[] = [
  { name: 'VAULT_ROOT', families: ['vault', 'audit'], of: ({ VAULT_ROOT }) => [VAULT_ROOT] },
  { name: 'MANUALS_ROOT', families: ['manual'], of: ({ MANUALS_ROOT }) => [MANUALS_ROOT] },
  { name: 'MANUALS', families: ['manual'], of: ({ MANUALS }) => MANUALS.map(({ path }) => path) },
  { name: 'KANBAN_ROOTS', families: ['kanban'], of: ({ KANBAN_ROOTS }) => KANBAN_ROOTS },
  { name: 'VIBE_ROOT', families: ['vibe'], of: ({ VIBE_ROOT }) => [VIBE_ROOT] },
  // Files are made beside it. Its usual place is named already.
  {
    name: 'VIBE_DB',
    families: ['vibe'],
    of: ({ VIBE_DB, VIBE_ROOT }) => [dirname(VIBE_DB)].filter((folder) => folder !== VIBE_ROOT),
  },
]

/**
 * A link in a workspace came with the workspace, or with the last pull: whoever names a folder of it, or nobody, it may lead no
 * further than as a setting of the workspace's own file. What is meant to lie elsewhere is named by its own place.
 */
function checkLinks(sources: ConfigSources, config: ShokoConfig, problems: string[]): void {
  const { WORKSPACE_ROOT: workspace, SHOKO_FAMILIES } = config
  // What is not valid has been named already.
  if (workspace === undefined || SHOKO_FAMILIES === undefined) return
  const real = sources.realPath(workspace)
  for (const { name, families, of } of SERVED_ROOTS) {
    if (config[name] === undefined || !families.some((family) => SHOKO_FAMILIES.includes(family))) continue
    for (const folder of of(config)) {
      if (!contains(workspace, folder) || contains(real, sources.realPath(folder))) continue
      problems.push(`${name}: a link that leads outside the workspace; name the place itself if that is meant (got "${folder}")`)
    }
  }
}

function checkTogether(config: ShokoConfig, problems: string[]): void {
  const { VAULT_SCAN_DEFAULT_CHUNK_LINES: lines, VAULT_SCAN_MAX_CHUNK_LINES: most } = config
  if (lines > most)
    problems.push(`VAULT_SCAN_DEFAULT_CHUNK_LINES: must not exceed VAULT_SCAN_MAX_CHUNK_LINES ${most} (got "${lines}")`)
  if (config.OAUTH_ISSUER !== null && config.OAUTH_AUDIENCE === null)
    problems.push('OAUTH_AUDIENCE: is needed with OAUTH_ISSUER (got nothing)')
}

function defaultOf(variable: Variable<unknown>, known: Parameters<Derived<unknown>>[0]): unknown {
  return typeof variable.fallback === 'function' ? (variable.fallback as Derived<unknown>)(known) : variable.fallback // no setting is itself a function
}

function nextValue(argv: readonly string[], at: number): string | undefined {
  const next = argv[at + 1]
  return next === undefined || next.startsWith('--') ? undefined : next
}

function isFlag(variable: Variable<unknown>): boolean {
  return typeof variable.fallback === 'boolean'
}

function splitOnce(text: string): [string, string | undefined] {
  const at = text.indexOf('=')
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function kebab(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}
