import { exceptionWords } from '../words/exception-words.ts'
import { facetDecoys, facetHints, type HintedFacet, hintedFacets } from '../words/facet-hints.ts'
import { inclusionWords } from '../words/inclusion-words.ts'
import { createLexicon } from '../words/lexicon.ts'
import { referenceWords } from '../words/reference-words.ts'

/**
 * What the claim graph needs to know about a node's words, one bit each, worked out when the node is indexed:
 * a search then builds its graph over hundreds of candidates without reading a file.
 */
export type NodeFlags = number

const EXCEPTION = 1 << hintedFacets.length
const INCLUSION = EXCEPTION << 1
const REFERENCE = EXCEPTION << 2
const DECOY = EXCEPTION << 3

const lexicon = createLexicon([
  ...hintedFacets.map((facet, bit) => ({ words: facetHints[facet].hints, meaning: 1 << bit })),
  { words: exceptionWords, meaning: EXCEPTION },
  { words: inclusionWords, meaning: INCLUSION },
  { words: referenceWords, meaning: REFERENCE },
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

export function hasInclusionWord(flags: NodeFlags): boolean {
  return (flags & INCLUSION) !== 0
}

export function hasReference(flags: NodeFlags): boolean {
  return (flags & REFERENCE) !== 0
}
