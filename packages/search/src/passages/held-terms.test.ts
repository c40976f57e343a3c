import { describe, expect, it } from 'vitest'
import { presentTerms, queryTerms } from '../analyse/query-terms.ts'
import { HeldTerms } from './held-terms.ts'
import { prepareSection } from './section.ts'

describe('HeldTerms', () => {
  it.each([
    ['How are the filters cleaned?', 'Clean the filter weekly. The pump is silent. Cleaning takes an hour.'],
    ['¿Cuándo se limpian los filtros?', 'El filtro se limpia cada semana. La bomba es silenciosa. Filtros de café.'],
    ['入院給付金の請求', '入院給付金は請求書で請求する。通院は別である。請求は郵送で行う。'],
  ])('says of every sentence which words of a question it holds: %s', (question, text) => {
    const terms = queryTerms(question)
    const held = new HeldTerms(terms)
    const section = prepareSection(text)
    expect(section.sentences).toHaveLength(3)
    for (const [place, sentence] of section.sentences.entries()) {
      const expected = presentTerms(sentence.text, terms).map(Number)
      expect([...held.in(section, place)]).toEqual(expected)
      expect([...held.inText(sentence.text)]).toEqual(expected)
    }
    expect([...held.in(section, 0)]).toContain(1)
    expect([...held.in(section, 1)]).not.toContain(1)
  })
})
