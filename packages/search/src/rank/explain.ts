import type { Chosen } from './candidates.ts'
import { Deadline } from './deadline.ts'
import type { ScoredSection } from './ranked-section.ts'
import type { ScoreObserver } from './scorer.ts'
import type { RankTools } from './scratch.ts'

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

/** Scores the query once more, and notes what each addend does to the sections asked for. */
export function explain(tools: RankTools, chosen: Chosen): Explanation[] {
  const { corpus, query, weights } = tools
  const { scorer, late } = tools.scratch
  const { sections } = chosen
  const sums = sections.map(() => ({ body: 0, headings: 0, title: 0, grams: 0 }))
  const terms = sections.map(() => query.terms.map(() => 0))
  const lexical = new Float64Array(sections.length)
  const observe: ScoreObserver = (field, word) => {
    for (let place = 0; place < sections.length; place++) {
      const section = sections[place]!
      const document = corpus.parts.documentOf.data[section]!
      const now = scorer.sections.scores[section]! + scorer.documents.scores[document]!
      const added = now - lexical[place]!
      if (added === 0) continue
      lexical[place] = now
      sums[place]![word === undefined ? 'grams' : field] += added
      if (word !== undefined) terms[place]![word]! += added
    }
  }
  const deadline = new Deadline()
  const idfs = scorer.score(corpus, { query, weights, observe, deadline })
  late.begin({ parts: corpus.parts, query, sections, weights, idfs, deadline })
  return sections.map((section, place) => {
    late.score(section)
    const likeness = late.likeness()
    // Only the best are looked at word by word: the others have their lexical score alone.
    const wasRead = Math.abs(chosen.scores[place]! - lexical[place]!) > TOLERANCE
    return {
      parts: { ...sums[place]!, ...(wasRead ? late.parts() : NO_LATE_SCORE) },
      terms: query.terms.map(({ text }, term) => ({ term: text, likeness: likeness[term]!, score: terms[place]![term]! })),
    }
  })
}

/** The same for sections by where they are; undefined for one that is no longer there. */
export function explainSections(tools: RankTools, sections: readonly ScoredSection[]): (Explanation | undefined)[] {
  const { corpus } = tools
  const { firstSections, sectionCounts } = corpus.parts
  const places: number[] = []
  const known = sections.filter(({ key, section }) => {
    const document = corpus.documentNumber(key)
    const isThere = document !== undefined && section < sectionCounts.data[document]!
    if (isThere) places.push(firstSections.data[document]! + section)
    return isThere
  })
  const chosen = { sections: places, scores: known.map(({ score }) => score) }
  const explanations = new Map(explain(tools, chosen).map((explanation, place) => [known[place], explanation]))
  return sections.map((section) => explanations.get(section))
}

const TOLERANCE = 1e-9
const NO_LATE_SCORE = { pairs: 0, similarity: 0, coverage: 0 }
