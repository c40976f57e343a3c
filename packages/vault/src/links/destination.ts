/** Where a path stands in the text. */
export interface PathPlace {
  readonly start: number
  readonly end: number
  /** `<in angle brackets>`; they are no part of it. */
  readonly angled: boolean
}

export interface Destination extends PathPlace {
  /** Behind the link. */
  readonly after: number
}

const LONGEST = 4096
const MAX_TITLE = 2000
/** Of parentheses; so many are allowed by CommonMark. */
const MAX_DEPTH = 32

/** The destination of a Markdown link that begins here, with an optional title, up to `)` or the end of the line. */
export function readDestination(
  text: string,
  from: number,
  { end, closing }: { readonly end: number; readonly closing: ')' | 'line' },
): Destination | undefined {
  const start = skipBlank(text, from, end)
  const place = text[start] === '<' ? readAngled(text, start, end) : readBare(text, start, end)
  if (place === undefined) return undefined
  const { after: behind, ...destination } = place
  const rest = text.slice(behind, Math.min(end, behind + MAX_TITLE))
  const tail = (closing === ')' ? INLINE_TAIL : LINE_TAIL).exec(rest)
  return tail === null ? undefined : { ...destination, after: behind + tail[0].length }
}

const TITLE = String.raw`"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\)`
const INLINE_TAIL = new RegExp(String.raw`^(?:\s+(?:${TITLE}))?\s*\)`)
const LINE_TAIL = new RegExp(String.raw`^(?:\s+(?:${TITLE}))?[ \t]*(?=[\r\n]|$)|^[ \t]*(?=[\r\n]|$)`)

function readAngled(text: string, open: number, end: number): Destination | undefined {
  for (let at = open + 1; at < Math.min(end, open + LONGEST); at++) {
    const letter = text[at]
    if (letter === '\\') at++
    else if (letter === '>') return { start: open + 1, end: at, angled: true, after: at + 1 }
    else if (letter === '<' || letter === '\n' || letter === '\r') return undefined
  }
  return undefined
}

function readBare(text: string, start: number, end: number): Destination | undefined {
  let depth = 0
  let at = start
  for (const last = Math.min(end, start + LONGEST); at < last; at++) {
    const unit = text.charCodeAt(at)
    if (unit <= 0x20 || unit === 0x7f) break
    if (unit === 0x5c) at++
    else if (unit === 0x28 && ++depth > MAX_DEPTH) return undefined
    else if (unit === 0x29 && --depth < 0) break
  }
  return at === start || depth > 0 ? undefined : { start, end: Math.min(at, end), angled: false, after: Math.min(at, end) }
}

function skipBlank(text: string, from: number, end: number): number {
  let at = from
  while (at < end && /\s/.test(text[at]!)) at++
  return at
}

/** What a written path means: escapes and percent signs undone; as it stands where they make no sense. */
export function decodePath(written: string): string {
  if (!/[\\%]/.test(written)) return written
  const plain = written.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** Writes a path as the link that it replaces was written: in angle brackets as it is, else encoded; other scripts as before. */
export function encodePath(path: string, { written, angled }: { readonly written: string; readonly angled: boolean }): string {
  const dotted = SCHEME_LIKE.test(path) || path.startsWith('www.') ? `./${path}` : path
  const isEncoded = /%[0-9a-f]{2}/i.test(written)
  if (angled && !isEncoded) return dotted.replaceAll(/[<>\\%#?]/g, encodeByte)
  const ascii = dotted.replaceAll(/[\s"%#?<>\\()`[\]{}|^]/g, encodeByte)
  return /%[89a-f][0-9a-f]/i.test(written) ? ascii.replaceAll(/[^\0-\x7f]+/g, encodeURIComponent) : ascii
}

const SCHEME_LIKE = /^[a-z][a-z0-9+.-]+:/i

function encodeByte(letter: string): string {
  const encoded = encodeURIComponent(letter)
  return encoded === letter ? `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}` : encoded
}
