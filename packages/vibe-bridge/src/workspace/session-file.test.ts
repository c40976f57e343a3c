import { describe, expect, it } from 'vitest'
import { appendSession, renderSession, sessionDate } from './session-file.ts'

const append = (text: string) => appendSession(text, { date: '2026-11-13', content: 'new' })

describe('a session file', () => {
  it('begins with its date', () => {
    expect(renderSession('2026-11-13', 'text')).toBe('# Session 2026-11-13\n\ntext\n')
  })

  it.each([
    ['a closed file', 'old\n', 'old\n\n---\n\nnew\n'],
    ['a file without final newline', 'old', 'old\n\n---\n\nnew\n'],
    ['a file that ends with a blank line', 'old\n\n', 'old\n\n---\n\nnew\n'],
    ['a file with the newlines of Windows', 'old\r\n', 'old\r\n\r\n---\r\n\r\nnew\r\n'],
    ['an empty file', '', '# Session 2026-11-13\n\nnew\n'],
  ])('grows at the end: %s', (_what, text, expected) => {
    expect(append(text)).toBe(expected)
  })

  it('says its date by its name', () => {
    expect(['2026-11-13.md', 'x/2026-11-13-debugging.md', 'notes.md'].map(sessionDate)).toEqual([
      '2026-11-13',
      '2026-11-13',
      undefined,
    ])
  })
})
