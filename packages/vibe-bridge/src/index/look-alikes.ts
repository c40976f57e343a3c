import type { Token, Tokenizer } from './tokens.ts'

/** The forms in which a word is itself, and those of other words that share its stem (puerto, puertos / puerta, puertas). */
export interface LookAlikes {
  readonly own: readonly string[]
  readonly others: readonly string[]
}

const ENDINGS = ['o', 'a', 'e', 'os', 'as', 'es']
const SHORTEST_BASE = 3

/** Only words that end as Spanish ones do: there the stem loses what tells two words apart. */
export function lookAlikesOf(token: Token, tokenizer: Tokenizer): LookAlikes | undefined {
  const [, base = '', vowel = ''] = /^(.*?)([oae])s?$/.exec(token.text) ?? []
  if (token.unspaced || base.length < SHORTEST_BASE) return undefined
  const stems = new Set(tokenizer.stems(token.text))
  const others = ENDINGS.filter((ending) => !ending.startsWith(vowel))
    .map((ending) => base + ending)
    .filter((word) => tokenizer.stems(word).some((stem) => stems.has(stem)))
  return others.length === 0 ? undefined : { own: [base + vowel, `${base + vowel}s`], others }
}
