import { isWordUnit, SEPARATOR, scriptOf } from '../analyse/scripts.ts'
import type { SectionMatch } from './match-section.ts'
import type { Question } from './question.ts'

/** Two words that stand side by side in a question, folded. */
export interface Phrase {
  readonly text: string
  /** The place of its word that tells more. */
  readonly term: number
  /** Its share of what all pairs of the question tell. */
  readonly share: number
}

type Strengths = Pick<SectionMatch, 'section' | 'strengths' | 'holds'>

/** Pairs of neighbouring words of a folded question, by what the words tell; those that tell nothing are none. Japanese has no word gaps. */
export function phrasesOf(folded: string, terms: readonly { readonly surface: string; readonly share: number }[]): Phrase[] {
  const places = new Map(terms.map(({ surface }, place) => [surface, place]))
  const told = [...pairsIn(folded)].flatMap((text) => {
    const known = text.split(' ').flatMap((word) => places.get(word) ?? [])
    const share = known.reduce((sum, place) => sum + terms[place]!.share, 0)
    return share > 0 ? [{ text, term: known.reduce((a, b) => (terms[b]!.share > terms[a]!.share ? b : a)), share }] : []
  })
  const all = told.reduce((sum, { share }) => sum + share, 0)
  return told.map((phrase) => ({ ...phrase, share: phrase.share / all }))
}

/** Words with nothing but a space between them, each pair once. */
function pairsIn(folded: string): Set<string> {
  const pairs = new Set<string>()
  let [before, end] = [0, -1]
  for (let at = 0; at < folded.length; at++) {
    if (scriptOf(folded.charCodeAt(at)) === SEPARATOR) continue
    const start = at
    while (at < folded.length && scriptOf(folded.charCodeAt(at)) !== SEPARATOR) at++
    if (end === start - 1 && folded[end] === ' ') pairs.add(folded.slice(before, at))
    before = start
    end = at
  }
  return pairs
}

/** By sentence, the share of the question's pairs that stand there; `strengths` has a row a sentence, 1 where it holds a term's word itself. */
export function phraseShares({ phrases, terms }: Question, { section, strengths, holds }: Strengths): Float32Array {
  const { folded, starts } = section
  const shares = new Float32Array(holds.length)
  if (phrases.length === 0) return shares
  for (let sentence = 0; sentence < holds.length; sentence++) {
    if (holds[sentence] === 0) continue
    let own: string | undefined
    for (let place = 0, row = sentence * terms.length; place < phrases.length; place++) {
      const { text, term, share } = phrases[place]!
      if (strengths[row + term] !== 1) continue
      own ??= folded.slice(starts[sentence]!, starts[sentence + 1]!)
      if (stands(own, text)) shares[sentence]! += share
    }
  }
  return shares
}

function stands(sentence: string, text: string): boolean {
  for (let at = sentence.indexOf(text); at >= 0; at = sentence.indexOf(text, at + 1)) {
    if (!isWordUnit(sentence.charCodeAt(at - 1)) && !isWordUnit(sentence.charCodeAt(at + text.length))) return true
  }
  return false
}
