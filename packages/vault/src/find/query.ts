import { normalize, type QueryTerm, queryTerms } from '@shoko/search'

/** The words of a query. One without words ("!!!") is a single term that only loose matching can find. */
export function readQuery(query: string): readonly QueryTerm[] {
  const terms = queryTerms(query)
  if (terms.length > 0) return terms
  const text = normalize(query)
  return [{ text, surface: text, stems: [] }]
}
