import type { Candidate } from './candidates.ts'
import type { Corpus } from './corpus.ts'
import type { LateInteraction } from './late-interaction.ts'
import type { RankQuery } from './rank-query.ts'
import type { Scorer } from './scorer.ts'
import type { RankWeights } from './weights.ts'

/** What a score is made of; the parts add up to it. */
export interface Explanation {
  readonly parts: ScoreParts
  /** The query's words in their order. */
  readonly terms: readonly TermExplanation[]
}

export interface ScoreParts {
  /** Words: of the whole document and of the section, of the headings, of the title. */
  readonly body: number
  readonly headings: number
  readonly title: number
  /** Pieces of words, in all fields. */
  readonly grams: number
  readonly pairs: number
  readonly similarity: number
  readonly coverage: number
}

export interface TermExplanation {
  readonly term: string
  /** How like the best match in the section is: 1 when the word, or another form of it, is there. */
  readonly likeness: number
  /** What the word's own BM25 parts add to the score. */
  readonly score: number
}

export interface ExplainTools {
  readonly corpus: Corpus
  readonly query: RankQuery
  readonly weights: RankWeights
  readonly scorer: Scorer
  readonly late: LateInteraction
}

/** Scores the query again part by part; slower than a search, and only done when asked for. */
export function explain(tools: ExplainTools, chosen: readonly Candidate[]): Explanation[] {
  const { query, weights } = tools
  const nothing = { document: 0, section: 0, headings: 0, title: 0, grams: 0 }
  const lexical = (part: Partial<RankWeights>) =>
    lexicalScores(tools, { chosen, query, weights: { ...weights, ...nothing, ...part } })
  const body = lexical({ document: weights.document, section: weights.section })
  const headings = lexical({ headings: weights.headings })
  const title = lexical({ title: weights.title })
  const grams = lexicalScores(tools, { chosen, query: { ...query, words: [] }, weights })
  const terms = query.words.map((group) =>
    lexicalScores(tools, { chosen, query: { ...query, words: [group] }, weights: { ...weights, grams: 0 } }),
  )
  const lateScore = tools.late.begin({
    parts: tools.corpus.parts,
    query,
    weights,
    idfs: tools.scorer.score(tools.corpus, { query, weights }),
  })
  return chosen.map(({ section }, place) => {
    const late = lateScore(section)
    const likeness = tools.late.likeness()
    return {
      parts: { body: body[place]!, headings: headings[place]!, title: title[place]!, grams: grams[place]!, ...late },
      terms: query.terms.map(({ text }, term) => ({ term: text, likeness: likeness[term]!, score: terms[term]![place]! })),
    }
  })
}

interface Part {
  readonly chosen: readonly Candidate[]
  readonly query: RankQuery
  readonly weights: RankWeights
}

function lexicalScores({ corpus, scorer }: ExplainTools, { chosen, query, weights }: Part): number[] {
  scorer.score(corpus, { query, weights })
  return chosen.map(({ section, document }) => scorer.sectionScores[section]! + scorer.documentScores[document]!)
}
