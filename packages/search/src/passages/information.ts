import type { QueryTerm } from '../analyse/query-terms.ts'
import { type Information, questionTerm } from './question.ts'
import type { PreparedSection } from './section.ts'
import { TermFinder } from './term-finder.ts'

/** How much a word tells that `times` of `all` words are. */
export function informationOf(times: number, all: number): number {
  return Math.log((all + 1) / (times + 0.5))
}

/** For callers without an index: what tells the given sections apart, counted by sentence. */
export function informationIn(sections: readonly PreparedSection[]): Information {
  const sentences = sections.reduce((sum, section) => sum + section.sentences.length, 0)
  return (term: QueryTerm) => {
    const finder = new TermFinder(questionTerm(term, 1))
    let holders = 0
    for (const section of sections) for (const strength of finder.strengths(section)) if (strength > 0.8) holders++
    return informationOf(holders, sentences)
  }
}
