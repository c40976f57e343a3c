import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchLines, mergedText, mergeLines } from './diff-lines.ts'

const lines = (text: string) => text.split('\n')
const names = { mine: 'mine', theirs: 'theirs' }
const merged = (base: string, mine: string, theirs: string) =>
  mergedText(mergeLines(lines(base), lines(mine), lines(theirs)), names)

describe('bringing two versions together', () => {
  it('takes both changes when they are in different places', () => {
    expect(merged('a\nb\nc\nd', 'A\nb\nc\nd', 'a\nb\nc\nd\ne')).toBe('A\nb\nc\nd\ne')
  })

  it('keeps both where both changed one line', () => {
    expect(merged('a\nb\nc', 'a\nmine\nc', 'a\nother\nc')).toBe('a\n<<<<<<< mine\nmine\n=======\nother\n>>>>>>> theirs\nc')
  })

  it('takes a change that both made only once', () => {
    expect(merged('a\nb', 'a\nB', 'a\nB')).toBe('a\nB')
  })

  it('gives the other version when only that one changed, whatever it is', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    fc.assert(
      fc.property(text, text, (base, other) => {
        expect(mergedText(mergeLines(base, base, other), names)).toBe(other.join('\n'))
        expect(mergedText(mergeLines(base, other, base), names)).toBe(other.join('\n'))
      }),
    )
  })

  it('loses no line of either version', () => {
    const text = fc.array(fc.constantFrom<string>('a', 'b', 'c', 'd'), { maxLength: 10 })
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const kept = mergedText(mergeLines(base, mine, theirs), names).split('\n')
        const isNew = (line: string, version: string[]) => version.includes(line) && !base.includes(line)
        for (const line of 'abcd') if (isNew(line, mine) || isNew(line, theirs)) expect(kept).toContain(line)
      }),
    )
  })

  it('matches lines in order', () => {
    expect([...matchLines(['a', 'b', 'c'], ['x', 'a', 'c'])]).toEqual([1, -1, 2])
  })
})
