import type { EditOptions, Mapping, MappingEntry } from './yaml-mapping.ts'
import { renderEntry } from './yaml-render.ts'

/** The mapping with another text after the colon of one key; a comment after the old value stays. */
export function replaceValue({ source }: Mapping, entry: MappingEntry, rest: string): string {
  return source.slice(0, entry.afterColon) + rest + source.slice(entry.valueEnd)
}

/** The mapping without the lines of a key. Comments above it stay: nobody can tell whose they are. */
export function removeKey(mapping: Mapping, key: string): string {
  let { source } = mapping
  const gone = mapping.entries.filter((entry) => entry.key === key)
  for (const entry of gone.toReversed()) {
    source = source.slice(0, lineStart(source, entry.keyStart)) + source.slice(nextLine(source, entry.valueEnd))
  }
  return source
}

/** The mapping with one more key: after its nearest neighbour before it in the order, else before the one after it, else last. */
export function insertKey(mapping: Mapping, added: { key: string; line: string }, options: EditOptions): string {
  const { source, entries, brace } = mapping
  if (brace !== undefined) {
    const comma = entries.length === 0 ? '' : ', '
    return source.slice(0, brace) + comma + added.line.trimEnd() + source.slice(brace)
  }
  const at = placeFor(mapping, added.key, options.order)
  return source.slice(0, at) + added.line + source.slice(at)
}

interface Paste {
  readonly start: number
  readonly end: number
  readonly text: string
  /** Of several at one place, in this order. */
  readonly rank: number
}

/** The mapping with many keys changed; `undefined` removes one. Every place is that of the text as it was. */
export function pasteMany(
  mapping: Mapping,
  changes: readonly (readonly [key: string, value: unknown])[],
  options: EditOptions,
): string {
  const { source, brace } = mapping
  if (brace !== undefined) return source
  const pastes = changes.flatMap(([key, value], at): Paste[] => {
    const known = mapping.entries.filter((entry) => entry.key === key)
    if (value === undefined)
      return known.map(({ keyStart, valueEnd }) => ({
        start: lineStart(source, keyStart),
        end: nextLine(source, valueEnd),
        text: '',
        rank: -1,
      }))
    const entry = known.at(-1)
    const rendered = renderEntry(key, value, entry?.value)
    const text = (entry === undefined ? rendered.line : rendered.rest).replaceAll('\n', options.newline)
    if (entry !== undefined) return [{ start: entry.afterColon, end: entry.valueEnd, text, rank: -1 }]
    const place = placeFor(mapping, key, options.order)
    const rank = options.order.indexOf(key)
    return [{ start: place, end: place, text, rank: rank === -1 ? options.order.length + at : rank }]
  })
  let pasted = ''
  let done = 0
  for (const { start, end, text } of pastes.toSorted((a, b) => a.start - b.start || a.rank - b.rank)) {
    pasted += source.slice(done, start) + text
    done = Math.max(done, end)
  }
  return pasted + source.slice(done)
}

function placeFor({ source, entries }: Mapping, key: string, order: readonly string[]): number {
  const rank = order.indexOf(key)
  if (rank === -1) return source.length
  const before = order.slice(0, rank).reverse()
  const neighbour = before.flatMap((name) => entries.findLast((entry) => entry.key === name) ?? [])[0]
  if (neighbour !== undefined) return nextLine(source, neighbour.valueEnd)
  const follower = entries.find((entry) => order.includes(entry.key, rank + 1) || order.indexOf(entry.key) > rank)
  return follower === undefined ? source.length : lineStart(source, follower.keyStart)
}

function lineStart(source: string, offset: number): number {
  return Math.max(source.lastIndexOf('\n', offset - 1), source.lastIndexOf('\r', offset - 1)) + 1
}

function nextLine(source: string, offset: number): number {
  const ending = /\r\n|\n|\r/g
  ending.lastIndex = offset
  return ending.exec(source) === null ? source.length : ending.lastIndex
}
