import { dirname, resolve } from 'node:path'
import { nearest } from '@shoko/contract'
import { withSecretsOfFiles } from './auth-token.ts'
import { leadsOut, readConfigFiles } from './config-files.ts'
import { absolute, contains, expandHome, names, type Origin, parseGiven, type Settings } from './setting.ts'
import { type Derived, type FamilyName, type ShokoConfig, type Variable, type VariableName, variables } from './variables.ts'

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
  checkDefaults(sources, { config, given }, problems)
  checkIndexFolder(sources, config, problems)
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

/** Folders that are served because nobody said otherwise, with the families that serve them. */
const DEFAULT_ROOTS: readonly (readonly [VariableName, readonly FamilyName[]])[] = [
  ['VAULT_ROOT', ['vault', 'audit']],
  ['MANUALS_ROOT', ['manual']],
]

/** A link in a workspace came with the workspace: as a default it may lead no further than as a setting of its own file. */
function checkDefaults(
  sources: ConfigSources,
  { config, given }: { readonly config: ShokoConfig; readonly given: Settings },
  problems: string[],
): void {
  for (const [name, families] of DEFAULT_ROOTS) {
    // A workspace that is not valid has been named already.
    if (
      config.WORKSPACE_ROOT === undefined ||
      given.has(name) ||
      !families.some((family) => config.SHOKO_FAMILIES?.includes(family))
    )
      continue
    const value = String(config[name])
    const setting = { name, given: { value, origin: 'default' as const, base: value }, workspace: config.WORKSPACE_ROOT }
    if (leadsOut(sources, setting) === undefined) continue
    problems.push(
      `${name}: the default is a link that leads outside the workspace; set ${name} if that is meant (got "${value}")`,
    )
  }
}

/** Files are made beside the index of the projects: a folder of the workspace that is a link would have them made where it leads. */
function checkIndexFolder(sources: ConfigSources, config: Partial<ShokoConfig>, problems: string[]): void {
  const { WORKSPACE_ROOT: workspace, VIBE_ROOT, VIBE_DB } = config
  if (workspace === undefined || VIBE_DB === undefined || !config.SHOKO_FAMILIES?.includes('vibe')) return
  const folder = dirname(VIBE_DB)
  if (folder === VIBE_ROOT || !contains(workspace, folder)) return
  if (contains(sources.realPath(workspace), sources.realPath(folder))) return
  problems.push(
    `VIBE_DB: its folder is a link that leads outside the workspace; name the place itself if that is meant (got "${VIBE_DB}")`,
  )
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
