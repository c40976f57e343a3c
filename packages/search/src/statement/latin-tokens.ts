/** A word, a number or a mark of a folded sentence. */
export interface Token {
  readonly text: string
  readonly kind: 'word' | 'number' | 'name' | 'mark'
}

/** Code in backticks and words with digits are names; a number keeps its points, commas and colons. */
const TOKENS = /`[^`]+`|[a-z][a-z0-9_]*(?:['’-][a-z0-9]+)*'?|\d+(?:[.,:]\d+)*|[%€$£¥°/;,()?!-]/g
const HAS_DIGIT = /\d/

export function tokensOf(folded: string): Token[] {
  return Array.from(folded.matchAll(TOKENS), ([text]) => ({ text, kind: kindOf(text) }))
}

function kindOf(text: string): Token['kind'] {
  if (text.startsWith('`')) return 'name'
  if (/^\d/.test(text)) return 'number'
  if (!/^[a-z]/.test(text)) return 'mark'
  return HAS_DIGIT.test(text) ? 'name' : 'word'
}
