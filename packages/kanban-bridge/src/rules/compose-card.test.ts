import { expectEach } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ulid } from '../../test/temporary-board.ts'
import { appendToBody, composeCard, editCardKeys, isEditable, replaceBody } from './compose-card.ts'

const A = ulid('A')

it('writes the keys of a new card in their order, a blank line, the body', () => {
  const text = composeCard(
    {
      created_at: '2026-11-16T00:00:00.000Z',
      assignees: ['ana'],
      labels: ['doc'],
      size: 2,
      priority: 'P1',
      lane: 'core',
      title: 'Spec',
      id: A,
    },
    'Write spec first',
  )
  expect(text).toBe(
    `---\nid: ${A}\ntitle: Spec\nlane: core\npriority: P1\nsize: 2\nlabels: [doc]\nassignees: [ana]\ncreated_at: 2026-11-16T00:00:00.000Z\n---\n\nWrite spec first\n`,
  )
})

it('edits the named keys in place and puts a new key at its place', () => {
  const text = `---\ntitle: 'Quoted'   # why\nid: ${A}\nmood:   good\ncompleted_at: x\n---\nBody`
  expect(editCardKeys(text, { lane: 'core', completed_at: null })).toBe(
    `---\ntitle: 'Quoted'   # why\nlane: core\nid: ${A}\nmood:   good\n---\nBody`,
  )
})

it('gives a bare file front matter and leaves its text', () => {
  expect(editCardKeys('Plain text\n', { lane: 'core' })).toBe('---\nlane: core\n---\n\nPlain text\n')
  expect(editCardKeys('\ufeffPlain\r\n', { lane: 'core' })).toBe('\ufeff---\r\nlane: core\r\n---\r\n\r\nPlain\r\n')
})

it('appends to the body with one newline before and after', () =>
  expectEach(appendToBody, [
    ['---\na: 1\n---\n\nOne', 'two', '---\na: 1\n---\n\nOne\ntwo\n'],
    ['---\na: 1\n---\n\nOne\n', 'two', '---\na: 1\n---\n\nOne\ntwo\n'],
    ['---\na: 1\n---\n', 'two', '---\na: 1\n---\n\ntwo\n'],
    ['', 'two', 'two\n'],
  ]))

it('replaces the body without forcing a final newline', () =>
  expectEach(replaceBody, [
    ['---\na: 1\n---\n\nOne\n', 'two', '---\na: 1\n---\n\ntwo'],
    ['---\na: 1\n---\n', 'two', '---\na: 1\n---\n\ntwo'],
    ['\ufeffBare', 'two', '\ufefftwo'],
  ]))

it('keeps CRLF files CRLF', () => {
  expect(appendToBody('---\r\na: 1\r\n---\r\n\r\nOne', 'two\nthree')).toBe('---\r\na: 1\r\n---\r\n\r\nOne\r\ntwo\r\nthree\r\n')
  expect(replaceBody('---\r\na: 1\r\n---\r\n\r\nOne\r\n', 'x\ny')).toBe('---\r\na: 1\r\n---\r\n\r\nx\r\ny')
})

it('changes nothing when the same is written twice', () => {
  const words = fc.string({
    unit: fc.constantFrom(...'aZ0 :#-\'"\n\r\t[]{},&*!|>%@`~\\ñ日本😀\u2028\u0085\ufeff'),
    maxLength: 12,
  })
  fc.assert(
    fc.property(words, words, fc.constantFrom('\n', '\r\n'), (title, body, eol) => {
      const base = `---${eol}id: ${A}${eol}---${eol}${eol}old${eol}`
      const once = replaceBody(editCardKeys(base, { title }), body)
      expect(replaceBody(editCardKeys(once, { title }), body)).toBe(once)
    }),
  )
})

it('does not edit front matter that it would have to guess', () => {
  expect(isEditable('---\na: 1\n---\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> b\n')).toBe(true)
  expect(isEditable('---\n<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> b\n---\n')).toBe(false)
  expect(isEditable('---\na: [1\n---\n')).toBe(false)
  expect(isEditable('---\na: 1\n')).toBe(false)
})
