import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LooseText } from './loose-text.ts'
import { createLooseMatcher } from './match-loosely.ts'

/** The rule in its plain form. */
function isLoose(surface: string, text: string): boolean {
  const latin = /^[a-z0-9]/.test(surface)
  const size = latin ? 4 : 2
  const pieces = Array.from({ length: Math.max(0, surface.length - size + 1) }, (_, at) => surface.slice(at, at + size))
  const missing = pieces.filter((piece) => !text.includes(piece)).length
  if (pieces.length >= 3 && missing <= Math.floor(pieces.length * 0.4)) return true
  if (latin && surface.length < 4) return false
  const middle = Math.ceil(surface.length / 2)
  const loosely = (part: string) => [...part].join('[-・/() ]*')
  const [first, second] = [surface.slice(0, middle), surface.slice(middle)]
  const broken = [`${first}[-・/() ]*${loosely(second)}`, ...(second === '' ? [] : [`${loosely(first)}[-・/() ]*${second}`])]
  return broken.some((pattern) => new RegExp(pattern, 'u').test(text))
}

it('finds the words that the rule finds, in any text', () => {
  const word = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1'), minLength: 1, maxLength: 12 }),
    fc.string({ unit: fc.constantFrom('保', '証', '書'), minLength: 1, maxLength: 6 }),
  )
  const separator = fc.constantFrom('', '', ' ', '-', ' (', '・', '/', '.')
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 6 }),
      fc.array(fc.tuple(word, separator), { maxLength: 30 }),
      (words, parts) => {
        const matcher = createLooseMatcher(words)
        // The matcher is used for one text after the other.
        for (const text of [parts.flat().join(''), parts.slice(3).flat().join('')]) {
          expect(matcher(new LooseText(text))).toEqual([...words.keys()].filter((place) => isLoose(words[place]!, text)))
        }
      },
    ),
    { numRuns: 500 },
  )
})
