import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requiredLiterals } from './required-literals.ts'

describe('requiredLiterals', () => {
  it('tells what every match of a simple pattern holds', () => {
    expect(requiredLiterals('Needle')).toEqual(['needle'])
    expect(requiredLiterals('foo|BAR baz')).toEqual(['foo', 'bar baz'])
    expect(requiredLiterals('^## todo\\b')).toEqual(['## todo'])
    expect(requiredLiterals('ab?cde+f')).toEqual(['cde'])
    expect(requiredLiterals('x.y\\.zz')).toEqual(['y.zz'])
    expect(requiredLiterals('ab{2}cd{0,3}ee')).toEqual(['ab'])
    expect(requiredLiterals('[abc]def\\dgh')).toEqual(['def'])
    expect(requiredLiterals('foo*?bar')).toEqual(['bar'])
    expect(requiredLiterals('硬度|Mohs')).toEqual(['硬度', 'mohs'])
    expect(requiredLiterals('é日本X')).toEqual(['日本x'])
    expect(requiredLiterals('日本?語の')).toEqual(['語の'])
    expect(requiredLiterals('(a|b)+ foo')).toEqual([' foo'])
    expect(requiredLiterals('cp(x+(y)\\)[)]z)*needle|(?:p)qr')).toEqual(['needle', 'qr'])
  })

  it('tells the beginning of what is long: all of it could take its length in every place', () => {
    expect(requiredLiterals(`${'a'.repeat(2000)}b\\d`)).toEqual(['a'.repeat(32)])
  })

  it('tells nothing where it cannot know', () => {
    for (const pattern of [
      '(foo)',
      '(foo',
      'bar(foo',
      'a)bc',
      'a',
      'foo|b',
      '\\u0041bcd',
      '\\x41bcd',
      '\\p{L}foo',
      '日',
      'éß',
      '𠮷野',
      'fo{x',
      '',
    ]) {
      expect(requiredLiterals(pattern), pattern).toBeUndefined()
    }
  })

  it('never misses a match', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      'S',
      'k',
      '.',
      '\\.',
      '\\d',
      '[ab]',
      '[^a]',
      '|',
      'é',
      '^',
      '$',
      '-',
      '\\b',
      'ab',
      '/',
      '日',
      'カ',
      '(ab)',
      '(?:b|k)',
      '(a[)]|\\))',
      '(?=a)',
      '(?!b)',
    )
    const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0,1}', '*?')
    const pattern = fc
      .array(fc.tuple(piece, quantifier), { minLength: 1, maxLength: 7 })
      .map((parts) => parts.map(([atom, times]) => atom + times).join(''))
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', 's', 'K', '.', '1', '-', '\n', 'é', '/', '日', 'カ'),
      maxLength: 12,
    })
    fc.assert(
      fc.property(pattern, text, (source, input) => {
        const regex = compile(source)
        const literals = requiredLiterals(source)
        if (regex === undefined || literals === undefined || !regex.test(input)) return
        expect(literals.some((literal) => input.toLowerCase().includes(literal))).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })
})

function compile(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'imu')
  } catch {
    return undefined
  }
}
