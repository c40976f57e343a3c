import { isDeepStrictEqual } from 'node:util'
import { parse as parseToml, TomlError } from 'smol-toml'
import { type DocumentFormat, type Entry, type EntryValue, isRecord, lineEnding, type Slot } from './document.ts'

/** TOML: an entry is a table of its own, put at the end and taken out by its lines. The parser says whether that was right. */
export const tomlDocument: DocumentFormat = { parse, insert, remove }

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return plain(parseToml(text.replace(/^\uFEFF/, ''), { integersAsBigInt: 'asNeeded' })) as Readonly<Record<string, unknown>> // a document is a table
  } catch (error) {
    if (error instanceof TomlError) return undefined
    throw error
  }
}

function insert(text: string, slot: Slot): string | undefined {
  const before = parse(text)
  if (before === undefined) return undefined
  const own = [...slot.path, slot.name]
  const present = valueAt(before, own)
  if (isDeepStrictEqual(present, slot.entry)) return text
  const eol = lineEnding(text)
  const lines = `${table(own, slot.entry).join(eol)}${eol}`
  if (present === undefined) return checked(text + gapBehind(text, eol) + lines, before, slot)
  for (const { from, to } of spansOfTable(text, own)) {
    const result = checked(text.slice(0, from) + lines + text.slice(to), before, slot)
    if (result !== undefined) return result
  }
  return undefined
}

/** A table begins on a line of its own, after an empty one. */
function gapBehind(text: string, eol: string): string {
  if (text.replace('\uFEFF', '') === '') return ''
  return text.endsWith('\n') ? eol : eol + eol
}

function remove(text: string, { path, name }: Omit<Slot, 'entry'>): string | undefined {
  const before = parse(text)
  if (before === undefined) return undefined
  const own = [...path, name]
  if (valueAt(before, own) === undefined) return text
  // Only the parser knows which line that looks like a header is one (it may stand inside a string or an array): ask it.
  for (const span of spansOfTable(text, own)) {
    const [gap = ''] = /(?<=\n)\r?\n$/.exec(text.slice(0, span.from)) ?? []
    const result = text.slice(0, span.from - gap.length) + text.slice(span.to)
    const after = parse(result)
    if (after !== undefined && isDeepStrictEqual(pruned(after, own), pruned(before, own)) && valueAt(after, own) === undefined)
      return result
  }
  return undefined
}

interface Span {
  readonly from: number
  readonly to: number
}

/** From the table's header to a later header, nearest first; comments before the next table belong to that. */
function* spansOfTable(text: string, own: readonly string[]): Generator<Span> {
  const headers = [...text.matchAll(/^[ \t]*\[[^\r\n]*$/gm)].map(({ index, 0: line }) => ({ index, keys: keysOf(line) }))
  const starts = headers.filter(({ keys }) => keys !== undefined && begins(keys, own) && keys.length === own.length)
  for (const { index } of starts) {
    const later = headers.filter((header) => header.index > index && !(header.keys !== undefined && begins(header.keys, own)))
    for (const end of [...later.map((header) => header.index), text.length]) yield trimmed(text, { from: index, to: end })
  }
}

function trimmed(text: string, { from, to }: Span): Span {
  const trailing = /(?:(?<=\n)[ \t]*(?:#[^\r\n]*)?\r?\n)*(?:(?<=\n)[ \t]*#[^\r\n]*)?$/
  const [kept = ''] = trailing.exec(text.slice(from, to)) ?? []
  const isLast = to === text.length && kept.trim() === ''
  return { from, to: isLast ? to : to - kept.length }
}

/** The keys of a table header, undefined for anything else (an array of tables, the inside of an array). */
function keysOf(line: string): readonly string[] | undefined {
  const [, inner] = /^[ \t]*\[(?!\[)\s*(.+?)\s*\](?!\])[ \t]*(?:#.*)?\r?$/.exec(line) ?? []
  if (inner === undefined) return undefined
  const keys: string[] = []
  for (let at = parse(`[${inner}]`); isRecord(at) && Object.keys(at).length === 1; at = at[keys.at(-1)!] as typeof at)
    keys.push(Object.keys(at)[0]!)
  return keys
}

function begins(keys: readonly string[], own: readonly string[]): boolean {
  return own.every((key, index) => keys[index] === key)
}

/** The text, if it says what it said before plus the entry, and nothing else. */
function checked(text: string, before: Readonly<Record<string, unknown>>, slot: Slot): string | undefined {
  const after = parse(text)
  const own = [...slot.path, slot.name]
  if (after === undefined || !isDeepStrictEqual(valueAt(after, own), slot.entry)) return undefined
  return isDeepStrictEqual(pruned(after, own), pruned(before, own)) ? text : undefined
}

function valueAt(document: Readonly<Record<string, unknown>>, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), document)
}

/** Without the entry, and without tables that held nothing but it. */
function pruned(
  document: Readonly<Record<string, unknown>>,
  [key, ...rest]: readonly string[],
): Readonly<Record<string, unknown>> {
  const inner = key === undefined ? undefined : document[key]
  if (key === undefined || inner === undefined) return document
  const { [key]: _own, ...others } = document
  if (rest.length === 0 || !isRecord(inner)) return others
  const left = pruned(inner, rest)
  return Object.keys(left).length === 0 ? others : { ...document, [key]: left }
}

/** The parser's tables have no prototype, which would make them differ from any object of ours. Dates stay what they are. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (!isRecord(value) || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}

function table(keys: readonly string[], entry: Entry): string[] {
  const lines = Object.entries(entry).map(([key, value]) => `${bare(key)} = ${written(value)}`)
  return [`[${keys.map(bare).join('.')}]`, ...lines]
}

function written(value: EntryValue): string {
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (isRecord(value)) {
    const pairs = Object.entries(value).map(([key, inner]) => `${bare(key)} = ${JSON.stringify(inner)}`)
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
  }
  return `[${(value as readonly string[]).map((item) => JSON.stringify(item)).join(', ')}]` // all that is left of the union
}

function bare(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key)
}
