import { isWordUnit } from '../analyse/scripts.ts'
import type { Question } from './question.ts'
import type { PreparedSection } from './section.ts'

/** Two words that stand side by side in a question, folded. */
export interface Phrase {
  readonly text: string
  /** The place of its word that tells more. */
  readonly term: number
  /** Its share of what all pairs of the question tell. */
  readonly share: number
}

const NEIGHBOURS = /(?<![\p{L}\p{N}])(?=([\p{L}\p{N}]+ [\p{L}\p{N}]+))/gu

/** Pairs of neighbouring words of a folded question, by what the words tell; those that tell nothing are none. Japanese has no word gaps. */
export function phrasesOf(folded: string, terms: readonly { readonly surface: string; readonly share: number }[]): Phrase[] {
  const places = new Map(terms.map(({ surface }, place) => [surface, place]))
  const texts = new Set(Array.from(folded.matchAll(NEIGHBOURS), ([, pair]) => pair!))
  const told = [...texts].flatMap((text) => {
    const known = text.split(' ').flatMap((word) => places.get(word) ?? [])
    const share = known.reduce((sum, place) => sum + terms[place]!.share, 0)
    return share > 0 ? [{ text, term: known.reduce((a, b) => (terms[b]!.share > terms[a]!.share ? b : a)), share }] : []
  })
  const all = told.reduce((sum, { share }) => sum + share, 0)
  return told.map((phrase) => ({ ...phrase, share: phrase.share / all }))
}

/** By sentence, the share of the question's pairs that stand there; `strengths` says, by term, which sentences hold its word itself (1). */
export function phraseShares({ phrases }: Question, section: PreparedSection, strengths: readonly Float32Array[]): Float32Array {
  const shares = new Float32Array(section.sentences.length)
  for (const { text, term, share } of phrases) {
    const column = strengths[term]!
    for (let sentence = 0; sentence < column.length; sentence++) {
      if (column[sentence] === 1 && stands(section, text, sentence)) shares[sentence]! += share
    }
  }
  return shares
}

function stands({ folded, starts }: PreparedSection, text: string, sentence: number): boolean {
  const own = folded.slice(starts[sentence]!, starts[sentence + 1]!)
  for (let at = own.indexOf(text); at >= 0; at = own.indexOf(text, at + 1)) {
    if (!isWordUnit(own.charCodeAt(at - 1)) && !isWordUnit(own.charCodeAt(at + text.length))) return true
  }
  return false
}
