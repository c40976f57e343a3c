import { sectionColumns } from '../index/kept-columns.ts'
import { PairFilter } from '../pair-filter.ts'
import type { PreparedSection } from './section.ts'

/** Each sentence that holds the text, once. */
export function forEachSentence(section: PreparedSection, text: string, visit: (sentence: number) => void): void {
  if (!mayHold(section, text)) return
  const { folded, starts } = section
  let sentence = 0
  for (let at = folded.indexOf(text); at >= 0; at = folded.indexOf(text, starts[sentence + 1]!)) {
    while (starts[sentence + 1]! <= at) sentence++
    visit(sentence)
  }
}

/** False where no sentence holds the text; to be asked where much else has to be there as well. */
export function mayHold(section: PreparedSection, text: string): boolean {
  return (PAIRS.get(section) ?? readPairs(section)).mayHold(text)
}

/** Made once a section, for as long as that is kept: most of what is looked for in a section is not there. */
const PAIRS = new WeakMap<PreparedSection, PairFilter>()

function readPairs(section: PreparedSection): PairFilter {
  const pairs = new PairFilter(section.folded, sectionColumns)
  PAIRS.set(section, pairs)
  return pairs
}
