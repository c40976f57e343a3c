/**
 * Symbols as tokens. Each picture or sign beyond ASCII is one (`✅`, `→`); signs of ASCII that stand together are one (`=>`), and
 * those behind a word make another word of it (`C++`, `C#`).
 */
export interface SymbolReader {
  word(surface: string, end: number): void
  symbols(run: string, start: number): void
}

/** Takes the words and runs of symbols of a text in order. */
export function createSymbolReader(emit: (token: string) => void): SymbolReader {
  let word = ''
  let wordEnd = -1
  return {
    word(surface, end) {
      word = surface
      wordEnd = end
    },
    symbols(run, start) {
      const suffix = start === wordEnd && (run.startsWith('+') || run.startsWith('#')) ? /^[+#]+/.exec(run)![0] : ''
      if (suffix !== '') emit(word + encode(suffix))
      // Nearly every run is one of these, and looking closer would show up in the time of indexing.
      if (run.length === 1 && MEANINGLESS_ALONE.includes(run)) return
      for (const token of symbolTokens(run)) emit(token)
    },
  }
}

const MEANINGLESS_ALONE = '-/!*|#<>'
const MAX_SIGN = 8
/** Marks of Markdown, and signs that stand alone in every other sentence. */
const MEANINGLESS = /^(?:[-/!*|#<>]|\*+|-+|#+|\|+|=+|~+|>+|<+|!+|\/+)$/

/** The symbols of a run; a run of plain marks has none. */
export function symbolTokens(run: string): readonly string[] {
  const tokens: string[] = []
  for (const [part] of run.matchAll(/[!-~]+|[^!-~]/gu)) {
    if (part.charCodeAt(0) > 0x7f) {
      if (IS_SYMBOL.test(part)) tokens.push(part)
    } else if (part === '=' || part === '~' || !MEANINGLESS.test(part)) tokens.push(encode(part.slice(0, MAX_SIGN)))
  }
  return tokens
}

const IS_SYMBOL = /[\p{S}\p{Extended_Pictographic}]/u
const PRIVATE_USE = 0xe000

/** FTS5 takes signs of ASCII for separators: they are kept as characters that no text has. */
function encode(signs: string): string {
  return Array.from(signs, (sign) => String.fromCharCode(PRIVATE_USE + sign.charCodeAt(0))).join('')
}

/** What a token stands for: signs, behind the word that they belong to if there is one. */
export function decodeSymbol(token: string): { readonly word: string; readonly signs: string } {
  const [, word = '', encoded = ''] = /^([^\ue000-\ue0ff]*)([\ue000-\ue0ff]*)$/u.exec(token) ?? []
  if (encoded === '') return { word: '', signs: token }
  return { word, signs: Array.from(encoded, (sign) => String.fromCharCode(sign.charCodeAt(0) - PRIVATE_USE)).join('') }
}
