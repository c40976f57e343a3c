/** Beyond this it is left to the YAML parser, which has bounds of its own. */
export const MAX_CHARS = 16_384
export const MAX_LINES = 1000
const OPENING = /^---\r?\n/
const CLOSING = /\n---(?:\r?\n|$)/
const KEY_LINE = /^([A-Za-z_][A-Za-z0-9_-]*):(?: +(.*))?$/
const ITEM_LINE = /^( *)- +(.*)$/
// A plain scalar that YAML reads as this very text: no indicator in front, no ": ", no " #", nothing unprintable.
const NOT_PLAIN = /^[-?:,[\]{}#&*!|>'"%@`\s]|: |:$| #|[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}/u
const NOT_PLAIN_IN_FLOW = /[[\]{},:#"']/
const NOT_A_STRING = /^(?:~|null|true|false|[-+]?\.inf|\.nan|[-+]?[0-9.][0-9.]*(?:e[-+]?[0-9]+)?|[-+]?0[xo][0-9a-f]+|<<)$/i
const ONLY_SPACES = /^ *$/
const SMALL_INTEGER = /^(?:0|[1-9][0-9]{0,14})$/
const SIMPLE_QUOTED = /^(?:"([^"\\\u0000-\u001f]*)"|'([^'\u0000-\u001f]*)')$/

export interface PlainFrontMatter {
  readonly data: Record<string, unknown>
  readonly body: string
  /** Where the lines of keys begin and, without the last one's newline, end. */
  readonly start: number
  readonly end: number
}

/**
 * Reads the front matter that files almost always have: top-level keys with one-line scalars and lists of them. Answers
 * `undefined` for everything else, which goes to the YAML parser: many times slower, and a board holds ten thousand cards.
 */
export function readPlain(text: string): PlainFrontMatter | undefined {
  const opening = OPENING.exec(text)
  if (opening === null) return undefined
  const closing = CLOSING.exec(text)
  if (closing === null || closing.index > MAX_CHARS || closing.index < opening[0].length) return undefined
  const [start, end] = [opening[0].length, closing.index]
  const lines = text.slice(start, end).split('\n', MAX_LINES + 1)
  if (lines.length > MAX_LINES) return undefined
  const data = readLines(lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)))
  return data === undefined ? undefined : { data, body: text.slice(end + closing[0].length), start, end }
}

function readLines(lines: readonly string[]): Record<string, unknown> | undefined {
  const data: Record<string, unknown> = {}
  for (let at = 0; at < lines.length; at++) {
    const [, key, text = ''] = KEY_LINE.exec(lines[at]!) ?? []
    if (key === undefined || key === '__proto__' || NOT_A_STRING.test(key) || Object.hasOwn(data, key)) return undefined
    if (!ONLY_SPACES.test(text)) {
      data[key] = readValue(text)
      if (data[key] === undefined) return undefined
      continue
    }
    const items = readItems(lines, at + 1)
    if (items === undefined) return undefined
    data[key] = items.length === 0 ? null : items
    at += items.length
  }
  return data
}

/** The `- item` lines from here on, all at one depth; empty when the next line is no item. */
function readItems(lines: readonly string[], from: number): unknown[] | undefined {
  const items: unknown[] = []
  let indent: string | undefined
  for (let at = from; at < lines.length; at++) {
    const item = ITEM_LINE.exec(lines[at]!)
    if (item === null) break
    indent ??= item[1]
    const value = item[1] === indent ? readScalar(item[2]!) : undefined
    if (value === undefined) return undefined
    items.push(value)
  }
  return items
}

function readValue(text: string): unknown {
  const value = text.replace(/ +$/, '')
  if (!value.startsWith('[')) return readScalar(value)
  if (!value.endsWith(']')) return undefined
  const inside = value.slice(1, -1)
  if (ONLY_SPACES.test(inside)) return []
  const items = inside.split(',').map((item) => readFlowItem(item.replace(/^ +| +$/g, '')))
  return items.includes(undefined) ? undefined : items
}

function readFlowItem(text: string): unknown {
  return text === '' || NOT_PLAIN_IN_FLOW.test(text) ? undefined : readScalar(text)
}

/** The value of a plain or simply quoted scalar; undefined: the YAML parser has to say. */
export function readScalar(text: string): string | number | undefined {
  const value = text.replace(/ +$/, '')
  if (SMALL_INTEGER.test(value)) return Number(value)
  const quoted = SIMPLE_QUOTED.exec(value)
  if (quoted !== null) return quoted[1] ?? quoted[2]
  return value === '' || NOT_PLAIN.test(value) || NOT_A_STRING.test(value) ? undefined : value
}
