/** A visitor is called with UTF-16 offsets; `unspaced` when the run's script is written without spaces. */
export type RunVisitor = (start: number, end: number, unspaced: boolean) => void

/** The runs of letters and digits of a text, in order; everything between them separates. */
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
    visit(start, at, kind === UNSPACED)
  }
}

const SEPARATOR = 0
const SPACED = 1
const UNSPACED = 2
const MARK = 3

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

/** Halves of surrogate pairs: the planes of rare kanji are unspaced, everything else there is taken for words. */
function classify(unit: number): number {
  if (unit >= 0xd840 && unit <= 0xd88f) return UNSPACED
  if (unit >= 0xdc00 && unit <= 0xdfff) return MARK
  if (unit >= 0xd800 && unit <= 0xdbff) return SPACED
  const character = String.fromCharCode(unit)
  if (UNSPACED_LETTER.test(character)) return UNSPACED
  if (/\p{M}/u.test(character)) return MARK
  return /[\p{L}\p{N}]/u.test(character) ? SPACED : SEPARATOR
}
