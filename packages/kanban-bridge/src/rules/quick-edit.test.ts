import { editFrontMatter, renderFrontMatter } from '@shoko/core-fs/front-matter'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { KEY_ORDER } from './card.ts'
import { quickEdit, quickLine } from './quick-edit.ts'

const head = (...lines: string[]) => ['---', ...lines, '---', '', 'Body: text', ''].join('\n')

it('sets, adds and removes plain keys in their places', () => {
  const text = head('id: A', 'title: Old', 'labels:', '  - a', '  - b', 'created_at: 2026-01-01')
  expect(quickEdit(text, { title: 'New', labels: null, completed_at: '2026-11-16T08:00:00.000Z', lane: 'core' })).toBe(
    head('id: A', 'title: New', 'lane: core', 'created_at: 2026-01-01', 'completed_at: 2026-11-16T08:00:00.000Z'),
  )
})

it('keeps the bytes of what is there already', () => {
  const text = head("title:   'Same'  ", 'labels: [ a,b ]')
  expect(quickEdit(text, { title: 'Same', labels: ['a', 'b'] })).toBe(text)
})

it.each([
  ['a comment', head('title: x # why'), { title: 'y' }],
  ['quotes around the old value', head("title: 'x'"), { title: 'y' }],
  ['a value that needs quotes', head('title: x'), { title: 'true' }],
  ['a text of several lines', head('title: x'), { description: 'a\nb' }],
  ['a list with a layout of its own', head('labels:', '- a'), { labels: ['b'] }],
  ['no front matter', 'plain', { title: 'y' }],
])('leaves to the YAML parser: %s', (_, text, changes) => {
  expect(quickEdit(text, changes)).toBeUndefined()
})

const odd = 'x|core|2026-01-01|12|0x1f|1e5|1.|true|null|a-|a:b|a: b|a #b|-|on|.5|1_0|Ánimo, ¿no?|日本 (東京)!'.split('|')
const words = fc.oneof(
  fc.constantFrom(...odd),
  fc.string({ unit: fc.constantFrom(...'aB0 :#-_./@+,é日\'"()!?&;=*%'), maxLength: 8 }),
)
const lists = fc.array(words, { maxLength: 3 })

it('writes the line that the YAML library would write, or nothing', () => {
  let written = 0
  fc.assert(
    fc.property(fc.oneof(words, lists, fc.nat(20)), (value) => {
      const line = quickLine('title', value)
      if (line === undefined) return
      written++
      expect(`---\n${line}\n---\n`).toBe(renderFrontMatter({ title: value }))
    }),
    { numRuns: 1_000 },
  )
  expect(written).toBeGreaterThan(100)
})

it('writes what the YAML editor would write, or nothing', () => {
  const value = fc.oneof(words, fc.constant(null), lists, fc.nat(20))
  const key = fc.constantFrom(...KEY_ORDER, 'relates_to', 'mood', 'tags')
  const texts = fc.oneof(
    words.map((text) => ` ${text}`),
    words.map((text) => ` '${text}'`),
    words.map((text) => `  ${text}  `),
    lists.map((items) => ` [${items.join(', ')}]`),
    lists.map((items) => items.map((item) => `\n  - ${item}`).join('')),
  )
  const entries = fc.uniqueArray(fc.tuple(key, texts), { selector: ([name]) => name, minLength: 1, maxLength: 5 })
  let edited = 0
  fc.assert(
    fc.property(entries, fc.dictionary(key, value, { maxKeys: 3 }), fc.constantFrom('\n', '\r\n'), (lines, changes, eol) => {
      const text = head(...lines.map(([name, rest]) => `${name}:${rest}`)).replaceAll('\n', eol)
      const quick = quickEdit(text, changes)
      if (quick === undefined) return
      edited++
      expect(quick).toBe(editFrontMatter(text, changes, { order: KEY_ORDER, createIfMissing: true }))
    }),
    { numRuns: 2_000 },
  )
  expect(edited).toBeGreaterThan(100)
})
