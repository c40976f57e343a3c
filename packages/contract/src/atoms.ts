import type { TSchema } from 'typebox'
import * as Type from 'typebox'
import { refusedAs } from './refusal-reason.ts'

/** A path relative to the root. Its rules are core-fs's, so the wire schema only says that it is text. */
export const PathParam = refusedAs('invalid_path', Type.String({ description: 'Relative path, "/" between segments' }))

/** Text that says something: not empty, not white space alone. */
export function nonBlank(description?: string) {
  return Type.String(description === undefined ? { pattern: '\\S' } : { pattern: '\\S', description })
}

export const Line = Type.Integer({ minimum: 1 })

export const LineRange = Type.Object({ start_line: Type.Integer(), end_line: Type.Integer() })
export interface LineRange {
  readonly start_line: number
  readonly end_line: number
}

/** One of a closed list of words; plain strings on the wire, so that every client accepts it. */
export function oneOf<const Words extends readonly string[]>(words: Words, description?: string) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...(description === undefined ? {} : { description }) })
}

export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** What a person should hear although the work is done; see `saying`. */
export const Warnings = Type.Optional(Type.Array(Type.String()))

/** Proposals for the next call: `type` is a tool's name or `stop`, `params` its smallest useful arguments. */
export function nextActions<const Types extends readonly string[]>(types: Types) {
  return Type.Array(
    Type.Object({
      type: oneOf(types),
      confidence: nullable(Type.Number({ minimum: 0, maximum: 1 })),
      params: nullable(Type.Record(Type.String(), Type.Unknown())),
    }),
  )
}

/** What every list takes beside its own arguments (see `pageOf`). */
export const listInput = {
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  version: Type.Optional(nonBlank()),
}

/** What every list says beside its entries. */
export const listOutput = {
  total: Type.Integer({ minimum: 0 }),
  next_offset: nullable(Type.Integer({ minimum: 0 })),
  version: Type.String(),
  changed: Type.Optional(Type.Boolean({ description: 'The list is not the one whose version was passed' })),
}

/** The same where something may have to be warned of. */
export const warnedListOutput = { ...listOutput, warnings: Warnings }

/** How much of what was found an answer carries; status and what is kept never depend on it. */
export const passageLimits = Type.Object({
  max_passages: Type.Optional(Type.Integer({ minimum: 0, maximum: 10, description: 'Default 3' })),
  max_chars: Type.Optional(Type.Integer({ minimum: 1, description: 'Default 1500, over all passages' })),
})
