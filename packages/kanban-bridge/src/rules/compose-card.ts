import { editFrontMatter, readFrontMatter, renderFrontMatter } from '@shoko/core-fs/front-matter'
import { hasConflictMarkers, isUnclosed, KEY_ORDER } from './card.ts'

export interface NewCard {
  readonly id: string
  readonly title: string
  readonly lane?: string | undefined
  readonly priority?: string | undefined
  readonly size?: number | undefined
  readonly labels?: readonly string[] | undefined
  readonly assignees?: readonly string[] | undefined
  readonly created_at: string
  readonly completed_at?: string | undefined
}

/** The file of a new card: front matter in its fixed order, a blank line, the body with its final newline. */
export function composeCard(card: NewCard, body: string): string {
  const values: Record<string, unknown> = { ...card }
  const head = renderFrontMatter(Object.fromEntries(KEY_ORDER.map((key) => [key, values[key]])))
  if (body === '') return head
  return `${head}\n${body.endsWith('\n') ? body : `${body}\n`}`
}

/** A title is one line. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

/** Sets (null: clears) keys of a card's front matter; every other byte stays. A card without front matter gets one. */
export function editCardKeys(text: string, changes: Readonly<Record<string, unknown>>): string {
  const { present, body } = readFrontMatter(text)
  const start = text.length - body.length // a BOM stays in front
  const spaced = present || body === '' ? text : `${text.slice(0, start)}${newlineOf(text)}${body}`
  return editFrontMatter(spaced, changes, { order: KEY_ORDER, createIfMissing: true })
}

/** Is the front matter too broken to be edited without guessing? */
export function isEditable(text: string): boolean {
  const front = readFrontMatter(text)
  if (front.problem !== undefined || isUnclosed(text, front)) return false
  return !hasConflictMarkers(text.slice(0, text.length - front.body.length))
}

/** Adds to the end of the body, after a newline if the body lacks one, and ends with a newline. */
export function appendToBody(text: string, addition: string): string {
  const { present, separator, body } = splitBody(text)
  const eol = newlineOf(text)
  const gap = body === '' ? (present && separator === '' ? eol : '') : body.endsWith('\n') ? '' : eol
  return `${text}${gap}${withNewlines(addition, eol)}${eol}`
}

/** Puts another body in place of the old one; the final newline is the caller's affair. */
export function replaceBody(text: string, body: string): string {
  const old = splitBody(text)
  const head = text.slice(0, text.length - old.body.length)
  const gap = old.present && old.separator === '' ? newlineOf(text) : ''
  return `${head}${gap}${withNewlines(body, newlineOf(text))}`
}

/** The blank line after the front matter is no part of the body. */
function splitBody(text: string): { present: boolean; separator: string; body: string } {
  const { present, body } = readFrontMatter(text)
  const separator = present ? (/^\r?\n/.exec(body)?.[0] ?? '') : ''
  return { present, separator, body: body.slice(separator.length) }
}

function newlineOf(text: string): string {
  const first = text.indexOf('\n')
  return first > 0 && text[first - 1] === '\r' ? '\r\n' : '\n'
}

function withNewlines(text: string, eol: string): string {
  return eol === '\n' ? text : text.replaceAll(/\r?\n/g, eol)
}
