/** Words, runs of a script that is written without spaces, and runs of symbols. */
export type RunKind = 'word' | 'unspaced' | 'symbols'

/** A visitor is called with UTF-16 offsets. */
export type RunVisitor = (start: number, end: number, kind: RunKind) => void

/** The runs of letters and digits and those of symbols of a text, in order; everything between them separates. */
export function runsOf(text: string, visit: RunVisitor): void {
  const { length } = text
  let at = 0
  while (at < length) {
    const start = at
    const kind = kindOf(text.charCodeAt(at++))
    if (kind === SEPARATOR || kind === MARK) continue
    while (at < length) {
      const next = kindOf(text.charCodeAt(at))
      if (next !== kind && next !== MARK) break
      at++
    }
    visit(start, at, kind === SPACED ? 'word' : kind === UNSPACED ? 'unspaced' : 'symbols')
  }
}

const SEPARATOR = 0
const SPACED = 1
const UNSPACED = 2
const MARK = 3
const SYMBOL = 4

const UNSPACED_SCRIPTS = ['Han', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr'].map((script) => `\\p{scx=${script}}`)
const UNSPACED_LETTER = new RegExp(`[[${UNSPACED_SCRIPTS.join('')}]&&[\\p{L}\\p{N}]]`, 'v')

const UNKNOWN = 255
/** One byte for each UTF-16 unit, since a table is many times quicker than a pattern; filled in as the units are met. */
const KINDS = new Uint8Array(0x10000).fill(UNKNOWN)

function kindOf(unit: number): number {
  const known = KINDS[unit]!
  if (known !== UNKNOWN) return known
  const kind = classify(unit)
  KINDS[unit] = kind
  return kind
}

/** Signs of ASCII that mean something in a text; brackets, quotes and the marks of sentences do not. */
const ASCII_SYMBOLS = '+%&$@=<>~^!*/|-#'

/**
 * Halves of surrogate pairs: the planes of rare kanji are unspaced, those of emoji and other pictures symbols, everything else
 * there is taken for words.
 */
function classify(unit: number): number {
  if (unit >= 0xd840 && unit <= 0xd88f) return UNSPACED
  if (unit >= 0xd83c && unit <= 0xd83e) return SYMBOL
  if (unit >= 0xdc00 && unit <= 0xdfff) return MARK
  if (unit >= 0xd800 && unit <= 0xdbff) return SPACED
  const character = String.fromCharCode(unit)
  if (UNSPACED_LETTER.test(character)) return UNSPACED
  if (/\p{M}/u.test(character)) return MARK
  if (/[\p{L}\p{N}]/u.test(character)) return SPACED
  return unit < 0x80 ? (ASCII_SYMBOLS.includes(character) ? SYMBOL : SEPARATOR) : /\p{S}/u.test(character) ? SYMBOL : SEPARATOR
}
