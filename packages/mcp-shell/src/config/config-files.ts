import { dirname, resolve } from 'node:path'
import { nearest } from '@shoko/contract'
import { parse as parseToml, TomlError } from 'smol-toml'
import type { ConfigSources } from './load.ts'
import { absolute, contains, type Given, nameOfKey, names, parseGiven, pathsGiven, type Settings, textOf } from './setting.ts'
import { SETTINGS_FILE, type VariableName, variables } from './variables.ts'

/** What the two files say, with the workspace that follows from it. */
export interface FileSettings {
  readonly settings: Settings
  readonly workspace: string
  /** The file that has the last word, for diagnoses. */
  readonly path: string | undefined
  readonly warnings: readonly string[]
}

/** All that a file may set that came with a workspace: it may choose among its own folders and restrict, never widen. */
const MAY_SET: ReadonlySet<VariableName> = new Set<VariableName>([
  'VAULT_ROOT',
  'MANUALS_ROOT',
  'VIBE_ROOT',
  'KANBAN_ROOTS',
  'MANUALS',
  'DAILY_DIR',
  'DAILY_FORMAT',
  'SHOKO_FAMILIES',
  'SHOKO_READ_ONLY',
  'DEFAULT_MANUAL_ID',
  'LOG_LEVEL',
])

interface Read {
  readonly path: string
  readonly keys: Readonly<Record<string, unknown>>
}

/** First the owner's file (`--config`, else the user's settings), then what the workspace brings along. */
export function readConfigFiles(
  sources: ConfigSources,
  said: { readonly named: string | undefined; readonly workspace: string | undefined },
  problems: string[],
): FileSettings {
  const here = resolve(said.workspace ?? sources.cwd, SETTINGS_FILE)
  // Named or not, what lies at the top of the workspace came with the workspace; a link there changes nothing of that.
  const named = said.named === here ? undefined : said.named
  const owner = readOwner(sources, named, problems)
  const settings = owner === undefined ? new Map() : ownerSettings(owner, problems)
  const workspace = said.workspace ?? workspaceOf(sources, { settings, isNamed: named !== undefined })
  const path = resolve(workspace, SETTINGS_FILE)
  const theirs = path === owner?.path ? undefined : readToml(sources, path, problems)
  if (theirs === undefined && said.named === here) problems.push(`--config: no such file (got ${JSON.stringify(said.named)})`)
  const warnings: string[] = []
  if (theirs !== undefined) {
    const keepRoots = named !== undefined || rootOf(sources, settings) === workspace
    takeIn(sources, { settings, theirs, workspace, keepRoots }, { problems, warnings })
  }
  return { settings, workspace, path: theirs?.path ?? owner?.path, warnings }
}

function readOwner(sources: ConfigSources, named: string | undefined, problems: string[]): Read | undefined {
  const path = named ?? sources.userFile
  if (path === undefined) return undefined
  const read = readToml(sources, path, problems)
  if (read === undefined && named !== undefined && !problems.some((line) => line.startsWith(path)))
    problems.push(`--config: no such file (got ${JSON.stringify(named)})`)
  return read
}

function ownerSettings({ path, keys }: Read, problems: string[]): Settings {
  const settings: Settings = new Map()
  for (const [key, value] of Object.entries(keys)) {
    const name = nameOfKey(key)
    const text = name === undefined ? undefined : textOf(value, name)
    if (name === undefined) {
      const close = nearest(key, names)
      problems.push(`${key}: unknown key in the config file${close === undefined ? '' : `; did you mean ${close}?`}`)
    } else if (text === undefined) problems.push(notText(name, value))
    else settings.set(name, { value: text, origin: 'file', base: dirname(path), file: path })
  }
  return settings
}

/** The user's settings are found from any folder; a folder with a file of its own is a workspace of its own. */
function workspaceOf(sources: ConfigSources, owner: { readonly settings: Settings; readonly isNamed: boolean }): string {
  const said = rootOf(sources, owner.settings)
  if (said === undefined) return sources.cwd
  const hasOwn = !owner.isNamed && isThere(sources, resolve(sources.cwd, SETTINGS_FILE))
  return hasOwn ? sources.cwd : said
}

function rootOf(sources: ConfigSources, settings: Settings): string | undefined {
  const root = settings.get('WORKSPACE_ROOT')
  return root === undefined ? undefined : absolute(root.value, root.base, sources.home)
}

