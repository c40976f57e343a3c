import { DomainError } from '@shoko/contract'
import { stripBom } from './lines.ts'
import { editPlain, plainLine } from './plain-edit.ts'
import { readPlain } from './plain-front-matter.ts'
import { editMapping, parseMapping, renderMapping } from './yaml-mapping.ts'

export interface FrontMatter {
  readonly data: Record<string, unknown>
  readonly body: string
  readonly present: boolean
  /** Why the block could not be read; `data` is {} then, and editing leaves the text alone. */
  readonly problem?: string
}

export interface FrontMatterEdit {
  /** The usual order of keys: a new key goes to its place in it, else to the end. */
  readonly order?: readonly string[]
  /** Without it a text that has no front matter stays as it is. */
  readonly createIfMissing?: boolean
}

const MAX_CHARS = 64 * 1024
const OPENING = /^\uFEFF?---[ \t]*(\r\n|\n|\r)/
const CLOSING = /(?<=[\r\n])---[ \t]*(?:\r\n|\n|\r|$)/g
const TOO_LARGE = 'front matter is larger than 64 KB'
/** Nobody writes that many by hand, and a parser takes long over them. */
const MAX_LINES = 1000
const TOO_MANY = 'front matter has more than 1,000 lines'

/** The YAML block between two `---` lines at the very beginning, and the text after it. Never throws. */
export function readFrontMatter(text: string): FrontMatter {
  const plain = readPlain(text)
  return plain === undefined ? readYaml(text) : { data: plain.data, body: plain.body, present: true }
}

/** The same by the YAML parser, whatever the block looks like. */
export function readYaml(text: string): FrontMatter {
  const block = findBlock(text)
  if (block === undefined) return { data: {}, body: stripBom(text), present: false }
  const body = text.slice(block.bodyStart)
  if (block.end - block.start > MAX_CHARS) return { data: {}, body, present: true, problem: TOO_LARGE }
  const yaml = text.slice(block.start, block.end)
  if (hasTooManyLines(yaml)) return { data: {}, body, present: true, problem: TOO_MANY }
  const mapping = parseMapping(yaml)
  if ('problem' in mapping) return { data: {}, body, present: true, problem: mapping.problem }
  return { data: mapping.data, body, present: true }
}

/**
 * Changes the named keys and not one byte of anything else. `undefined` leaves a key, `null` removes it, a value that is
 * there already is left as it is written. A block that cannot be read stays untouched: look at `problem` first.
 */
export function editFrontMatter(text: string, changes: Readonly<Record<string, unknown>>, options: FrontMatterEdit = {}): string {
  requireRoom(changes)
  return editPlain(text, changes, options.order ?? []) ?? editYaml(text, changes, options)
}

/** The same by the YAML parser, whatever the block looks like. */
export function editYaml(text: string, changes: Readonly<Record<string, unknown>>, options: FrontMatterEdit = {}): string {
  const wanted = Object.entries(changes).filter(([, value]) => value !== undefined)
  const block = findBlock(text)
  if (block === undefined) return options.createIfMissing ? addBlock(text, wanted, options) : text
  if (block.end - block.start > MAX_CHARS) return text
  const before = text.slice(block.start, block.end)
  if (hasTooManyLines(before)) return text
  const after = editMapping(before, wanted, { order: options.order ?? [], newline: block.newline })
  requireReadable(after)
  return text.slice(0, block.start) + after + text.slice(block.end)
}

/** `---\n…---\n`; short lists of plain values on one line, as in `tags: [a, b]`. */
export function renderFrontMatter(data: Readonly<Record<string, unknown>>): string {
  requireRoom(data)
  const lines = Object.entries(data).map(([key, value]) => {
    const line = plainLine(key, value)
    return line === undefined ? renderYaml({ [key]: value }) : `${line}\n`
  })
  const yaml = lines.join('')
  requireReadable(yaml)
  return `---\n${yaml}---\n`
}

/** The keys and values alone, as the YAML library writes them. */
export function renderYaml(data: Readonly<Record<string, unknown>>): string {
  return renderMapping(Object.entries(data).filter(([, value]) => value !== undefined))
}

/** What could not be read back is not written. */
function requireReadable(yaml: string): void {
  if (yaml.length > MAX_CHARS) throw refused(TOO_LARGE)
  if (hasTooManyLines(yaml)) throw refused(TOO_MANY)
}

/** The same before anything is rendered, which takes seconds over megabytes. */
function requireRoom(values: unknown): void {
  let left = MAX_CHARS
  const spend = (value: unknown): void => {
    if (typeof value === 'string') left -= value.length
    else if (typeof value === 'object' && value !== null) for (const pair of Object.entries(value)) pair.forEach(spend)
    if (left < 0) throw refused(TOO_LARGE)
  }
  spend(values)
}

function refused(problem: string): DomainError {
  return new DomainError('invalid_argument', `the new ${problem}, and would not be read any more; put long texts into the body`)
}

function hasTooManyLines(yaml: string): boolean {
  let lines = 0
  for (const _ of yaml.matchAll(/\r\n|\n|\r/g)) if (++lines > MAX_LINES) return true
  return false
}

interface Block {
  /** Of the YAML, without the lines of dashes. */
  readonly start: number
  readonly end: number
  readonly bodyStart: number
  readonly newline: string
}

function findBlock(text: string): Block | undefined {
  const opening = OPENING.exec(text)
  if (opening === null) return undefined
  const start = opening[0].length
  const closing = text
    .slice(start - 1)
    .matchAll(CLOSING)
    .next().value
  if (closing === undefined) return undefined
  const end = start - 1 + closing.index
  return { start, end, bodyStart: end + closing[0].length, newline: opening[1]! }
}

function addBlock(text: string, wanted: readonly (readonly [string, unknown])[], options: FrontMatterEdit): string {
  const given = wanted.filter(([, value]) => value !== null)
  if (given.length === 0) return text
  const newline = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
  const body = stripBom(text)
  const bom = text.slice(0, text.length - body.length)
  const yaml = editMapping('', given, { order: options.order ?? [], newline })
  requireReadable(yaml)
  return `${bom}---${newline}${yaml}---${newline}${body}`
}
