import type { FacetName } from '@shoko/search'
import { hintedFacets, hintsOf, inAllLanguages } from '../words/facet-hints.ts'
import { createLexicon } from '../words/lexicon.ts'

/**
 * What a search wants to know about a node's words, one bit each, worked out when the node is indexed: hundreds of candidates are
 * judged without reading a file.
 */
export type NodeFlags = number

const EXCEPTION = 1 << hintedFacets.length
const DECOY = EXCEPTION << 1

const lexicon = createLexicon([
  ...hintedFacets.map((facet, bit) => ({ words: hintsOf(facet), meaning: 1 << bit })),
  { words: inAllLanguages('exceptions'), meaning: EXCEPTION },
  { words: inAllLanguages('decoys'), meaning: DECOY },
])

/** Of a node's heading and text, as `comparable` gives them. */
export function flagsOf(comparableText: string): NodeFlags {
  return lexicon(comparableText) & ~DECOY
}

export function carriesHints(flags: NodeFlags, facet: FacetName): boolean {
  return (flags & (1 << hintedFacets.indexOf(facet))) !== 0
}

export function hasExceptionWord(flags: NodeFlags): boolean {
  return (flags & EXCEPTION) !== 0
}