interface Taking {
  readonly settings: Settings
  readonly theirs: Read
  readonly workspace: string
  /** The owner's roots are meant for this workspace: the file may only narrow them. */
  readonly keepRoots: boolean
}

function takeIn(sources: ConfigSources, taking: Taking, said: { problems: string[]; warnings: string[] }): void {
  const { settings, theirs, workspace, keepRoots } = taking
  if (!keepRoots) settings.delete('WORKSPACE_ROOT')
  const ignored: string[] = []
  for (const [key, value] of Object.entries(theirs.keys)) {
    const name = nameOfKey(key)
    if (name === undefined || !MAY_SET.has(name)) {
      ignored.push(key)
      continue
    }
    const text = textOf(value, name)
    if (text === undefined) {
      said.problems.push(notText(name, value))
      continue
    }
    const given: Given = { value: text, origin: 'file', base: workspace, file: theirs.path }
    const outside = variables[name] && isRoot(name) ? leadsOut(sources, { name, given, workspace }) : undefined
    if (outside !== undefined) {
      said.problems.push(
        `${name}: may not lead outside the workspace when set by a config file inside it (got ${JSON.stringify(outside)})`,
      )
      continue
    }
    const known = settings.get(name)
    const narrowed = known === undefined ? given : narrow(sources, { name, known, given, keepRoots }, said.problems)
    if (narrowed === known) ignored.push(key)
    else settings.set(name, narrowed)
  }
  if (ignored.length > 0)
    said.warnings.push(
      `${SETTINGS_FILE}: ignored, because it came with the workspace or would widen what its owner allows: ${ignored.slice(0, 10).map(shownKey).join(', ')}${ignored.length > 10 ? ` and ${ignored.length - 10} more` : ''}`,
    )
}

/** What the owner restricts stays restricted: the owner's value where the workspace's is not narrower. */
function narrow(
  sources: ConfigSources,
  setting: { readonly name: VariableName; readonly known: Given; readonly given: Given; readonly keepRoots: boolean },
  problems: string[],
): Given {
  const { name, known, given, keepRoots } = setting
  const parsed = (one: Given) => parseGiven({ name, given: one, home: sources.home }, problems)
  if (name === 'SHOKO_READ_ONLY') return parsed(known) === true ? known : given
  if (name === 'SHOKO_FAMILIES') {
    const [theirs, owners] = [parsed(given), parsed(known)] as [readonly string[] | undefined, readonly string[] | undefined]
    const both = (theirs ?? []).filter((family) => owners?.includes(family))
    return both.length === 0 || both.length === owners?.length ? known : { ...given, value: both.join(',') }
  }
  if (!isRoot(name)) return given
  if (!keepRoots) return given
  const allowed = pathsGiven(name, known, sources.home).map((path) => sources.realPath(path))
  const wanted = pathsGiven(name, given, sources.home).map((path) => sources.realPath(path))
  return wanted.every((path) => allowed.some((folder) => contains(folder, path))) ? given : known
}

/** The first path that a setting leads to outside of the workspace, once links are followed. */
function leadsOut(
  sources: ConfigSources,
  setting: { readonly name: VariableName; readonly given: Given; readonly workspace: string },
): string | undefined {
  const workspace = sources.realPath(setting.workspace)
  const paths = pathsGiven(setting.name, setting.given, sources.home)
  return paths.find((path) => !contains(workspace, sources.realPath(path)))
}

function isRoot(name: VariableName): boolean {
  return 'root' in variables[name]
}

function readToml(sources: ConfigSources, path: string, problems: string[]): Read | undefined {
  let content: string | undefined
  try {
    content = sources.readFile(path)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    // Another user's, a folder, a disk that fails.
    problems.push(`${path}: cannot be read (${error.code})`)
  }
  if (content === undefined) return undefined
  try {
    return { path, keys: parseToml(content) }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    problems.push(`shoko.toml: line ${error.line}: ${error.message.split('\n')[0]}`)
    return { path, keys: {} }
  }
}

function isThere(sources: ConfigSources, path: string): boolean {
  try {
    return sources.readFile(path) !== undefined
  } catch {
    return true // it is there, and whoever reads it says what is wrong with it
  }
}

function notText(name: VariableName, value: unknown): string {
  return `${name}: must be text, a number, true/false or a list (got ${JSON.stringify(value)})`
}

function shownKey(key: string): string {
  return /^\w{1,40}$/.test(key) ? key : JSON.stringify(key.slice(0, 40))
}
