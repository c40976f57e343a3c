import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, type Pair, parseDocument, type YAMLMap } from 'yaml'
import { insertKey, pasteMany, removeKey, replaceValue } from './yaml-paste.ts'
import { plainValue, renderEntry, renderLine } from './yaml-render.ts'

/** A block of YAML whose top level is a mapping, with the places of its keys. */
export interface Mapping {
  readonly source: string
  readonly data: Readonly<Record<string, unknown>>
  readonly entries: readonly MappingEntry[]
  /** Written as `{a: 1, b: 2}`: the offset of the closing brace. */
  readonly brace: number | undefined
}

export interface MappingEntry {
  readonly key: string
  readonly keyStart: number
  readonly afterColon: number
  /** After the last character of the value: a comment or the end of the line follows. */
  readonly valueEnd: number
  /** The node, for its style. */
  readonly value: unknown
}

export interface EditOptions {
  readonly order: readonly string[]
  readonly newline: string
}

export type Change = readonly [key: string, value: unknown]

const MAX_ALIASES = 100
/** More changes than this are made in one step. */
const FEW = 4

export function parseMapping(block: string): Mapping | { readonly problem: string } {
  // A lone \r ends lines for us but not for the parser; one for one, so that the offsets stay.
  const source = block.replaceAll(/\r(?!\n)/g, '\n')
  const document = parseDocument(source, { keepSourceTokens: true, uniqueKeys: false, prettyErrors: false, logLevel: 'silent' })
  const [error] = document.errors
  if (error !== undefined) return { problem: `front matter is not valid YAML (line ${lineOf(source, error.pos[0])})` }
  const { contents } = document
  if (contents === null || (isScalar(contents) && contents.value === null)) {
    return { source: block, data: {}, entries: [], brace: undefined }
  }
  if (!isMap(contents)) return { problem: 'front matter is not a mapping of keys to values' }
  try {
    const data: Record<string, unknown> = document.toJS({ maxAliasCount: MAX_ALIASES })
    const brace = contents.flow ? contents.range![1] - 1 : undefined
    return { source: block, data, entries: entriesOf(contents, source), brace }
  } catch {
    return { problem: 'front matter has too many aliases, or one without an anchor' }
  }
}

/** Sets keys (null removes them) by pasting text, each step proved by reading the result. A broken block is given back as it is. */
export function editMapping(block: string, changes: readonly Change[], options: EditOptions): string {
  const start = parseMapping(block)
  if ('problem' in start) return block
  const plain = changes.map(([key, value]): Change => [key, value === null ? undefined : plainValue(value)])
  if (plain.length > FEW) return changeMany(start, plain, options).source
  let mapping: Mapping = start
  for (const change of plain) if (differs(mapping, change)) mapping = changeKey(mapping, change, options)
  return mapping.source
}

function differs({ data }: Mapping, [key, wanted]: Change): boolean {
  return !isDeepStrictEqual(Object.hasOwn(data, key) ? data[key] : undefined, wanted)
}

/** All of them pasted at once and proved once: each proof reads the whole block. */
function changeMany(mapping: Mapping, changes: readonly Change[], options: EditOptions): Mapping {
  const different = changes.filter((change) => differs(mapping, change))
  if (different.length === 0) return mapping
  const wanted = new Map(Object.entries(mapping.data))
  for (const [key, value] of different) {
    if (value === undefined) wanted.delete(key)
    else wanted.set(key, value)
  }
  const data = Object.fromEntries(wanted)
  const pasted = parseMapping(pasteMany(mapping, different, options))
  return !('problem' in pasted) && isDeepStrictEqual(pasted.data, data) ? pasted : rewritten(data, options)
}

export function renderMapping(entries: readonly Change[]): string {
  return entries.map(([key, value]) => renderLine(key, value)).join('')
}

function changeKey(mapping: Mapping, change: Change, options: EditOptions): Mapping {
  const data = withChange(mapping.data, change)
  for (const source of pastings(mapping, change, options)) {
    const result = parseMapping(source)
    if (!('problem' in result) && isDeepStrictEqual(result.data, data)) return result
  }
  return rewritten(data, options)
}

/** Anchors that others use, or a layout that cannot be pasted into: meaning goes before looks. */
function rewritten(data: Readonly<Record<string, unknown>>, options: EditOptions): Mapping {
  const result = parseMapping(renderMapping(Object.entries(data)).replaceAll('\n', options.newline))
  if ('problem' in result) throw new Error(`rewriting front matter: ${result.problem}`)
  return result
}

function* pastings(mapping: Mapping, [key, value]: Change, options: EditOptions): Generator<string> {
  const entry = mapping.entries.findLast((candidate) => candidate.key === key)
  if (value === undefined) {
    yield removeKey(mapping, key)
    return
  }
  for (const style of [entry?.value, 'one line']) {
    const rendered = renderEntry(key, value, style)
    const line = rendered.line.replaceAll('\n', options.newline)
    const rest = rendered.rest.replaceAll('\n', options.newline)
    yield entry === undefined ? insertKey(mapping, { key, line }, options) : replaceValue(mapping, entry, rest)
  }
}

function withChange(data: Readonly<Record<string, unknown>>, [key, value]: Change): Record<string, unknown> {
  const entries = Object.entries(data).filter(([name]) => name !== key || value !== undefined)
  if (value === undefined) return Object.fromEntries(entries)
  return Object.fromEntries([...entries, [key, value]])
}

function entriesOf(map: YAMLMap, source: string): MappingEntry[] {
  return map.items.flatMap((pair) => {
    const entry = entryOf(pair, source)
    return entry === undefined ? [] : [entry]
  })
}

/** Undefined for keys that have no plain place in the text, such as `? complex` ones. */
function entryOf(pair: Pair, source: string): MappingEntry | undefined {
  const { key, value, srcToken } = pair
  const colon = srcToken?.sep?.find((token) => token.type === 'map-value-ind')
  if (!isScalar(key) || colon === undefined || key.range == null) return undefined
  const afterColon = colon.offset + 1
  const nodeEnd = hasRange(value) ? value.range[1] : afterColon
  const text = source.slice(afterColon, Math.max(afterColon, nodeEnd))
  const valueEnd = afterColon + text.trimEnd().length
  return { key: String(key.value), keyStart: key.range[0], afterColon, valueEnd, value }
}

function hasRange(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
}

/** In the file, where the line of dashes comes first. */
function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length + 1
}
