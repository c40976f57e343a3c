import { presentTerms, type QueryTerm, queryTerms } from '@shoko/search'
import type { Corpus } from '../corpus/corpus.ts'
import type { Candidate } from '../find/candidate.ts'

const LONGEST = 160

/** For each candidate the sentence of its section that holds most of the query, at most 160 characters of it; none for a section that went away. */
export async function snippetsOf(
  corpus: Corpus,
  { query, candidates }: { readonly query: string; readonly candidates: readonly Candidate[] },
): Promise<ReadonlyMap<Candidate, string>> {
  const terms = queryTerms(query)
  const snippets = new Map<Candidate, string>()
  for (const candidate of candidates) {
    const snippet = await snippetOf(corpus, candidate, terms)
    if (snippet !== undefined) snippets.set(candidate, snippet)
  }
  return snippets
}

async function snippetOf(corpus: Corpus, { place }: Candidate, terms: readonly QueryTerm[]): Promise<string | undefined> {
  const record = corpus.records.get(place.file)
  const node = record?.lines.indexOf(place.ref.start_line) ?? -1
  const section = record === undefined || node < 0 ? undefined : await corpus.sectionText(record, node)
  let best: { readonly text: string; readonly held: number } | undefined
  for (let at = 0; section !== undefined && at < Math.min(section.sentences.length, MAX_SENTENCES); at++) {
    const { text } = section.sentences.at(at)
    const held = presentTerms(text, terms).filter(Boolean).length
    if (best === undefined || held > best.held) best = { text, held }
  }
  return best === undefined ? undefined : shortened(best.text)
}

/** A hint is not worth reading a book. */
const MAX_SENTENCES = 200

function shortened(text: string): string {
  const letters = [...text.replace(/\s+/g, ' ')]
  return letters.length <= LONGEST ? letters.join('') : `${letters.slice(0, LONGEST - 1).join('')}…`
}
