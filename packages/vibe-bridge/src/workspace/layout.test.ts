import { examples } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import { addressOf, addressOfPath, parseProject, withExtension } from './layout.ts'

describe('an address', () => {
  it('is a path below the root, the project and the folder', () => {
    expect(addressOf({ project: 'p', folder: 'tasks', filename: 'old/001-a.md' })).toEqual({
      project: 'p',
      folder: 'tasks',
      filename: 'old/001-a.md',
      path: 'p/tasks/old/001-a.md',
      inProject: 'tasks/old/001-a.md',
    })
    expect(addressOf({ project: 'p', folder: '', filename: 'status.md' })).toMatchObject({ folder: '', path: 'p/status.md' })
  })

  it.each([
    '../x.md',
    'a/../b.md',
    './x.md',
    '.hidden.md',
    'a/.b/c.md',
    '/etc/passwd',
    'a\\b.md',
    'a\nb.md',
    'a//b.md',
    'C:x.md',
    '',
    ' ',
    'a/',
    'x.db',
    `${'a'.repeat(300)}.md`,
  ])('is refused for the file name %j', (filename) => {
    expect(() => addressOf({ project: 'p', folder: 'tasks', filename })).toThrow(
      expect.objectContaining({ reason: 'invalid_path' }),
    )
  })

  it.each(['..', '.', '.git', 'a/b', 'a\\b', '/abs', 'a\u0000'])('is refused for the project %j', (project) => {
    expect(() => parseProject(project)).toThrow(expect.objectContaining({ reason: 'invalid_path' }))
  })

  it('of a file in a folder outside the eight belongs to the root, where read_doc can reach it', () => {
    expect(addressOfPath('p/docs/x.md' as never)).toMatchObject({ folder: '', filename: 'docs/x.md' })
    expect(addressOfPath('p/tasks/x.md' as never)).toMatchObject({ folder: 'tasks', filename: 'x.md' })
    expect(addressOfPath('p' as never)).toBeUndefined()
  })
})

describe('withExtension', () => {
  examples('makes %s %s', withExtension, [
    ['notes', 'notes.md'],
    ['release-1.2', 'release-1.2.md'],
    ['a/b', 'a/b.md'],
    ['a.txt', 'a.txt'],
    ['a.MD', 'a.MD'],
  ])
})
