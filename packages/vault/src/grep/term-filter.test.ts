import { presentTerms, queryTerms } from '@shoko/search'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uniformText } from './file-text.ts'
import { termFilter } from './term-filter.ts'

const WORDS =
  `study studies studied studying die dying died lie lying tie tying sky skies hope hoping hopes hopping agency agencies presence
present stability stable stabilities ability able organization organizing organize relational relate relation happy happily happiness create
creation creating possibly possible possibility generous generously probate reunión reuniones artículo articulos ARTÍCULOS acción acciones
presencia presentes logía logías biología resolución resoluciones rápidamente amable amabilidad distribuyendo distribuye dármelo dando águila
pingüino niño niños Straße STRASSE œuvre naïve 休暇 申請 サービス ｻｰﾋﾞｽ レベル v8y 2010s news atlas early only gently`
    .split(/\s+/)
    .filter((word) => word !== '')

describe('termFilter', () => {
  it('never turns away a text that holds the term', () => {
    fc.assert(
      fc.property(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS), (asked, written) => {
        for (const term of queryTerms(asked)) {
          if (presentTerms(written, [term])[0])
            expect(termFilter(term)(uniformText(written)), `${asked} in ${written}`).toBe(true)
        }
      }),
      { numRuns: 6000 },
    )
  })

  it('turns most others away', () => {
    const [term] = queryTerms('reunión')
    expect(termFilter(term!)('the budget and the plan')).toBe(false)
  })
})
