import type { ParseArgsConfig } from 'node:util'
import type { KanbanContext } from '@shoko/kanban-bridge'

export interface Arguments {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>
}

/** What a command gives: words for people, the same as data, and how it ended. */
export interface Answer {
  readonly text: string
  readonly json: unknown
  readonly exitCode?: number
}

export interface Command {
  readonly usage: string
  readonly summary: string
  /** Beside those that every command has. */
  readonly options?: NonNullable<ParseArgsConfig['options']>
  /** How many; none where nothing is said. */
  readonly positionals?: { readonly min: number; readonly max: number }
  readonly run: (ctx: KanbanContext, args: Arguments) => Promise<Answer>
}

export const one = { type: 'string' } as const
export const many = { type: 'string', multiple: true } as const
export const flag = { type: 'boolean' } as const

/** A command line that cannot be understood; exit code 2. */
export class UsageError extends Error {}

export function textValue(args: Arguments, name: string): string | undefined {
  const value = args.values[name]
  return typeof value === 'string' ? value : undefined
}

export function listValue(args: Arguments, name: string): string[] | undefined {
  const value = args.values[name]
  if (!Array.isArray(value)) return undefined
  return value
    .flatMap((item) => String(item).split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

export function integerValue(args: Arguments, name: string): number | undefined {
  const text = textValue(args, name)
  if (text === undefined) return undefined
  if (!/^-?\d{1,9}$/.test(text)) throw new UsageError(`--${name}: must be an integer (got ${JSON.stringify(text)})`)
  return Number(text)
}

export function boardValue(args: Arguments): string {
  return textValue(args, 'board') ?? '.'
}

export function withWarnings(text: string, warnings: readonly string[] | undefined): string {
  return [text, ...(warnings ?? []).map((warning) => `warning: ${warning}`)].join('\n')
}
