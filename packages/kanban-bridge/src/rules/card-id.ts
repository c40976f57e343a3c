import { kanbanError } from '../kanban-error.ts'

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/i
// Separators, dots and control characters would let an id name a file elsewhere.
const NOT_PLAIN = /[/\\.\p{Cc}]/u
// A card's journal is named by its id, and a file name holds 255 bytes.
const MAX_ID_CHARS = 60

export function isUlid(text: string): boolean {
  return ULID.test(text)
}

/** Ids are written in upper case and matched in any case. */
export function canonicalId(text: string): string {
  return text.trim().toUpperCase()
}

export function isPlainId(text: string): boolean {
  const id = text.trim()
  return id !== '' && id !== '*' && id.length <= MAX_ID_CHARS && !NOT_PLAIN.test(id) && id.isWellFormed()
}

/** An id as a caller gives it. */
export function parseCardId(input: string): string {
  if (isPlainId(input)) return canonicalId(input)
  throw kanbanError(
    'invalid_card_id',
    `invalid card id: ${JSON.stringify(input.slice(0, 40))}`,
    'an id has no separators and no dots',
  )
}

/** The id that a Markdown file's name begins with; a file without one is no card. */
export function ulidOfFileName(name: string): string | undefined {
  const id = name.slice(0, 26)
  return ULID.test(id) && /^(?![0-9a-z]).*\.md$/is.test(name.slice(26)) ? id.toUpperCase() : undefined
}
