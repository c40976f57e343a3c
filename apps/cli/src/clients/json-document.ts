import { isDeepStrictEqual } from 'node:util'
import { type DocumentFormat, type Entry, isRecord, lineEnding, type Slot } from './document.ts'
import { endOfLineTrivia, type JsonMember, type JsonNode, parseJsonc } from './jsonc.ts'

/** JSON as editors and agents keep it: comments, trailing commas, any indentation, a byte order mark. */
export const jsonDocument: DocumentFormat = { parse, insert, remove }

interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  const root = parseJsonc(text)
  if (root === null) return {}
  return root !== undefined && isRecord(root.value) && isUnambiguous(root) ? root.value : undefined
}

function insert(text: string, slot: Slot): string | undefined {
  const before = parse(text)
  if (before === undefined) return undefined
  const edits = insertion(text, slot)
  if (edits === undefined) return undefined
  const result = apply(text, edits)
  return isDeepStrictEqual(parse(result), withEntry(before, slot)) ? result : undefined
}

function insertion(text: string, { path, name, entry }: Slot): readonly Edit[] | undefined {
  const style = styleOf(text)
  const root = parseJsonc(text)
  if (root === undefined) return undefined
  if (root === null) return [appended(text, `${written(nest([...path, name], entry), style, '')}${style.eol}`)]
  let holder = root
  for (const [depth, key] of path.entries()) {
    const member = holder.members?.find((candidate) => candidate.key === key)
    if (member === undefined) return addMember({ text, holder, style }, key, nest([...path.slice(depth + 1), name], entry))
    if (member.node.members === undefined) return undefined
    holder = member.node
  }
  const present = holder.members?.find(({ key }) => key === name)
  if (present === undefined) return addMember({ text, holder, style }, name, entry)
  const { start, end, value } = present.node
  if (isDeepStrictEqual(value, entry)) return []
  const isInline = !text.slice(holder.start, present.start).includes('\n')
  return [{ from: start, to: end, text: isInline ? JSON.stringify(entry) : written(entry, style, indentAt(text, present.start)) }]
}

interface Place {
  readonly text: string
  readonly holder: JsonNode
  readonly style: Style
}

