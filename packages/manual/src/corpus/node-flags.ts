import { exceptionWords } from '../words/exception-words.ts'
import { facetDecoys, facetHints, type HintedFacet, hintedFacets } from '../words/facet-hints.ts'
import { createLexicon } from '../words/lexicon.ts'

/**
 * What a search wants to know about a node's words, one bit each, worked out when the node is indexed: hundreds of candidates are
 * judged without reading a file.
 */
export type NodeFlags = number

const EXCEPTION = 1 << hintedFacets.length
const DECOY = EXCEPTION << 1

const lexicon = createLexicon([
  ...hintedFacets.map((facet, bit) => ({ words: facetHints[facet].hints, meaning: 1 << bit })),
  { words: exceptionWords, meaning: EXCEPTION },
  { words: facetDecoys, meaning: DECOY },
])

/** Of a node's heading and text, as `comparable` gives them. */
export function flagsOf(comparableText: string): NodeFlags {
  return lexicon(comparableText) & ~DECOY
}

export function carriesHints(flags: NodeFlags, facet: HintedFacet): boolean {
  return (flags & (1 << hintedFacets.indexOf(facet))) !== 0
}

export function hasExceptionWord(flags: NodeFlags): boolean {
  return (flags & EXCEPTION) !== 0
}
