import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editYaml, renderFrontMatter, renderYaml } from './front-matter.ts'
import { editPlain, plainLine } from './plain-edit.ts'

const ORDER = ['id', 'title', 'description', 'lane', 'labels', 'created_at', 'completed_at']

const head = (...lines: string[]) => ['---', ...lines, '---', '', 'Body: text', ''].join('\n')

it('sets, adds and removes plain keys in their places', () => {
  const text = head('id: A', 'title: Old', 'labels:', '  - a', '  - b', 'created_at: 2026-01-01')
  expect(editPlain(text, { title: 'New', labels: null, completed_at: '2026-11-16T08:00:00.000Z', lane: 'core' }, ORDER)).toBe(
    head('id: A', 'title: New', 'lane: core', 'created_at: 2026-01-01', 'completed_at: 2026-11-16T08:00:00.000Z'),
  )
})

it('keeps the bytes of what is there already', () => {
  const text = head("title:   'Same'  ", 'labels: [ a,b ]')
  expect(editPlain(text, { title: 'Same', labels: ['a', 'b'] }, ORDER)).toBe(text)
})

it.each([
  ['a comment', head('title: x # why'), { title: 'y' }],
  ['quotes around the old value', head("title: 'x'"), { title: 'y' }],
  ['a value that needs quotes', head('title: x'), { title: 'true' }],
  ['a text of several lines', head('title: x'), { description: 'a\nb' }],
  ['a list with a layout of its own', head('labels:', '- a'), { labels: ['b'] }],
  ['no front matter', 'plain', { title: 'y' }],
])('leaves to the YAML parser: %s', (_, text, changes) => {
  expect(editPlain(text, changes, ORDER)).toBeUndefined()
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
      const line = plainLine('title', value)
      if (line === undefined) return
      written++
      expect(`${line}\n`).toBe(renderYaml({ title: value }))
    }),
    { numRuns: 1_000 },
  )
  expect(written).toBeGreaterThan(100)
})

it('writes what the YAML editor would write, or nothing', () => {
  const value = fc.oneof(words, fc.constant(null), lists, fc.nat(20))
  const key = fc.constantFrom(...ORDER, 'relates_to', 'mood', 'tags')
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
    fc.property(
      entries,
      fc.dictionary(key, value, { maxKeys: 3 }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom(ORDER, []),
      (lines, changes, eol, order) => {
        const text = head(...lines.map(([name, rest]) => `${name}:${rest}`)).replaceAll('\n', eol)
        const plain = editPlain(text, changes, order)
        if (plain === undefined) return
        edited++
        expect(plain).toBe(editYaml(text, changes, { order, createIfMissing: true }))
      },
    ),
    { numRuns: 2_000 },
  )
  expect(edited).toBeGreaterThan(100)
})

it('renders key by key what the YAML library renders at once', () => {
  const values = fc.oneof(words, lists, fc.nat(20), fc.constantFrom(null, true, 'two\nlines'))
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...ORDER, 'mood'), values, { minKeys: 1 }), (data) => {
      expect(renderFrontMatter(data)).toBe(`---\n${renderYaml(data)}---\n`)
    }),
  )
})
