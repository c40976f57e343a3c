import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { nearest } from '@shoko/contract'
import { parse as parseToml, TomlError } from 'smol-toml'
import { withTokenOfFile } from './auth-token.ts'
import type { NamedManual } from './parsers.ts'
import { type Derived, PATH_DELIMITER, type ShokoConfig, type Variable, type VariableName, variables } from './variables.ts'

export interface ConfigSources {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly home: string
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
  /** Arguments that are not settings, in order. */
  readonly rest: readonly string[]
}

export type Origin = 'default' | 'file' | 'environment' | 'command line'

/** All that is wrong with the settings, one line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

interface Given {
  readonly value: string
  readonly origin: Origin
  /** The folder from which relative paths are meant. */
  readonly base: string
}

type Settings = Map<VariableName, Given>

const names = Object.keys(variables) as VariableName[]

/** defaults <- config file <- environment <- command line. Throws a ConfigError that lists every problem. */
export function loadConfig(sources: ConfigSources): LoadedConfig {
  const problems: string[] = []
  const flags = readFlags(sources, problems)
  const environment = readEnvironment(sources)
  const workspace = workspaceOf(sources, flags.settings, environment)
  const file = readConfigFile(sources, { named: flags.config, workspace }, problems)
  const given: Settings = new Map([...file.settings, ...environment, ...flags.settings])
  const resolved = resolveAll(sources, { given, workspace: givenRoot(sources, given) ?? workspace }, problems)
  const config = withTokenOfFile(resolved, sources.readFile, problems)
  checkTogether(config, problems)
  if (problems.length > 0) throw new ConfigError(problems)
  const origins = Object.fromEntries(names.map((name) => [name, given.get(name)?.origin ?? 'default'])) as LoadedConfig['origins']
  return { config, origins, file: file.path, rest: flags.rest }
}

function readFlags(sources: ConfigSources, problems: string[]) {
  const settings: Settings = new Map()
  const rest: string[] = []
  const flagNames = new Map(
    names.flatMap((name) => [name, ...(variables[name].aliases ?? [])].map((word) => [kebab(word), name] as const)),
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

function workspaceOf(sources: ConfigSources, flags: Settings, environment: Settings): string {
  const given = flags.get('WORKSPACE_ROOT') ?? environment.get('WORKSPACE_ROOT')
  return given === undefined ? sources.cwd : absolute(given.value, given.base, sources.home)
}

function givenRoot(sources: ConfigSources, given: Settings): string | undefined {
  const root = given.get('WORKSPACE_ROOT')
  return root === undefined ? undefined : absolute(root.value, root.base, sources.home)
}

function readConfigFile(
  sources: ConfigSources,
  where: { readonly named: string | undefined; readonly workspace: string },
  problems: string[],
) {
  const path = where.named ?? resolve(where.workspace, 'shoko.toml')
  const settings: Settings = new Map()
  let content: string | undefined
  try {
    content = sources.readFile(path)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    // Another user's, a folder, a disk that fails.
    problems.push(`${path}: cannot be read (${error.code})`)
    return { settings, path: undefined }
  }
  if (content === undefined) {
    if (where.named !== undefined) problems.push(`--config: no such file (got ${JSON.stringify(where.named)})`)
    return { settings, path: undefined }
  }
  const inside = contains(sources.realPath(where.workspace), sources.realPath(path))
  for (const [key, value] of Object.entries(parseFile(content, problems))) {
    const name = names.find((candidate) => candidate === key || variables[candidate].aliases?.includes(key))
    if (name === undefined) {
      const close = nearest(key, names)
      problems.push(`${key}: unknown key in the config file${close === undefined ? '' : `; did you mean ${close}?`}`)
      continue
    }
    const text = textOf(value, name)
    const problem =
      text === undefined
        ? `must be text, a number, true/false or a list (got ${JSON.stringify(value)})`
        : inside
          ? trespass(sources, { name, text, path, workspace: where.workspace })
          : undefined
    if (problem !== undefined) problems.push(`${name}: ${problem}`)
    else if (text !== undefined) settings.set(name, { value: text, origin: 'file', base: dirname(path) })
  }
  return { settings, path }
}

/** A file that lies in a workspace came with the workspace: it may not reach outside of it, nor bring credentials. */
function trespass(
  sources: ConfigSources,
  setting: { name: VariableName; text: string; path: string; workspace: string },
): string | undefined {
  const variable: Variable<unknown> = variables[setting.name]
  if (variable.secret) return 'may not be set by a config file inside a workspace'
  if (!variable.root) return undefined
  const workspace = sources.realPath(setting.workspace)
  const parsed = variable.parse().safeParse(setting.text)
  if (!parsed.success) return undefined // said by whoever reads the value
  const outside = pathsOf(parsed.data as Rooted).find(
    (path) => !contains(workspace, sources.realPath(absolute(path, dirname(setting.path), sources.home))),
  )
  return outside === undefined
    ? undefined
    : `may not lead outside the workspace when set by a config file inside it (got ${JSON.stringify(outside)})`
}

function parseFile(content: string, problems: string[]): Record<string, unknown> {
  try {
    return parseToml(content)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    problems.push(`shoko.toml: line ${error.line}: ${error.message.split('\n')[0]}`)
    return {}
  }
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
    config[name] =
      given === undefined ? defaultOf(variable, known) : parseGiven({ name, variable, given, home: sources.home }, problems)
    if (name === 'VIBE_ROOT' || name === 'HTTP_HOST') known[name] = String(config[name])
  }
  return config as unknown as ShokoConfig // every name of the table was just filled with its own type
}

function parseGiven(
  setting: { name: string; variable: Variable<unknown>; given: Given; home: string },
  problems: string[],
): unknown {
  const { variable, given } = setting
  const parsed = variable.parse().safeParse(given.value)
  if (!parsed.success) {
    const got = variable.secret ? '' : ` (got ${JSON.stringify(given.value)})`
    problems.push(`${setting.name}: ${parsed.error.issues[0]?.message ?? 'is not valid'}${got}`)
    return undefined
  }
  if (!variable.root) return parsed.data
  return located(parsed.data as Rooted, (path) => absolute(path, given.base, setting.home)) // what `root` of the table promises
}

type Rooted = string | readonly (string | NamedManual)[]

function pathsOf(value: Rooted): readonly string[] {
  if (typeof value === 'string') return [value]
  return value.map((item) => (typeof item === 'string' ? item : item.path))
}

function located(value: Rooted, locate: (path: string) => string): Rooted {
  if (typeof value === 'string') return locate(value)
  return value.map((item) => (typeof item === 'string' ? locate(item) : { ...item, path: locate(item.path) }))
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

function textOf(value: unknown, name: VariableName): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.join(isPathList(name) ? PATH_DELIMITER : ',')
  return undefined
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

function absolute(path: string, base: string, home: string): string {
  return resolve(base, expandHome(path, home))
}

function expandHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? home + path.slice(1) : path
}

function contains(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

function isPathList(name: VariableName): boolean {
  return name === 'KANBAN_ROOTS' || name === 'MANUALS'
}

function kebab(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}
