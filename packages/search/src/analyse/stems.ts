import { stemEnglish } from './english.ts'
import { stemSpanish } from './spanish.ts'

/** Beyond so many words the memory starts anew. */
const REMEMBERED = 20_000
/** V8 copies shorter parts of a text; a longer one would keep the whole text in memory for as long as it is remembered. */
const COPIED_BELOW = 13

export interface Stems {
  readonly english: string
  readonly spanish: string
}

const known = new Map<string, Stems>()

/** The stems of a folded word; remembered, for texts and questions about one subject say the same words again and again. */
export function stemsOf(word: string): Stems {
  const remembered = known.get(word)
  if (remembered !== undefined) return remembered
  const stems = { english: stemEnglish(word), spanish: stemSpanish(word) }
  if (word.length >= COPIED_BELOW) return stems
  if (known.size >= REMEMBERED) known.clear()
  known.set(word, stems)
  return stems
}
