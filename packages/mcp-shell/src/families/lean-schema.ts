/** Keywords that narrow or explain a value; the reference has them, and every answer is made by code that keeps to them. */
const NARROWING = new Set(['description', 'minimum', 'maximum', 'enum', 'const', 'pattern', 'minItems', 'minLength'])

/**
 * The shape of an answer, as short as JSON Schema can say it. Clients check answers against it and some hand it to their model: every
 * byte of it is paid for at the start of every conversation.
 */
export function leanSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(leanSchema)
  if (!isObject(schema)) return schema
  const scalar = nullableScalar(schema)
  if (scalar !== undefined) return scalar
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !NARROWING.has(key))
      .map(([key, value]) => [key, key === 'properties' ? leanProperties(value) : leanSchema(value)]),
  )
}

/** Their names are names, whatever they are called. */
function leanProperties(properties: unknown): unknown {
  return Object.fromEntries(Object.entries(properties as object).map(([name, schema]) => [name, leanSchema(schema)]))
}

/** `{anyOf: [{type: 'string'}, {type: 'null'}]}` is `{type: ['string', 'null']}`. */
function nullableScalar({ anyOf }: Readonly<Record<string, unknown>>): unknown {
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isObject(anyOf[0]) || !isObject(anyOf[1]) || anyOf[1].type !== 'null')
    return undefined
  const first = leanSchema(anyOf[0]) as Readonly<Record<string, unknown>> // an object gives an object
  return typeof first.type === 'string' ? { ...first, type: [first.type, 'null'] } : undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
