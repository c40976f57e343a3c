import fc from 'fast-check'
import { globFilter, isHarmlessGlob } from '../../../packages/vault/src/glob.ts'
import { FileText } from '../../../packages/vault/src/search/file-text.ts'
import { JobStopped } from '../../../packages/vault/src/search/job-control.ts'
import { createMatcher } from '../../../packages/vault/src/search/matchers.ts'
import { compileRegex } from '../../../packages/vault/src/search/regex.ts'
import { defineRun } from '../run.ts'
import { asyncRule, fuzz, rule } from './campaign.ts'
import { anyText, TRICKS, textOf } from './texts.ts'

const PARTS = [
  'ab',
  'sk',
  'é',
  '日本',
  '\\b',
  '\\d',
  '\\w',
  '\\s',
  '\\.',
  '\\n',
  '.',
  '^',
  '$',
  '|',
  '[ab]',
  '[^a]',
  '[\\]b]',
  '(ab|c)',
  '(?:a)',
  '(?=a)',
  '(?<!b)',
  '(?<x>a)',
  '\\k<x>',
  '\\1',
  '*',
  '+',
  '?',
  '{2}',
  '{0,1}',
  '{,2}',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '\\u0061',
  '\\x61',
  '\\p{L}',
  '\\cA',
  '\\0',
  '\\-',
  'a',
  'B',
  'K',
  '😀',
  '[😀-😃]',
  '\\u{1F600}',
]
const patterns = fc.oneof(textOf(PARTS, 6), textOf([...PARTS, ...TRICKS], 6))
/** Short, so that even a pattern that tries everything ends soon: time limits have a run of their own. */
const texts = textOf(
  ['ab', 'sk', 'AB', 'ſk', 'K', 'é', 'É', '日本', 'a', 'b', 'c', '.', ' ', '\n', '\r\n', '1', ']', '😀', '{', '\u2028'],
  7,
)

export const run = defineRun('fuzz-patterns', (order) => fuzz(order, { rules, inputs: order.counts.inputs! }), {
  full: { inputs: 1_000_000 },
  expectedSeconds: 110,
  cores: 1,
})

const rules = [
  asyncRule('looking for literals first never hides a match', fc.tuple(patterns, texts), async ([pattern, text]) => {
    const regex = compileRegex(pattern)
    if (regex === undefined) return true
    const found = (await createMatcher('regex', pattern)).find(new FileText(Buffer.from(text)))
    const plain = regex.exec(text)
    return plain === null ? found === undefined : found?.first === plain.index
  }),
  asyncRule('the linear engine answers or says that it cannot', fc.tuple(patterns, texts), async ([pattern, text]) => {
    try {
      const found = (await createMatcher('linear', pattern)).find(new FileText(Buffer.from(text)))
      return found === undefined || (found.first >= 0 && found.first <= text.length && found.count >= 1)
    } catch (error) {
      return error instanceof JobStopped
    }
  }),
  asyncRule('a plain search finds what is there', fc.tuple(anyText, anyText), async ([before, query]) => {
    const needle = query.toWellFormed()
    if (needle === '') return true
    const text = before.toWellFormed().replace(/^\ufeff/, '') + needle
    const found = (await createMatcher('plain', needle)).find(new FileText(Buffer.from(text)))
    return text.startsWith('\ufeff') || found?.first === text.indexOf(needle)
  }),
  asyncRule('a loose search finds the text itself', fc.tuple(texts, texts), async ([before, query]) => {
    const found = (await createMatcher('loose', query)).find(new FileText(Buffer.from(`${before} ${query}`)))
    return !/[\p{L}\p{N}]/u.test(query) || (found !== undefined && found.first <= before.length + 1 + query.length)
  }),
  rule(
    'any glob that is let through can be asked',
    fc.tuple(textOf(['*', '**', '/', '?', '[a-z]', '[!a]', '{a,b}', '!', '.md', 'a', '\\', '+(a)', ...TRICKS], 6), anyText),
    ([glob, path]) => {
      if (glob === '' || !isHarmlessGlob(glob)) return
      globFilter(glob)(path)
    },
  ),
]
