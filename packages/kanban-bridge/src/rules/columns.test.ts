import { expect, it } from 'vitest'
import { parseColumn } from './columns.ts'

it.each(['a/b', '..', 'a.b', '', '  ', 'a\\b', 'x\u0007'])('refuses %j', (name) => {
  expect(() => parseColumn(name, [])).toThrow('invalid column')
})

it.each(['notes', 'Templates', 'GENERATED'])("refuses the board's own folder %s", (name) => {
  expect(() => parseColumn(name, [])).toThrow('invalid column')
})

it('takes any other plain name, in the spelling that is known', () => {
  expect(parseColumn('来週', [])).toBe('来週')
  expect(parseColumn('DOING', ['doing'])).toBe('doing')
  expect(parseColumn('Done', [])).toBe('done')
  expect(parseColumn('Doing', ['Doing', 'doing'])).toBe('Doing')
})

// Found by fuzzing: the C1 control characters were taken for letters.
it('refuses every control character in a column', () => {
  for (const mark of ['\u0000', '\u007f', '\u0085', '\u009f'])
    expect(() => parseColumn(`a${mark}b`, [])).toThrow('invalid column')
})
