import { examples } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import { appendSession, renderSession, sessionDate } from './session-file.ts'

const append = (text: string) => appendSession(Buffer.from(text), { date: '2026-11-13', content: 'new' }).toString()

describe('a session file', () => {
  it('begins with its date', () => {
    expect(renderSession('2026-11-13', 'text')).toBe('# Session 2026-11-13\n\ntext\n')
  })

  examples('grows at the end: %s', (_what, text) => append(text), [
    ['a closed file', 'old\n', 'old\n\n---\n\nnew\n'],
    ['a file without final newline', 'old', 'old\n\n---\n\nnew\n'],
    ['a file that ends with a blank line', 'old\n\n', 'old\n\n---\n\nnew\n'],
    ['a file with the newlines of Windows', 'old\r\n', 'old\r\n\r\n---\r\n\r\nnew\r\n'],
    ['a file that ends with a long line', 'é'.repeat(100_000), `${'é'.repeat(100_000)}\n\n---\n\nnew\n`],
    [
      'a file whose only Windows newline is far from its end',
      `a\r\n${'b'.repeat(70_000)}`,
      `a\r\n${'b'.repeat(70_000)}\r\n\r\n---\r\n\r\nnew\r\n`,
    ],
    ['a file of blanks, however many', ' '.repeat(70_000), `${' '.repeat(70_000)}# Session 2026-11-13\n\nnew\n`],
    ['a file that ends with many blanks', `a${' '.repeat(70_000)}\n`, `a${' '.repeat(70_000)}\n\n---\n\nnew\n`],
    ['an empty file', '', '# Session 2026-11-13\n\nnew\n'],
  ])

  it('says its date by its name', () => {
    expect(['2026-11-13.md', 'x/2026-11-13-debugging.md', 'notes.md'].map(sessionDate)).toEqual([
      '2026-11-13',
      '2026-11-13',
      undefined,
    ])
  })
})
