import { isWordUnit } from '../analyse/scripts.ts'
import type { Question } from './question.ts'
import type { PreparedSection } from './section.ts'

/** Two words that stand side by side in a question, folded. */
export interface Phrase {
  readonly text: string
  /** Its share of what all pairs of the question tell. */
  readonly share: number
}

const NEIGHBOURS = /(?<![\p{L}\p{N}])(?=([\p{L}\p{N}]+ [\p{L}\p{N}]+))/gu

/** Pairs of neighbouring words of a folded question, by what the words tell; those that tell nothing are none. Japanese has no word gaps. */
export function phrasesOf(folded: string, terms: readonly { readonly surface: string; readonly share: number }[]): Phrase[] {
  const shares = new Map(terms.map(({ surface, share }) => [surface, share]))
  const texts = new Set(Array.from(folded.matchAll(NEIGHBOURS), ([, pair]) => pair!))
  const told = [...texts].map((text) => ({ text, told: text.split(' ').reduce((sum, word) => sum + (shares.get(word) ?? 0), 0) }))
  const all = told.reduce((sum, phrase) => sum + phrase.told, 0)
  return told.filter((phrase) => phrase.told > 0).map((phrase) => ({ text: phrase.text, share: phrase.told / all }))
}

/** By sentence, the share of the question's pairs that stand there. */
export function phraseShares({ phrases }: Question, { folded, starts, sentences }: PreparedSection): Float32Array {
  const shares = new Float32Array(sentences.length)
  for (const { text, share } of phrases) {
    let sentence = 0
    for (let at = folded.indexOf(text); at >= 0; at = folded.indexOf(text, at + 1)) {
      if (isWordUnit(folded.charCodeAt(at - 1)) || isWordUnit(folded.charCodeAt(at + text.length))) continue
      while (starts[sentence + 1]! <= at) sentence++
      shares[sentence]! += share
      // Once a sentence is enough.
      at = starts[sentence + 1]! - 1
    }
  }
  return shares
}
