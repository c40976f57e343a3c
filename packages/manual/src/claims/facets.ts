import { type Candidate, signalSet } from '../find/candidate.ts'
import { exceptionWords } from '../words/exception-words.ts'
import { type Facet, facetDecoys, facetHints, hintedFacets } from '../words/facet-hints.ts'
import { createLexicon } from '../words/lexicon.ts'

/** The facets whose hints stand in the query, `exceptions` also when a candidate shows one; `unknown` when there is none. */
export function facetsOf(comparableQuery: string, candidates: readonly Candidate[]): Facet[] {
  const hinted = lexicon(comparableQuery)
  const excepted = candidates.some(({ signals }) => (signals & EXCEPTIONS) !== 0)
  const facets = hintedFacets.filter((facet, bit) => (hinted & (1 << bit)) !== 0 || (facet === 'exceptions' && excepted))
  return facets.length > 0 ? facets : ['unknown']
}

/** Whether a query term is itself a hint, and so says what kind of answer is wanted rather than what it is about. */
export function isHint(comparableTerm: string): boolean {
  return (lexicon(comparableTerm) & ~NO_HINT) !== 0
}

const EXCEPTIONS = signalSet('exceptions')
const NO_HINT = 1 << hintedFacets.length

const lexicon = createLexicon([
  ...hintedFacets.flatMap((facet, bit) => {
    const { hints, asked } = facetHints[facet]
    return (asked === undefined ? [hints] : [hints, asked]).map((words) => ({ words, meaning: 1 << bit }))
  }),
  // They hint at no facet, but stand in the way of shorter words that do: "not covered" does not ask what is covered.
  { words: exceptionWords, meaning: NO_HINT },
  { words: facetDecoys, meaning: NO_HINT },
])
