import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type LanguageCode } from '../languages/registry.ts'
import { compareStatements } from './compare.ts'
import { readStatement } from './statement.ts'

interface Pair {
  readonly q: string
  readonly a: string
  readonly b: string
  readonly conflict: boolean
}

type Part = 'tuned' | 'held_back'

function pairsOf(language: LanguageCode, part: Part): readonly Pair[] {
  const file = new URL(`../../../../fixtures/judged/statements.${language}.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<Part, readonly Pair[]>)[part]
}

function isConflict({ a, b }: Pair, language: LanguageCode): boolean {
  const said = compareStatements(readStatement(a, language), readStatement(b, language))
  return said === 'opposite' || said === 'other_quantity'
}

function measure(language: LanguageCode, part: Part) {
  const pairs = pairsOf(language, part)
  const found = pairs.filter((pair) => isConflict(pair, language))
  const right = found.filter(({ conflict }) => conflict).length
  return { precision: right / Math.max(1, found.length), recall: right / pairs.filter(({ conflict }) => conflict).length }
}

describe('compareStatements on the judged pairs', () => {
  for (const language of LANGUAGES.map(({ code }) => code)) {
    for (const part of ['tuned', 'held_back'] as const) {
      it(`tells conflicts from look-alikes in ${language}, ${part}`, () => {
        const { precision, recall } = measure(language, part)
        console.log(`${language} ${part}: precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`)
        expect(precision).toBeGreaterThanOrEqual(0.92)
        expect(recall).toBeGreaterThanOrEqual(0.8)
      })
    }
  }

  it('does not depend on which of two sentences is read first', () => {
    for (const language of LANGUAGES.map(({ code }) => code)) {
      for (const pair of [...pairsOf(language, 'tuned'), ...pairsOf(language, 'held_back')]) {
        expect(isConflict(pair, language)).toBe(isConflict({ ...pair, a: pair.b, b: pair.a }, language))
      }
    }
  })
})
