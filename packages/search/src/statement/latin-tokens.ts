/** A word, a number or a mark of a folded sentence. */
export interface Token {
  readonly text: string
  readonly kind: 'word' | 'number' | 'name' | 'mark'
}

/** Code in backticks and words with digits are names; a number keeps its points, commas and colons. */
const TOKENS = /`[^`]+`|[a-z][a-z0-9_]*(?:['’-][a-z0-9]+)*'?|\d+(?:[.,:]\d+)*|[%€$£¥°/;,()?!-]/g
const BACKTICK = 96
const HAS_DIGIT = /\d/

/** Those of a folded sentence, as they stand in it. */
export function tokenTexts(folded: string): readonly string[] {
  return folded.match(TOKENS) ?? []
}

export function kindOf(text: string): Token['kind'] {
  const first = text.charCodeAt(0)
  if (first === BACKTICK) return 'name'
  if (first >= 48 && first <= 57) return 'number'
  if (first < 97 || first > 122) return 'mark'
  return HAS_DIGIT.test(text) ? 'name' : 'word'
}
