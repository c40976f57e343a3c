import type { TObject, TSchema } from 'typebox'

const REASON = Symbol('reason')

/** What fails this schema is refused for this reason instead of `invalid_argument`, whatever tool it is an argument of. */
export function refusedAs<Schema extends TSchema>(reason: string, schema: Schema): Schema {
  return Object.assign(schema, { [REASON]: reason })
}

/** The reason of a value of this schema that fails at the dotted place inside of it. */
export function refusalReason(schema: TSchema | undefined, inside = ''): string {
  let at: (Partial<TObject> & { readonly [REASON]?: string }) | undefined = schema
  for (const key of inside === '' ? [] : inside.split('.')) {
    if (at?.[REASON] !== undefined) break
    at = at?.properties?.[key]
  }
  return at?.[REASON] ?? 'invalid_argument'
}
