import { compactLoose } from '@shoko/search'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FileText } from './file-text.ts'
import { locateInText, looseSearch } from './loose.ts'

const unit = fc.constantFrom(
  'a',
  'A',
  'ａ',
  'b',
  '-',
  '—',
  '－',
  ' ',
  '\u3000',
  '\n',
  '\r\n',
  '(',
  '）',
  '／',
  '・',
  '･',
  'ß',
  'S',
  'ﾊ',
  'ﾊﾞ',
  'バ',
  'は',
  '㍻',
  '平',
  '成',
  'é',
  '😀',
)

describe('looseSearch', () => {
  it('finds as often as the compacted query stands in the compacted text, and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 25 }), fc.string({ unit, minLength: 1, maxLength: 3 }), (text, query) => {
        const file = new FileText(Buffer.from(text))
        const found = looseSearch(query)(file)
        const needle = compactLoose(query)
        expect(found).toHaveLength(needle === '' ? 0 : compactLoose(text).split(needle).length - 1)
        for (const { start, end } of found) expect(compactLoose(file.uniform.slice(start, end))).toBe(needle)
        const [first] = found
        if (first !== undefined) expect(locateInText(file, first.start)).toBeLessThan(text.length)
      }),
      { numRuns: 3000 },
    )
  })

  it('locates by lines, so that one odd line does not move the others', () => {
    const file = new FileText(Buffer.from('㍻㍻㍻\nﾊﾞﾊﾞ needle'))
    const [range] = looseSearch('nee dle')(file)
    expect(file.text.slice(locateInText(file, range!.start))).toBe('needle')
  })
})
