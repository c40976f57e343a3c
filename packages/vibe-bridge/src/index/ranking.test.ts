import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysBefore } from '../workspace/dates.ts'
import {
  countsOfWords,
  headingWeight,
  recencyWeight,
  scoreOf,
  scoreOfSome,
  scoreOfSomeSql,
  scoreSql,
  shownScore,
  statusWeight,
  typeWeight,
} from './ranking.ts'

describe('the score', () => {
  it("gives the seed's worked figure", () => {
    const score = scoreOf({
      bm25: -0.85,
      type: typeWeight('tasks', '003-x.md'),
      recency: recencyWeight(5),
      heading: headingWeight('## Objective'),
      status: statusWeight('in-progress'),
    })
    expect(shownScore(score)).toBe(7.65)
  })

  it('knows every weight of the page', () => {
    const folders = ['tasks', 'plans', 'sessions', 'changelog', 'reports', 'references', 'scratch', 'assets']
    expect(folders.map((folder) => typeWeight(folder, 'x.md'))).toEqual([2, 1.8, 1.5, 1.2, 1, 0.8, 0.5, 0.3])
    expect([typeWeight('', 'status.md'), typeWeight('', 'readme.md'), typeWeight('tasks', 'status.md')]).toEqual([3, 1, 2])
    expect([0, 1, 2, 7, 8, 30, 31, 90, 91, -3].map(recencyWeight)).toEqual([2, 2, 1.5, 1.5, 1.2, 1.2, 1, 1, 0.8, 2])
    expect(['in-progress', 'blocked', 'pending', 'done', 'wip', null].map(statusWeight)).toEqual([2, 1.8, 1.2, 0.6, 1, 1])
  })

  it.each([
    [2.5, ['## Current Status', '## Next', '# Next steps', '## Blockers', '## Blocked By']],
    [2.5, ['## Próximos pasos', '## proximos pasos:', '## Estado actual', '## Bloqueos', '## 次の一歩', '## 現状']],
    [2, ['## Decisions', '## Decisiones', '## 決定', '## **Decisions**', '## 2. Decisions']],
    [1.5, ['## Objective', '## Acceptance Criteria', '## Objetivo', '## Criterios de aceptación', '## 目的', '## 受け入れ条件']],
    [1, ['', '## Notes', '## Objectives of others', '## Not decisions']],
  ])('weighs headings in three languages: %d', (weight, headings) => {
    expect(headings.map(headingWeight)).toEqual(headings.map(() => weight))
  })

  it('is positive and has two decimals, also where bm25 is next to nothing', () => {
    expect(shownScore(scoreOf({ bm25: -1e-6, type: 0.3, recency: 0.8, heading: 1, status: 0.6 }))).toBe(0.01)
    expect(shownScore(scoreOf({ bm25: -1.23456, type: 1, recency: 1, heading: 1, status: 1 }))).toBe(1.23)
  })

  const factor = fc.double({ min: 0.1, max: 5, noNaN: true })
  const input = fc.record({
    bm25: fc.double({ min: -30, max: -1e-6, noNaN: true }),
    type: factor,
    recency: factor,
    heading: factor,
    status: factor,
  })

  it('never falls when one factor is raised', () => {
    const raise = fc.record({
      by: fc.double({ min: 1, max: 10, noNaN: true }),
      what: fc.constantFrom('bm25', 'type', 'recency', 'heading', 'status'),
    })
    fc.assert(
      fc.property(input, raise, fc.integer({ min: 1, max: 9 }), (low, { by, what }, words) => {
        const high = { ...low, [what]: low[what as keyof typeof low] * by }
        expect(scoreOf(high)).toBeGreaterThanOrEqual(scoreOf(low))
        const some = (count: number, chunk: typeof low) => scoreOfSome({ words: count, least: 0.3, score: scoreOf(chunk) })
        expect(some(words, high)).toBeGreaterThanOrEqual(some(words, low))
        expect(some(words + 0.3, low)).toBeGreaterThan(some(words, high) - 1e-9)
      }),
    )
  })

  it('counts rare words for more than common ones, and those that nothing holds not at all', () => {
    const [rare, common, absent] = countsOfWords([1, 60, 0], 100)
    expect(rare).toBeGreaterThan(common!)
    expect(common).toBeGreaterThan(0)
    expect(absent).toBe(0)
    expect(rare! + common!).toBeCloseTo(2)
    expect(countsOfWords([3, 3, 3], 9).map((count) => count.toFixed(6))).toEqual(['1.000000', '1.000000', '1.000000'])
  })

  it('is the same in SQL', () => {
    const database = new DatabaseSync(':memory:')
    const today = '2026-11-16'
    fc.assert(
      fc.property(input, fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 9 }), (chunk, age, words) => {
        const columns = `SELECT ${chunk.bm25} AS bm25, ${chunk.type * chunk.status * chunk.heading} AS weight,
          '${daysBefore(today, age)}' AS updated, ${words} AS words`
        const row = database
          .prepare(`SELECT ${scoreSql(today)} AS score, ${scoreOfSomeSql(today, 0.3)} AS some FROM (${columns})`)
          .get()
        const score = scoreOf({ ...chunk, recency: recencyWeight(age) })
        expect(row?.score).toBeCloseTo(score, 6)
        expect(row?.some).toBeCloseTo(scoreOfSome({ words, least: 0.3, score }), 6)
      }),
    )
    database.close()
  })
})
