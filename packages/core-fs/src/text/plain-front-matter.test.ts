import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readYaml, renderFrontMatter } from './front-matter.ts'
import { readPlain } from './plain-front-matter.ts'

const KEYS = ['id', 'title', 'lane', 'size', 'labels', 'relates', 'null', 'true', 'x-1']
const PIECES = [
  'a',
  'Z',
  '0',
  '1',
  '9',
  '.',
  '-',
  '+',
  'e',
  'x',
  ' ',
  '  ',
  ':',
  ': ',
  ' #',
  '#',
  ',',
  '[',
  ']',
  '{',
  '"',
  "'",
  '\\',
  '&',
  '*',
  '!',
  '|',
  '>',
  '%',
  '@',
  '`',
  '~',
  'null',
  'true',
  'No',
  '日本',
  'ñ',
  '\t',
  '\u00a0',
  '\u2028',
  '\u0085',
  '\ufeff',
  '😀',
  '\ud800',
  '---',
  '- ',
  '_',
  '0x1',
  '1e3',
  '.inf',
  '<<',
  '=',
  '?',
]

it('reads what it reads exactly as the YAML parser does', () => {
  const value = fc.array(fc.constantFrom(...PIECES), { maxLength: 5 }).map((parts) => parts.join(''))
  const line = fc.oneof(
    fc.tuple(fc.constantFrom(...KEYS), value).map(([key, text]) => `${key}: ${text}`),
    fc.tuple(fc.constantFrom(...KEYS), fc.array(value, { maxLength: 3 })).map(([key, items]) => `${key}: [${items.join(', ')}]`),
    fc.constantFrom(...KEYS).map((key) => `${key}:`),
    value.map((text) => `  - ${text}`),
    value.map((text) => `- ${text}`),
    value,
  )
  const newline = fc.constantFrom('\n', '\r\n')
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), newline, (lines, eol) => {
      const text = ['---', ...lines, '---', '', 'Body'].join(eol)
      const plain = readPlain(text)
      if (plain === undefined) return
      const { data, body, problem } = readYaml(text)
      expect({ data: plain.data, body: plain.body, problem: undefined }).toEqual({ data, body, problem })
    }),
    { numRuns: 3_000 },
  )
})

it('reads the front matter that the tool itself writes', () => {
  const data = {
    id: '01M4ASEKM9GFQ11M9SB1TKPKXC',
    title: '探針キットの取付けを10分以内にする',
    priority: 'P2',
    size: 3,
    labels: ['g2', 'web'],
    created_at: '2026-11-02T04:05:00.000Z',
  }
  expect(readPlain(`${renderFrontMatter(data)}\nBody\n`)).toMatchObject({ data, body: '\nBody\n' })
})

it('reads lists with one item a line', () => {
  expect(readPlain('---\nnext_steps:\n  - Call Ana\n  - Write it down\nblockers: []\n---\n')?.data).toEqual({
    next_steps: ['Call Ana', 'Write it down'],
    blockers: [],
  })
})

it('leaves everything else to the YAML parser', () => {
  for (const head of [
    'a: &x 1',
    'a: |\n  text',
    'a: b: c',
    'a: 0123',
    'a: yes # no',
    'a: 1\na: 2',
    'a:\n  b: 1',
    'a: plain\n  goes on',
  ]) {
    expect(readPlain(`---\n${head}\n---\n`)).toBeUndefined()
  }
})
