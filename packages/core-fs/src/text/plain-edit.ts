import { MAX_CHARS, MAX_LINES, readPlain, readScalar } from './plain-front-matter.ts'

/** One key of the front matter, with its lines. */
interface Entry {
  readonly key: string
  readonly text: string
}

// What everybody writes and reads without quotes, and, when there is nothing but words in it, in a list too.
const PLAIN = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_ .,/:@+()!?'"&;=*%-]*[\p{L}\p{M}\p{N}_.)!?])?$/u
const NOT_IN_LIST = /[^\p{L}\p{M}\p{N}_ ./@+-]/u
const KEY = /^([A-Za-z_][\w-]*):/
const PLAIN_KEY = /^[A-Za-z_][\w-]*$/
// One line in the usual layout, its value without quotes: a new one is written without quotes as well.
const PLAIN_LINE = /^[^:]+: [^\s'"](?:[^\r\n]*\S)?(\r?\n)$/
const MAX_LIST = 80

/**
 * Sets (null: removes) keys of plain front matter as the YAML editor would, without it: it costs more than the writing of the
 * file. Undefined for everything that is not as plain as front matter almost always is.
 */
export function editPlain(
  text: string,
  changes: Readonly<Record<string, unknown>>,
  order: readonly string[],
): string | undefined {
  const front = readPlain(text)
  if (front === undefined) return undefined
  const newline = text.startsWith('---\r') ? '\r\n' : '\n'
  let entries: readonly Entry[] | undefined = entriesOf(text.slice(front.start, front.end + 1))
  for (const [key, value] of Object.entries(changes)) {
    const isThere = Object.hasOwn(front.data, key) && JSON.stringify(front.data[key]) === JSON.stringify(value)
    if (value === undefined || (isThere && value !== null)) continue
    entries = changed(entries, { key, value, newline, order })
    if (entries === undefined) return undefined
  }
  const head = entries.map((entry) => entry.text).join('')
  const isLong = head.length > MAX_CHARS || head.split('\n').length > MAX_LINES
  return isLong ? undefined : text.slice(0, front.start) + head + text.slice(front.end + 1)
}

function entriesOf(head: string): Entry[] {
  const entries: { key: string; text: string }[] = []
  for (const line of head.split(/(?<=\n)/)) {
    const key = KEY.exec(line)?.[1]
    if (key === undefined) entries.at(-1)!.text += line
    else entries.push({ key, text: line })
  }
  return entries
}

interface KeyChange {
  readonly key: string
  readonly value: unknown
  readonly newline: string
  readonly order: readonly string[]
}

function changed(entries: readonly Entry[], { key, value, newline, order }: KeyChange): readonly Entry[] | undefined {
  if (value === null) return entries.filter((entry) => entry.key !== key)
  const line = plainLine(key, value)
  if (line === undefined) return undefined
  const at = entries.findIndex((entry) => entry.key === key)
  if (at === -1) return entries.toSpliced(placeFor(entries, key, order), 0, { key, text: line + newline })
  const ending = PLAIN_LINE.exec(entries[at]!.text)?.[1]
  return ending === undefined ? undefined : entries.with(at, { key, text: line + ending })
}

/** `key: value` as the YAML library would write it; undefined: let it. */
export function plainLine(key: string, value: unknown): string | undefined {
  if (!PLAIN_KEY.test(key) || readScalar(key) !== key) return undefined
  if (!Array.isArray(value)) return isPlain(value) ? `${key}: ${value}` : undefined
  const line = `${key}: [${value.join(', ')}]`
  return line.length < MAX_LIST && value.every((item) => isPlain(item) && !NOT_IN_LIST.test(item)) ? line : undefined
}

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && PLAIN.test(value) && readScalar(value) === value
}

/** After its nearest neighbour before it in the order, else before the first one after it, else at the end. */
function placeFor(entries: readonly Entry[], key: string, ranks: readonly string[]): number {
  const rank = ranks.indexOf(key)
  if (rank === -1) return entries.length
  for (const name of ranks.slice(0, rank).reverse()) {
    const neighbour = entries.findIndex((entry) => entry.key === name)
    if (neighbour !== -1) return neighbour + 1
  }
  const follower = entries.findIndex((entry) => ranks.indexOf(entry.key) > rank)
  return follower === -1 ? entries.length : follower
}
