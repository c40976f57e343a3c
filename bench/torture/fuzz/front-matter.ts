import { isDeepStrictEqual } from 'node:util'
import { editFrontMatter, readFrontMatter, renderFrontMatter } from '@shoko/core-fs/front-matter'
import fc from 'fast-check'
import { readYaml } from '../../../packages/core-fs/src/text/front-matter.ts'
import { readPlain } from '../../../packages/core-fs/src/text/plain-front-matter.ts'
import { defineRun } from '../run.ts'
import { fuzz, rule } from './campaign.ts'
import { anyText, TRICKS, textOf } from './texts.ts'

const LINES = [
  '---\n',
  '---\r\n',
  '--- \n',
  'a: 1\n',
  'b: [x, "y"]\n',
  "c: 'z'\n",
  'd:\n  - 1\n',
  'e: &x 1\n',
  'f: *x\n',
  '<<: *x\n',
  '? q\n',
  ': r\n',
  '!!js/function x\n',
  'g: |\n  text\n',
  '# note\n',
  '\n',
  '...\n',
  'title: 題\r\n',
  'a: 2\n',
  '\t',
  '{',
  '}',
  '[',
  ']',
  '"',
  '"k l": v\n',
  'tags: [a, b]\n',
  'x: 0o17\n',
  'y: 2026-01-01\n',
  'z: ~\n',
]
const documents = fc.oneof(
  textOf([...LINES, ...TRICKS], 10).map((text) => `---\n${text}---\nbody`),
  textOf([...LINES, ...TRICKS], 10),
)
const keys = fc.oneof(
  fc.constantFrom('a', 'b', 'title', 'tags', 'x', 'new-key', '題', '__proto__', 'constructor', 'y', 'null', '1'),
  textOf(TRICKS, 4).map(wellFormed),
)
const scalars = fc.oneof(
  anyText.map(wellFormed),
  fc.integer(),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
)
const values = fc.oneof(scalars, fc.array(scalars, { maxLength: 3 }))
const mappings = fc.dictionary(
  keys.filter((key) => key !== '__proto__'),
  values,
  { maxKeys: 4, noNullPrototype: true },
)

export const run = defineRun('fuzz-front-matter', (order) => fuzz(order, { rules, inputs: order.counts.inputs! }), {
  full: { inputs: 1_000_000 },
  expectedSeconds: 130,
  cores: 1,
})

const rules = [
  rule('any text is read', documents, (text) => {
    const { body, data } = readFrontMatter(text)
    return text.endsWith(body) && Object.getPrototypeOf(data) === Object.prototype
  }),
  rule('what was written reads back the same', mappings, (data) =>
    same(readFrontMatter(`${renderFrontMatter(data)}body`).data, data),
  ),
  rule('an edit sets its key, keeps the others and the body', fc.tuple(documents, keys, values), ([text, key, value]) => {
    const before = readFrontMatter(text)
    const edited = editFrontMatter(text, { [key]: value })
    if (!before.present || before.problem !== undefined) return edited === text
    const after = readFrontMatter(edited)
    const others = (data: Record<string, unknown>) => Object.fromEntries(Object.entries(data).filter(([name]) => name !== key))
    if (after.problem !== undefined || after.body !== before.body) return false
    return same(others(after.data), others(before.data)) && (key === '__proto__' || same(after.data[key], value))
  }),
  rule('an edit made twice changes nothing the second time', fc.tuple(documents, keys, values), ([text, key, value]) => {
    const once = editFrontMatter(text, { [key]: value })
    return editFrontMatter(once, { [key]: value }) === once
  }),
  rule('the reader of plain front matter agrees with YAML', documents, (text) => {
    const plain = readPlain(text)
    if (plain === undefined) return true
    const whole = readYaml(text)
    return same(plain.data, whole.data) && plain.body === whole.body
  }),
]

function same(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b)
}

/** Files are UTF-8: a lone half of a character cannot be kept. */
function wellFormed(text: string): string {
  return text.toWellFormed()
}
