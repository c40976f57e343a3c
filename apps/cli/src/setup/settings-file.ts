import { basename, join, relative, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parse as parseToml, TomlError } from 'smol-toml'
import type { Change } from '../clients/change.ts'
import { type Machine, settingsFolder } from '../clients/client.ts'
import { lineEnding } from '../clients/document.ts'
import type { DailyNotes } from './daily-notes.ts'
import { isInside } from './project-scope.ts'

/** The folders that somebody wants served. */
export interface Choice {
  readonly vault: string | undefined
  readonly manuals: string | undefined
  /** That folder is a manual itself, rather than holding some. */
  readonly isOneManual?: boolean
  readonly boards: readonly string[]
  readonly vibe: string | undefined
  /** As Obsidian keeps them in this vault. */
  readonly daily?: DailyNotes | undefined
}

/** Which settings, in which file, and with which flags a server finds them. */
export interface SettingsPlan {
  readonly path: string
  readonly values: Readonly<Record<string, string | readonly string[]>>
  readonly flags: readonly string[]
}

const HEADING = '# Written by shoko init. `shoko help init` says how to change it; `shoko doctor` checks it.'

export function userSettingsPath(machine: Machine): string {
  return join(settingsFolder(machine), 'shoko', 'shoko.toml')
}

/** Beside the folders when all of them lie in this project, and with relative paths; else in the settings folder of the user. */
export function planSettings(choice: Choice, machine: Machine, named?: string): SettingsPlan {
  const { cwd, home } = machine
  const roots = [choice.vault, choice.manuals, ...choice.boards].filter((root) => root !== undefined)
  const isUsualVibe = choice.vibe === join(home, '.vibe')
  const all = [...roots, ...(choice.vibe === undefined || isUsualVibe ? [] : [choice.vibe])]
  const isProject = named === undefined && cwd !== home && all.length > 0 && all.every((root) => isInside(cwd, root))
  const shown = (path: string) => (isProject ? relative(cwd, path) || '.' : tilde(path, home)).replaceAll(sep, '/')
  const values = {
    SHOKO_FAMILIES: familiesOf(choice),
    ...(choice.vault === undefined ? {} : { VAULT_ROOT: shown(choice.vault) }),
    ...dailyValues(choice),
    ...manualValues(choice, shown),
    ...(choice.boards.length === 0 ? {} : { KANBAN_ROOTS: choice.boards.map(shown) }),
    ...(choice.vibe === undefined || isUsualVibe ? {} : { VIBE_ROOT: shown(choice.vibe) }),
  }
  if (isProject) return { path: join(cwd, 'shoko.toml'), values, flags: ['--workspace-root', cwd] }
  const workspace = all[0] ?? home
  const settings = { WORKSPACE_ROOT: shown(workspace), ...values }
  if (named === undefined || named === userSettingsPath(machine))
    return { path: userSettingsPath(machine), values: settings, flags: ['--config', userSettingsPath(machine)] }
  // Said on the command line, a workspace that does not hold the file lets the file name folders anywhere.
  return { path: named, values: settings, flags: ['--config', named, '--workspace-root', workspace] }
}

function manualValues({ manuals, isOneManual }: Choice, shown: (path: string) => string): SettingsPlan['values'] {
  if (manuals === undefined) return {}
  // What separates names from paths, or one manual from the next, stands in no name.
  const name = basename(manuals).replaceAll(/[=:;]/g, '') || 'docs'
  return isOneManual === true ? { MANUALS: [`${name}=${shown(manuals)}`] } : { MANUALS_ROOT: shown(manuals) }
}

/** A new file, our own file written anew, or a file of somebody else with our lines changed and all others kept. */
export function planSettingsChange(text: string | undefined, { values }: SettingsPlan): Change {
  const fresh = render(values)
  if (text === fresh) return { kind: 'nothing', why: 'already there' }
  if (text === undefined) return { kind: 'write', before: undefined, after: fresh, backup: 'none' }
  if (isOurs(text)) return { kind: 'write', before: text, after: fresh, backup: 'none' }
  const after = Object.entries(values).reduce<string | undefined>((now, [key, value]) => now && setValue(now, key, value), text)
  if (after === undefined) return { kind: 'unclear', before: text }
  if (after === text) return { kind: 'nothing', why: 'already there' }
  return { kind: 'write', before: text, after, backup: 'make' }
}

/** Only what init wrote, and nobody has changed, is taken away. */
export function planSettingsRemoval(text: string | undefined): Change {
  if (text !== undefined && isOurs(text)) return { kind: 'delete', before: text }
  return { kind: 'nothing', why: 'not there' }
}

export function render(values: SettingsPlan['values']): string {
  return [HEADING, ...Object.entries(values).map(([key, value]) => `${key} = ${written(value)}`), ''].join('\n')
}

/** Exactly what init would write for these values. */
function isOurs(text: string): boolean {
  const values = parse(text)
  return values !== undefined && render(values as SettingsPlan['values']) === text
}

/** What the file says under the names that init writes; any other may be a secret. */
export function settingsValues(text: string | undefined): readonly string[] {
  const values = text === undefined ? undefined : parse(text)
  const ours = Object.entries(values ?? {}).filter(([name]) => /_ROOTS?$|^SHOKO_FAMILIES$|^DAILY_|^MANUALS$/.test(name))
  return ours.flatMap(([, value]) => value).filter((value) => typeof value === 'string')
}

function setValue(text: string, key: string, value: string | readonly string[]): string | undefined {
  const before = parse(text)
  if (before === undefined) return undefined
  if (isDeepStrictEqual(before[key], value)) return text
  const line = `${key} = ${written(value)}`
  const eol = lineEnding(text)
  const pattern = new RegExp(`^${key}[ \\t]*=[^\\r\\n]*`, 'm')
  const after = pattern.test(text) ? text.replace(pattern, () => line) : addLine(text, line, eol)
  const expected = { ...before, [key]: value }
  const parsed = parse(after)
  return parsed !== undefined && isDeepStrictEqual(parsed, expected) ? after : undefined
}

/** Top-level keys stand before the first table. */
function addLine(text: string, line: string, eol: string): string {
  const table = /^[ \t]*\[/m.exec(text)?.index ?? text.length
  const head = text.slice(0, table)
  const gap = head === '' || head.endsWith('\n') ? '' : eol
  return `${head}${gap}${line}${eol}${text.slice(table)}`
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return { ...parseToml(text) }
  } catch (error) {
    if (error instanceof TomlError) return undefined
    throw error
  }
}

function dailyValues({ daily }: Choice): Readonly<Record<string, string>> {
  if (daily?.format === undefined) return {}
  return { DAILY_DIR: daily.folder, DAILY_FORMAT: daily.format }
}

function familiesOf({ vault, manuals, boards, vibe }: Choice): readonly string[] {
  return [
    ...(vault === undefined ? [] : ['vault', 'audit']),
    ...(manuals === undefined ? [] : ['manual']),
    ...(boards.length === 0 ? [] : ['kanban']),
    ...(vibe === undefined ? [] : ['vibe']),
  ]
}

function written(value: string | readonly string[]): string {
  return typeof value === 'string' ? JSON.stringify(value) : `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
}

/** A path as people write it. */
export function tilde(path: string, home: string): string {
  if (path === home) return '~'
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
}
