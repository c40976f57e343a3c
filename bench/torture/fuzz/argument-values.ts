import fc from 'fast-check'
import { anyText, TRICKS, textOf } from './texts.ts'

/** As much of JSON Schema as our tools use. */
export interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
}

/** Words that mean something in the workspace, by the name of the argument; the rest of the text is anything. */
export interface Vocabulary {
  readonly [argument: string]: readonly unknown[]
}

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    '',
    ' ',
    [],
    {},
    [[]],
    [null],
    { a: { b: null } },
    '\u0000',
    'x'.repeat(5000),
  ),
  anyText,
  fc.integer(),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Arguments for a tool: mostly of the right shape, with a wrong value, a missing or an unknown key now and then. */
export function argumentsFor(schema: Schema, vocabulary: Vocabulary): fc.Arbitrary<Record<string, unknown>> {
  const shaped = objectOf(schema, vocabulary)
  return fc.oneof(
    { weight: 14, arbitrary: shaped },
    {
      weight: 2,
      arbitrary: fc
        .tuple(shaped, fc.constantFrom(...Object.keys(schema.properties ?? { x: {} }), 'unknown'), junk)
        .map(([args, key, value]) => ({ ...args, [key]: value })),
    },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.oneof(anyText, fc.constantFrom(...Object.keys(schema.properties ?? { x: {} }))), junk, {
        maxKeys: 4,
        noNullPrototype: true,
      }),
    },
  )
}

function objectOf({ properties = {}, required = [] }: Schema, vocabulary: Vocabulary): fc.Arbitrary<Record<string, unknown>> {
  const model = Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [key, arbitraryOf(schema, { key, vocabulary })]),
  )
  return fc.record(model, {
    requiredKeys: Object.keys(properties).filter((key) => required.includes(key)),
    noNullPrototype: true,
  })
}

function arbitraryOf(schema: Schema, at: { readonly key: string; readonly vocabulary: Vocabulary }): fc.Arbitrary<unknown> {
  const { key, vocabulary } = at
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((option) => arbitraryOf(option, at)))
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.oneof(
      { weight: 1, arbitrary: fc.integer({ min: -2, max: 300 }) },
      { weight: 8, arbitrary: fc.constantFrom(1, 2, 10) },
    )
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'array') return fc.array(arbitraryOf(schema.items ?? {}, at), { maxLength: 3 })
  if (schema.type === 'object')
    return schema.properties === undefined
      ? fc.dictionary(anyText, junk, { maxKeys: 3, noNullPrototype: true })
      : objectOf(schema, vocabulary)
  if (schema.type === 'string') {
    const known = vocabulary[key]
    const free = fc.oneof(anyText, textOf(['a', 'b/', 'note', '.md', '日本', ' ', '..', ...TRICKS.slice(0, 12)], 4))
    return known === undefined
      ? free
      : fc.oneof({ weight: 24, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: free })
  }
  return junk
}
