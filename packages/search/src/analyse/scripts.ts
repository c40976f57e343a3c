/** What kind of letter a UTF-16 unit is; 0 separates words. */
export const SEPARATOR = 0
/** Letters and digits of scripts that write words apart. */
export const WORD = 1
/** Combining marks: part of the word they stand in. */
export const MARK = 2
export const HIRAGANA = 4
export const KATAKANA = 5
export const KANJI = 6

const UNKNOWN = 255
/** One byte for each of the 65,536 units, filled in as they are met: a start-up should not pay for scripts that never come. */
const TABLE = new Uint8Array(0x10000).fill(UNKNOWN)

/** A surrogate pair is a letter, or kanji in the planes where those lie. */
export function scriptOf(unit: number): number {
  const known = TABLE[unit] ?? SEPARATOR
  if (known !== UNKNOWN) return known
  const script = classify(unit)
  TABLE[unit] = script
  return script
}

export function isJapanese(script: number): boolean {
  return script >= HIRAGANA
}

/** Whether some letter of the text is Japanese. */
export function isJapaneseText(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isJapanese(scriptOf(text.charCodeAt(at)))) return true
  return false
}

export function isJapaneseWord(word: string): boolean {
  return isJapanese(scriptOf(word.charCodeAt(0)))
}

/** Part of a word that is written apart from others. */
export function isWordUnit(unit: number): boolean {
  const script = scriptOf(unit)
  return script === WORD || script === MARK
}

function classify(unit: number): number {
  if (unit >= 0x3041 && unit <= 0x309f) return HIRAGANA
  if (unit >= 0x30a1 && unit <= 0x30ff) return unit === 0x30fb ? SEPARATOR : KATAKANA
  if (unit >= 0x3005 && unit <= 0x3007) return KANJI
  if ((unit >= 0x3400 && unit <= 0x4dbf) || (unit >= 0x4e00 && unit <= 0x9fff) || (unit >= 0xf900 && unit <= 0xfaff)) return KANJI
  // High surrogates of planes 2 and 3, which hold nothing but kanji.
  if (unit >= 0xd840 && unit <= 0xd8bf) return KANJI
  if (unit >= 0xdc00 && unit <= 0xdfff) return MARK
  if (unit >= 0xd800 && unit <= 0xdbff) return WORD
  const character = String.fromCharCode(unit)
  if (/\p{M}/u.test(character)) return MARK
  return /[\p{L}\p{N}]/u.test(character) ? WORD : SEPARATOR
}
