import { FACETS, type FacetName, LANGUAGES } from '@shoko/search'

/** The kinds of question a manual answers; `unknown` when a query shows none of them. */
export const facetNames = [...FACETS, 'unknown'] as const
export type Facet = (typeof facetNames)[number]
export const hintedFacets: readonly FacetName[] = FACETS

/** Words that show the facet in a query, a heading or a text. */
export function hintsOf(facet: FacetName): readonly string[] {
  return LANGUAGES.flatMap(({ manuals }) => manuals.facets[facet].hints)
}

/** Question words: they show the facet in a query only, in running text they mean nothing. */
export function askedOf(facet: FacetName): readonly string[] {
  return LANGUAGES.flatMap(({ manuals }) => manuals.facets[facet].asked ?? [])
}

/** The words of all languages for one thing. */
export function inAllLanguages(list: 'decoys' | 'askedDecoys' | 'quantities' | 'exceptions'): readonly string[] {
  return LANGUAGES.flatMap(({ manuals }) => manuals[list])
}

/** Parts of a comparable question that ask for nothing: remarks in brackets, and what a language counts among them. */
export const ASKS_NOTHING: readonly RegExp[] = [/\([^()]*\)/g, ...LANGUAGES.flatMap(({ manuals }) => manuals.asksNothing ?? [])]
