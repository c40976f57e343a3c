import { describe, expect, it } from 'vitest'
import { defaultColumn, parseColumn } from './columns.ts'

const free = (...existing: string[]) => ({ listed: [], existing })
const listed = (...names: string[]) => ({ listed: names, existing: ['backlog', 'waiting'] })

it.each(['a/b', '..', 'a.b', '', '  ', 'a\\b', 'x\u0007'])('refuses %j', (name) => {
  expect(() => parseColumn(name, free())).toThrow('invalid column')
})

it.each(['notes', 'Templates', 'GENERATED'])("refuses the board's own folder %s", (name) => {
  expect(() => parseColumn(name, free())).toThrow('invalid column')
})

// Found by fuzzing: the C1 control characters were taken for letters.
it('refuses every control character in a column', () => {
  for (const mark of ['\u0000', '\u007f', '\u0085', '\u009f'])
    expect(() => parseColumn(`a${mark}b`, free())).toThrow('invalid column')
})

describe('without a list in columns.toml', () => {
  it('takes any other plain name, in the spelling that is known', () => {
    expect(parseColumn('来週', free())).toBe('来週')
    expect(parseColumn('DOING', free('doing'))).toBe('doing')
    expect(parseColumn('Done', free())).toBe('done')
    expect(parseColumn('Doing', free('Doing', 'doing'))).toBe('Doing')
  })

  it.each(['reviw', 'revieww', 'rewiew', 'Reviews', 'eview', 'review-'])('refuses %s beside review', (name) => {
    expect(() => parseColumn(name, free('backlog', 'review'))).toThrow(`unknown column: "${name}"; did you mean "review"?`)
  })

  it.each([
    ['sprint2', 'sprint1'],
    ['sprint', 'sprint1'],
    ['sprint1', 'sprinta'],
    ['toda', 'todo'],
    ['doin', 'doing'],
    ['preview2', 'review'],
    ['review', 'review'],
  ])('takes %s beside %s', (name, existing) => expect(parseColumn(name, free(existing))).toBe(name))
})

describe('with a list in columns.toml', () => {
  it('takes what is listed, in its spelling, and done', () => {
    expect(parseColumn('WAITING', listed('Waiting', 'doing'))).toBe('Waiting')
    expect(parseColumn('Done', listed('doing'))).toBe('done')
  })

  it('refuses another name with the list and the nearest one, also when such a folder is there', () => {
    expect(() => parseColumn('doign', listed('backlog', 'doing'))).toThrow(
      expect.objectContaining({
        message: 'unknown column: "doign"; did you mean "doing"?',
        hint: 'columns: backlog, doing, done',
      }),
    )
    expect(() => parseColumn('waiting', listed('backlog', 'doing'))).toThrow('unknown column: "waiting"')
  })
})

it('puts a card that names no column into backlog if it is listed, else into the first', () => {
  expect(defaultColumn([])).toBe('backlog')
  expect(defaultColumn(['doing', 'backlog'])).toBe('backlog')
  expect(defaultColumn(['todo', 'doing', 'done'])).toBe('todo')
  expect(defaultColumn(['done', 'todo'])).toBe('todo')
})
