import { DomainError } from './domain-error.ts'

/** How much of anything a caller may send. Characters are code points; texts and paths are counted in bytes of UTF-8. */
export const LENGTHS = {
  query: 4096,
  uri: 2048,
  name: 512,
  pathBytes: 4096,
  textBytes: 4 * 1024 * 1024,
  items: 1000,
  keys: 200,
} as const

interface Bound {
  readonly most: number
  readonly unit: 'characters' | 'bytes'
}

const query: Bound = { most: LENGTHS.query, unit: 'characters' }
const uri: Bound = { most: LENGTHS.uri, unit: 'characters' }
const name: Bound = { most: LENGTHS.name, unit: 'characters' }
const path: Bound = { most: LENGTHS.pathBytes, unit: 'bytes' }
const text: Bound = { most: LENGTHS.textBytes, unit: 'bytes' }

/**
 * What a key is called says what it holds, in every tool alike; whatever is not here is a name, a title, an id or a label.
 * Not in the schemas: on the wire it would be said a hundred times.
 */
const bounds: ReadonlyMap<string, Bound> = new Map([
  ...['query', 'pattern', 'glob', 'value'].map((key) => [key, query] as const),
  ...['uri', 'resourceSubscriptions'].map((key) => [key, uri] as const),
  ...['path', 'to', 'from', 'relative_dir', 'artifact_path', 'source_path', 'board', 'folder', 'filename', 'related_files'].map(
    (key) => [key, path] as const,
  ),
  ...['content', 'find', 'replace', 'body', 'text', 'description', 'resume_hint', 'objective', 'notes', 'steps'].map(
    (key) => [key, text] as const,
  ),
  ...['acceptance_criteria', 'next_steps', 'blockers'].map((key) => [key, text] as const),
])
/** Its keys are the caller's own, and so is what they hold. */
const PAYLOAD = 'frontmatter'

/** The first thing in a value that is too long, in words that do not repeat it. Looks at every value once. */
export function tooLong(key: string, value: unknown, usual: Bound = name): DomainError | undefined {
  if (typeof value === 'string') return tooLongText(key, value, bounds.get(key) ?? usual)
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    if (value.length > LENGTHS.items) return refusal(key, `has too many items: at most ${LENGTHS.items}`)
    return firstOf(value, (item) => tooLong(key, item, usual))
  }
  const keys = Object.keys(value)
  if (keys.length > LENGTHS.keys) return refusal(key, `has too many keys: at most ${LENGTHS.keys}`)
  return firstOf(keys, (inner) =>
    exceeds(inner, name)
      ? refusal(key, `has a key that is too long: at most ${name.most} characters`)
      : tooLong(inner, (value as Record<string, unknown>)[inner], key === PAYLOAD ? text : usual),
  )
}

function tooLongText(key: string, value: string, bound: Bound): DomainError | undefined {
  return exceeds(value, bound) ? refusal(key, `is too long: at most ${bound.most} ${bound.unit}`) : undefined
}

function refusal(key: string, problem: string): DomainError {
  return new DomainError('invalid_argument', `${key === '' ? 'arguments' : key}: ${problem}`, { details: { key } })
}

/** Counts only where the number of UTF-16 units does not tell. */
function exceeds(value: string, { most, unit }: Bound): boolean {
  const perUnit = unit === 'bytes' ? 3 : 1
  if (value.length * perUnit <= most) return false
  if (value.length > (unit === 'bytes' ? most : 2 * most)) return true
  return (unit === 'bytes' ? Buffer.byteLength(value) : charactersOf(value)) > most
}

function charactersOf(value: string): number {
  let characters = 0
  for (let at = 0; at < value.length; at++) if (!isLow(value.charCodeAt(at))) characters++
  return characters
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}

function firstOf<Item, Found>(items: readonly Item[], look: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = look(item)
    if (found !== undefined) return found
  }
  return undefined
}
