import { isDeepStrictEqual } from 'node:util'
import { Document, isScalar, isSeq, parse, Scalar, type ToStringOptions, type YAMLSeq } from 'yaml'

export interface RenderedEntry {
  /** `key: value` with its final newline. */
  readonly line: string
  /** What comes after the colon, without the final newline. */
  readonly rest: string
}

const MAX_LIST = 80
const STYLE: ToStringOptions = { lineWidth: 0, flowCollectionPadding: false }

/** A key and its (plain) value as YAML: in the style of an older value's node, as JSON on `one line`, or as a person would write it. */
export function renderEntry(key: string, value: unknown, style?: unknown): RenderedEntry {
  const keyText = style === 'one line' ? safeKey(key) : plainKey(key)
  const line = style === 'one line' ? `${keyText}: ${JSON.stringify(value)}\n` : lineLike(key, value, style)
  return { line, rest: line.slice(keyText.length + 1, -1) }
}

/** `key: value`, certain to be read back as it was given: the library forgets quotes in rare cases, such as ":\na" in a list. */
export function renderLine(key: string, given: unknown): string {
  const value = plainValue(given)
  const { line } = renderEntry(key, value)
  return isReadBack(line, { [key]: value }) ? line : renderEntry(key, value, 'one line').line
}

/** The value as it would be read back: dates as text, holes in lists as null. */
export function plainValue(value: unknown): unknown {
  return new Document(value, { aliasDuplicateObjects: false }).toJS()
}

function plainKey(key: string): string {
  return lineOf(key, null).slice(0, -': null\n'.length)
}

/** The library also forgets the quotes of a key that begins with a byte order mark. */
function safeKey(key: string): string {
  const plain = plainKey(key)
  return isReadBack(`${plain}: null\n`, { [key]: null }) ? plain : JSON.stringify(key)
}

function lineLike(key: string, value: unknown, style: unknown): string {
  if (typeof value === 'string') return lineOf(key, quotedLike(value, style))
  if (!Array.isArray(value) || value.length === 0) return lineOf(key, value)
  if (isSeq(style) && !style.flow) return lineOf(key, value, { indentSeq: isIndented(style) })
  const flow = lineOf(key, value, { flow: true })
  const isShort = value.every((item) => typeof item !== 'object' || item === null) && flow.length <= MAX_LIST
  return isShort || isSeq(style) ? flow : lineOf(key, value)
}

function lineOf(
  key: string,
  value: unknown,
  { flow = false, ...style }: ToStringOptions & { readonly flow?: boolean } = {},
): string {
  const document = new Document({}, { aliasDuplicateObjects: false })
  document.set(key, document.createNode(value, { flow }))
  return document.toString({ ...STYLE, ...style })
}

function quotedLike(value: string, style: unknown): unknown {
  if (!isScalar(style) || (style.type !== 'QUOTE_DOUBLE' && style.type !== 'QUOTE_SINGLE')) return value
  const scalar = new Scalar(value)
  scalar.type = style.type
  return scalar
}

function isIndented({ srcToken }: YAMLSeq): boolean {
  return srcToken !== undefined && 'indent' in srcToken && srcToken.indent > 0
}

function isReadBack(line: string, data: Readonly<Record<string, unknown>>): boolean {
  try {
    return isDeepStrictEqual(parse(line, { logLevel: 'silent' }), data)
  } catch {
    return false
  }
}
