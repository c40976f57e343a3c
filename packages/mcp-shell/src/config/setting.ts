import { isAbsolute, relative, resolve, sep } from 'node:path'
import { PATH_DELIMITER } from './folders.ts'
import { type NamedManual, tryParser } from './parsers.ts'
import type { Variable } from './variable.ts'
import { type VariableName, variables } from './variables.ts'

export type Origin = 'default' | 'file' | 'environment' | 'command line'

/** The text of a setting, before it is parsed. */
export interface Given {
  readonly value: string
  readonly origin: Origin
  /** The folder from which relative paths are meant. */
  readonly base: string
  /** The file that says it, where one does. */
  readonly file?: string
}

export type Settings = Map<VariableName, Given>

/** What the variables that are marked as roots hold. */
type Rooted = string | readonly (string | NamedManual)[]

export const names = Object.keys(variables) as VariableName[]

export function nameOfKey(key: string): VariableName | undefined {
  return names.find((candidate) => candidate === key || variables[candidate].aliases?.includes(key))
}

export function parseGiven(
  setting: { readonly name: VariableName; readonly given: Given; readonly home: string },
  problems: string[],
): unknown {
  const { name, given, home } = setting
  const variable: Variable<unknown> = variables[name]
  const parsed = tryParser(variable.parse, given.value)
  if ('problem' in parsed) {
    const got = variable.secret ? '' : ` (got ${JSON.stringify(given.value)})`
    problems.push(`${name}: ${parsed.problem}${got}`)
    return undefined
  }
  if (!variable.root) return parsed.value
  return located(parsed.value as Rooted, (path) => absolute(path, given.base, home)) // what `root` of the table promises
}

/** The absolute paths that a root setting names; none when it does not parse. */
export function pathsGiven(name: VariableName, given: Given, home: string): readonly string[] {
  const value = parseGiven({ name, given, home }, []) as Rooted | undefined // what `root` of the table promises
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value.map((item) => (typeof item === 'string' ? item : item.path))
}

/** As text, whatever TOML type it has; undefined for what no setting can be. */
export function textOf(value: unknown, name: VariableName): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.join(name === 'KANBAN_ROOTS' || name === 'MANUALS' ? PATH_DELIMITER : ',')
  return undefined
}

export function absolute(path: string, base: string, home: string): string {
  return resolve(base, expandHome(path, home))
}

export function expandHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? home + path.slice(1) : path
}

export function contains(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

function located(value: Rooted, locate: (path: string) => string): Rooted {
  if (typeof value === 'string') return locate(value)
  return value.map((item) => (typeof item === 'string' ? locate(item) : { ...item, path: locate(item.path) }))
}