function addMember({ text, holder, style }: Place, key: string, value: unknown): readonly Edit[] {
  const last = holder.members?.at(-1)
  if (last === undefined) return addFirst({ text, holder, style }, key, value)
  const firstStart = holder.members?.[0]?.start ?? last.start
  const behind = last.comma === undefined ? last.node.end : last.comma + 1
  const comma = last.comma === undefined ? [{ from: last.node.end, to: last.node.end, text: ',' }] : []
  const tail = last.comma === undefined ? '' : ','
  if (!text.slice(holder.start, firstStart).includes('\n')) {
    const gap =
      /^[{,]\s/.test(text.slice(holder.start, holder.start + 2)) || /,\s/.test(text.slice(firstStart, behind)) ? ' ' : ''
    const colon = gap === '' ? '' : ' '
    return [...comma, at(behind, `${gap}${JSON.stringify(key)}:${colon}${JSON.stringify(value)}${tail}`)]
  }
  // A comment behind the last member stays on its line.
  const place = Math.max(behind, endOfLineTrivia(text, behind))
  const indent = indentAt(text, last.start)
  return [...comma, at(place, `${style.eol}${indent}${JSON.stringify(key)}: ${written(value, style, indent)}${tail}`)]
}

function addFirst({ text, holder, style }: Place, key: string, value: unknown): readonly Edit[] {
  const inside = text.slice(holder.start + 1, holder.end - 1)
  const outer = indentAt(text, holder.start)
  const indent = outer + style.unit
  const place = endOfLineTrivia(text, holder.start + 1)
  const isClosedOnOwnLine = /\n[ \t]*$/.test(inside)
  const end = isClosedOnOwnLine ? '' : `${style.eol}${outer}`
  return [at(place, `${style.eol}${indent}${JSON.stringify(key)}: ${written(value, style, indent)}${end}`)]
}

function remove(text: string, { path, name }: Omit<Slot, 'entry'>): string | undefined {
  const root = parseJsonc(text)
  const before = parse(text)
  if (root === undefined || root === null || before === undefined) return undefined
  let holder: JsonNode = root
  for (const key of path) {
    const next = holder.members?.find((member) => member.key === key)?.node
    if (next === undefined) return text
    holder = next
  }
  const index = holder.members?.findIndex(({ key }) => key === name) ?? -1
  if (index === -1) return text
  const result = apply(text, removal(text, holder, index))
  return isDeepStrictEqual(parse(result), withoutEntry(before, path, name)) ? result : undefined
}

function removal(text: string, holder: JsonNode, index: number): readonly Edit[] {
  const members = holder.members as readonly JsonMember[] // the caller found the member there
  const own = members[index]!
  const previous = members[index - 1]
  const { end } = own.node
  const [blank = ''] = /(\r?\n)?[ \t]*$/.exec(text.slice(0, own.start)) ?? []
  const from = own.start - blank.length
  const edits = [cut(from, end), ...(own.comma === undefined ? [] : [cut(own.comma, own.comma + 1)])]
  // Without one behind it, the comma before the entry was there for the entry.
  if (own.comma === undefined && previous?.comma !== undefined) edits.unshift(cut(previous.comma, previous.comma + 1))
  if (members.length > 1) return edits
  const rest = text.slice(holder.start + 1, from) + text.slice(end, holder.end - 1)
  return rest.replace(',', '').trim() === '' ? [cut(holder.start + 1, holder.end - 1)] : edits
}

function withEntry(document: Readonly<Record<string, unknown>>, slot: Slot): Record<string, unknown> {
  const [key, ...rest] = slot.path
  if (key === undefined) return { ...document, [slot.name]: slot.entry }
  const inner = document[key]
  return { ...document, [key]: withEntry(isRecord(inner) ? inner : {}, { ...slot, path: rest }) }
}

function withoutEntry(
  document: Readonly<Record<string, unknown>>,
  [key, ...rest]: readonly string[],
  name: string,
): Record<string, unknown> {
  if (key === undefined) return Object.fromEntries(Object.entries(document).filter(([other]) => other !== name))
  const inner = document[key]
  return isRecord(inner) ? { ...document, [key]: withoutEntry(inner, rest, name) } : { ...document }
}

/** A key twice in one object: nobody knows which one the client reads. */
function isUnambiguous(node: JsonNode): boolean {
  const keys = node.members?.map(({ key }) => key) ?? []
  return new Set(keys).size === keys.length && (node.members ?? []).every((member) => isUnambiguous(member.node))
}

interface Style {
  readonly eol: string
  readonly unit: string
}

function styleOf(text: string): Style {
  return { eol: lineEnding(text), unit: /^[^\r\n]*[{[][^\r\n]*\r?\n([ \t]+)\S/m.exec(text)?.[1]?.slice(0, 8) ?? '  ' }
}

/** Objects over several lines, lists on one: that is how people write such entries. */
function written(value: unknown, style: Style, indent: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
  if (!isRecord(value) || Object.keys(value).length === 0) return JSON.stringify(value)
  const inner = indent + style.unit
  const members = Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${written(item, style, inner)}`)
  return `{${style.eol}${members.join(`,${style.eol}`)}${style.eol}${indent}}`
}

/** The blanks that the line of this place begins with. */
function indentAt(text: string, place: number): string {
  const lineStart = text.lastIndexOf('\n', place - 1) + 1
  return /^\uFEFF?([ \t]*)/.exec(text.slice(lineStart, place))?.[1] ?? ''
}

function nest(path: readonly string[], entry: Entry): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), entry)
}

function at(place: number, text: string): Edit {
  return { from: place, to: place, text }
}

function cut(from: number, to: number): Edit {
  return { from, to, text: '' }
}

function appended(text: string, addition: string): Edit {
  const isOpen = text.replace('\uFEFF', '') !== '' && !text.endsWith('\n')
  return at(text.length, (isOpen ? lineEnding(text) : '') + addition)
}

function apply(text: string, edits: readonly Edit[]): string {
  return [...edits].reverse().reduce((now, edit) => now.slice(0, edit.from) + edit.text + now.slice(edit.to), text)
}
