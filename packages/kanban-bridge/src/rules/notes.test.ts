import { expect, it } from 'vitest'
import { readNotes, renderNote } from './notes.ts'

it('gives the newest first, the later line where times are equal', () => {
  const at = (ts: string, text: string) => renderNote({ ts, type: 'worklog', text })
  const journal = at('2026-11-02T00:00:00Z', 'b') + at('2026-11-01T00:00:00Z', 'a') + at('2026-11-02T00:00:00Z', 'c')
  expect(readNotes(journal).notes.map(({ text }) => text)).toEqual(['c', 'b', 'a'])
})

it('skips broken lines and counts them', () => {
  const journal = `<<<<<<< HEAD\n${renderNote({ ts: '2026-11-02T00:00:00Z', type: 'decision', text: 'x', tags: ['t'], author: 'ana' })}{"ts":1}\n`
  expect(readNotes(journal)).toEqual({
    notes: [{ ts: '2026-11-02T00:00:00Z', type: 'decision', text: 'x', tags: ['t'], author: 'ana' }],
    broken: 2,
  })
})
