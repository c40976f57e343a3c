import { describe, expect, it } from 'vitest'
import type { Asked } from './asked.ts'
import { auroc, measureAnswers, measurePresence } from './figures.ts'

const asked = (part: Partial<Asked>): Asked => ({
  texts: [],
  article: 0,
  characters: 100,
  calls: 1,
  confidence: 0,
  ready: false,
  conflicts: 0,
  leadsToBest: undefined,
  ...part,
})

describe('the figures of bench/answers', () => {
  it('separate what is higher from what is lower, ties by half', () => {
    expect(auroc([3, 4], [1, 2])).toBe(1)
    expect(auroc([1, 2], [3, 4])).toBe(0)
    expect(auroc([1, 1], [1, 1])).toBe(0.5)
    expect(auroc([1, 3], [2, 3])).toBe(0.375)
  })

  it('count an answer only where its words stand in what came back', async () => {
    const questions = [
      { q: 'where', answers: ['Kyoto'], article: 0 },
      { q: 'when', answers: ['1868'], article: 1 },
    ]
    const figures = await measureAnswers(async () => asked({ texts: ['It was in Kyoto.'], article: 0 }), questions)
    expect(figures).toMatchObject({ answered: 0.5, firstRight: 0.5, calls: 1, characters: 100, conflicts: 0 })
  })

  it('count an empty answer as none, and say what counting it would give', async () => {
    const questions = [{ q: 'what', answers: ['', 'tea'], article: 0 }]
    const other = await measureAnswers(async () => asked({ texts: ['Coffee.'] }), questions)
    expect(other).toMatchObject({ answered: 0, answeredPlainly: 1 })
    const nothing = await measureAnswers(async () => asked({ texts: [] }), questions)
    expect(nothing).toMatchObject({ answered: 0, answeredPlainly: 0 })
  })

  it('tell apart who is ready where the article is there and where it is not', async () => {
    const questions = [
      { q: 'there', answers: ['yes'], article: 0 },
      { q: 'not there', answers: ['yes'], article: 1 },
    ]
    const ask = async (q: string) => asked(q === 'there' ? { confidence: 0.8, ready: true, texts: ['yes'] } : { confidence: 0.2 })
    const figures = await measurePresence(ask, questions, (article) => article === 0)
    expect(figures).toEqual({ auroc: 1, readyWhenThere: 1, readyWhenNot: 0, calledEight: { share: 1, count: 1 } })
  })
})
