import { DomainError } from '@shoko/contract'
import { parsePath, type Root } from '@shoko/core-fs'
import type { Move } from './note-names.ts'

/** How many links of a note were written anew. */
export interface UpdatedLinks {
  readonly path: string
  readonly count: number
}

/** A note whose own links the move changes: what it holds before and after. */
export interface OwnNote {
  /** Its path after the move. */
  readonly path: string
  readonly before: string
  readonly after: string
}

/**
 * The last move of a vault, written down before the first file changes: a process that is killed leaves the next one what it
 * needs to finish. It holds no text: what is written is found out again, so that a planted one can do no more than a move.
 */
export interface MoveRecord extends Move {
  readonly updateLinks: boolean
  readonly own: readonly OwnNote[]
  /** Set when everything is done: the same call, repeated, has its answer here. */
  readonly done?: { readonly links: readonly UpdatedLinks[]; readonly warnings: readonly string[] }
}

const PATH = parsePath('.system/shoko/move.json')
const LARGEST = 64 * 1024 * 1024

/** Undefined: none yet, or nothing that can be read as one. */
export async function readRecord(root: Root): Promise<MoveRecord | undefined> {
  try {
    const { bytes } = await root.read(PATH, { maxBytes: LARGEST })
    return parseRecord(JSON.parse(bytes.toString()))
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof DomainError && error.reason !== 'disk_error')) return undefined
    throw error
  }
}

export async function writeRecord(root: Root, record: MoveRecord): Promise<void> {
  await root.put(PATH, Buffer.from(JSON.stringify(record)))
}

function parseRecord(value: unknown): MoveRecord | undefined {
  if (!isObject(value) || !isText(value.from) || !isText(value.to) || typeof value.updateLinks !== 'boolean') return undefined
  if (!Array.isArray(value.own) || !value.own.every(isOwnNote)) return undefined
  const paths = { from: parsePath(value.from), to: parsePath(value.to) }
  const unfinished = { ...paths, updateLinks: value.updateLinks, own: value.own }
  if (value.done === undefined) return unfinished
  const { done } = value
  if (!isObject(done) || !Array.isArray(done.links) || !done.links.every(isUpdate)) return undefined
  if (!Array.isArray(done.warnings) || !done.warnings.every(isText)) return undefined
  return { ...unfinished, done: { links: done.links, warnings: done.warnings } }
}

function isOwnNote(value: unknown): value is OwnNote {
  return isObject(value) && isText(value.path) && isText(value.before) && isText(value.after)
}

function isUpdate(value: unknown): value is UpdatedLinks {
  return isObject(value) && isText(value.path) && Number.isInteger(value.count)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

export function isSameMove(record: MoveRecord | undefined, { from, to }: Move): record is MoveRecord {
  return record !== undefined && record.from === from && record.to === to
}
