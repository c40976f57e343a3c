import { examples } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  firstSegmentIs,
  isDeniedName,
  isTemporaryName,
  joinPath,
  nameOf,
  parentOf,
  parseDirectory,
  parsePath,
} from './relative-path.ts'

const invalid = expect.objectContaining({ reason: 'invalid_path' })

describe('parsePath', () => {
  examples('reads %j as %j', parsePath, [
    ['notes/a.md', 'notes/a.md'],
    ['  notes/a.md  ', 'notes/a.md'],
    ['notes\\a.md', 'notes/a.md'],
    ['./notes//./a.md', 'notes/a.md'],
    ['notes/', 'notes'],
    ['日記/ノート.md', '日記/ノート.md'],
    ['a b/..c/d..', 'a b/..c/d..'],
    ['.system/x', '.system/x'],
  ])

  it.each([
    undefined,
    null,
    5,
    '',
    '   ',
    '.',
    './.',
    '/etc/passwd',
    '\\server',
    'C:\\x',
    'c:x',
    './c:x',
    '..',
    'a/../b',
    'a/..',
    '..\\a',
    'a\0b',
    'a\nb',
    'a.md\n',
    'a\u007f',
    'a\u0085',
    'a\ud800',
  ])('refuses %j', (input) => {
    expect(() => parsePath(input)).toThrow(invalid)
  })

  it('gives a path of plain segments, or refuses, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[./\\a-c: ]{0,12}$/)), (input) => {
        let path: string
        try {
          path = parsePath(input)
        } catch (error) {
          expect(error).toEqual(invalid)
          return
        }
        const segments = path.split('/')
        expect(segments).not.toContain('..')
        expect(segments).not.toContain('.')
        expect(segments).not.toContain('')
        expect(path).not.toMatch(/^\/|\\|^[a-z]:/i)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('parseDirectory', () => {
  it.each(['', '.', ' ', './'])('takes %j for the root', (input) => {
    expect(parseDirectory(input)).toBe('')
  })

  it.each(['..', '/', 'a/../b', undefined])('refuses %j', (input) => {
    expect(() => parseDirectory(input)).toThrow(invalid)
  })
})

describe('parts of a path', () => {
  it('joins one plain name and refuses anything else', () => {
    expect(joinPath(parseDirectory(''), 'a.md')).toBe('a.md')
    expect(joinPath(parsePath('a/b'), 'c.md')).toBe('a/b/c.md')
    for (const name of ['', '.', '..', 'a/b', 'a\\b', 'a\0']) expect(() => joinPath(parsePath('a'), name)).toThrow(invalid)
  })

  it('tells parent and name', () => {
    expect([parentOf(parsePath('a/b/c')), nameOf(parsePath('a/b/c'))]).toEqual(['a/b', 'c'])
    expect([parentOf(parsePath('c')), nameOf(parsePath('c'))]).toEqual(['', 'c'])
  })

  it('compares the first segment whole and in any case', () => {
    expect(firstSegmentIs(parsePath('.SYSTEM/x'), '.system')).toBe(true)
    expect(firstSegmentIs(parsePath('.system'), '.system')).toBe(true)
    expect(firstSegmentIs(parsePath('daily2/x'), 'daily')).toBe(false)
    expect(firstSegmentIs(parsePath('a/daily'), 'daily')).toBe(false)
  })
})

describe('reserved names', () => {
  it.each(['x.db', 'X.DB', 'x.db-wal', 'x.DB-SHM', 'x.db-journal', '.db'])('denies %s', (name) => {
    expect(isDeniedName(name)).toBe(true)
  })

  it.each(['x.dbx', 'db', 'x.db.md', 'x.db-', 'x-wal'])('allows %s', (name) => {
    expect(isDeniedName(name)).toBe(false)
  })

  it('knows its own temporary files only', () => {
    expect(isTemporaryName('.shoko-0123456789abcdef.tmp')).toBe(true)
    for (const name of ['.shoko-0123.tmp', 'shoko-0123456789abcdef.tmp', '.shoko-0123456789ABCDEF.tmp', 'a.tmp']) {
      expect(isTemporaryName(name)).toBe(false)
    }
  })
})

// Found by fuzzing: dropping "." or a final "/" brought a space to the edge, and the path that went out named another file.
it.each([
  ['./ a', 'a'],
  ['a /', 'a'],
  ['./ a/b /.', 'a/b'],
])('trims what dropping segments brings to the edge: %j', (input, path) => {
  expect(parsePath(input)).toBe(path)
  expect(parsePath(parsePath(input))).toBe(path)
})

it('refuses an absolute path that hides behind a dropped segment', () => {
  expect(() => parsePath('./ /etc')).toThrow('relative')
  expect(() => parsePath('./ C:/x')).toThrow('relative')
})
