import { isWordUnit, SEPARATOR, scriptOf } from '../analyse/scripts.ts'
import type { ColumnRoom } from './column-room.ts'
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
  const shareOf = (place: number | undefined) => (place === undefined ? 0 : terms[place]!.share)
  const told = new Map<string, Phrase>()
  let all = 0
  forEachPair(folded, (text, gap) => {
    if (told.has(text)) return
    const first = places.get(text.slice(0, gap))
    const second = places.get(text.slice(gap + 1))
    const share = shareOf(first) + shareOf(second)
    if (share <= 0) return
    told.set(text, { text, term: (shareOf(second) > shareOf(first) ? second : (first ?? second))!, share })
    all += share
  })
  return Array.from(told.values(), ({ text, term, share }) => ({ text, term, share: share / all }))
}

/** Words with nothing but a space between them, and where in their text that is. */
function forEachPair(folded: string, visit: (text: string, gap: number) => void): void {
  let before = 0
  let end = -1
  for (let at = 0; at < folded.length; at++) {
    if (scriptOf(folded.charCodeAt(at)) === SEPARATOR) continue
    const start = at
    while (at < folded.length && scriptOf(folded.charCodeAt(at)) !== SEPARATOR) at++
    if (end === start - 1 && folded[end] === ' ') visit(folded.slice(before, at), end - before)
    before = start
    end = at
  }
}

/** By sentence, the share of the question's pairs that stand there; `strengths` has a row a sentence, 1 where it holds a term's word itself. */
export function phraseShares(
  { phrases, terms }: Question,
  { section, strengths, holds }: Strengths,
  room: ColumnRoom,
): Float32Array {
  const { folded, starts } = section
  const shares = room.float32(holds.length)
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
