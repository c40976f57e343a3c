import { ASKS_NOTHING, askedOf, type Facet, hintedFacets, hintsOf, inAllLanguages } from '../words/facet-hints.ts'
import { createLexicon } from '../words/lexicon.ts'

/** What kind of answer a question wants. */
export interface Asked {
  /** The facets whose hints stand in the query; `unknown` when there is none. */
  readonly facets: readonly Facet[]
  /** How many, how long, how much. */
  readonly isQuantity: boolean
}

export function readAsked(comparableQuery: string): Asked {
  const hinted = lexicon(ASKS_NOTHING.reduce((text, part) => text.replaceAll(part, ' '), comparableQuery))
  const facets = hintedFacets.filter((_facet, bit) => (hinted & (1 << bit)) !== 0)
  return { facets: facets.length > 0 ? facets : ['unknown'], isQuantity: (hinted & QUANTITY) !== 0 }
}

/** Whether a query term is itself a hint, and so says what kind of answer is wanted rather than what it is about. */
export function isHint(comparableTerm: string): boolean {
  return (lexicon(comparableTerm) & ~NO_HINT) !== 0
}

const NO_HINT = 1 << hintedFacets.length
const QUANTITY = NO_HINT << 1

const lexicon = createLexicon([
  ...hintedFacets.map((facet, bit) => ({ words: [...hintsOf(facet), ...askedOf(facet)], meaning: 1 << bit })),
  // They hint at no facet, but stand in the way of shorter words that do: "not covered" does not ask what is covered.
  { words: inAllLanguages('exceptions'), meaning: NO_HINT },
  { words: inAllLanguages('decoys'), meaning: NO_HINT },
  { words: inAllLanguages('askedDecoys'), meaning: NO_HINT },
  { words: inAllLanguages('quantities'), meaning: QUANTITY },
])
