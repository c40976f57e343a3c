import { describe, expect, it } from 'vitest'
import { confidenceOf, rawConfidence } from './confidence.ts'

/**
 * First passages for the 1,000 questions of qa-ja, qa-es and qa-en with half of the articles indexed: the middle of a slice of raw
 * confidence, how many passages fell into it, and how many of them hold an answer.
 */
const MEASURED: Readonly<Record<'ja' | 'es' | 'en', readonly (readonly [raw: number, passages: number, answers: number])[]>> = {
  ja: [
    [0.025, 9, 0],
    [0.075, 15, 1],
    [0.125, 74, 1],
    [0.175, 120, 5],
    [0.225, 134, 5],
    [0.275, 103, 2],
    [0.325, 61, 3],
    [0.375, 48, 4],
    [0.425, 23, 2],
    [0.475, 25, 5],
    [0.525, 17, 8],
    [0.575, 21, 16],
    [0.625, 16, 13],
    [0.675, 24, 20],
    [0.725, 50, 48],
    [0.775, 34, 31],
    [0.825, 53, 53],
    [0.875, 76, 72],
    [0.925, 88, 88],
    [0.975, 9, 7],
  ],
  es: [
    [0.025, 1, 0],
    [0.075, 1, 0],
    [0.125, 21, 0],
    [0.175, 96, 5],
    [0.225, 130, 4],
    [0.275, 110, 7],
    [0.325, 63, 3],
    [0.375, 58, 13],
    [0.425, 56, 17],
    [0.475, 61, 20],
    [0.525, 50, 30],
    [0.575, 57, 47],
    [0.625, 53, 45],
    [0.675, 67, 55],
    [0.725, 52, 46],
    [0.775, 40, 34],
    [0.825, 41, 39],
    [0.875, 32, 27],
    [0.925, 9, 9],
    [0.975, 2, 2],
  ],
  en: [
    [0.025, 6, 0],
    [0.075, 10, 0],
    [0.125, 63, 0],
    [0.175, 127, 2],
    [0.225, 116, 4],
    [0.275, 71, 4],
    [0.325, 62, 10],
    [0.375, 37, 16],
    [0.425, 34, 19],
    [0.475, 36, 22],
    [0.525, 42, 37],
    [0.575, 49, 42],
    [0.625, 53, 50],
    [0.675, 56, 55],
    [0.725, 54, 52],
    [0.775, 48, 47],
    [0.825, 46, 46],
    [0.875, 43, 42],
    [0.925, 43, 43],
    [0.975, 4, 4],
  ],
}

const LANGUAGES = ['ja', 'es', 'en'] as const

describe('confidence', () => {
  it.each(LANGUAGES)('says about how many passages answer (%s)', (language) => {
    let [error, all] = [0, 0]
    for (const [raw, passages, answers] of MEASURED[language]) {
      error += Math.abs(confidenceOf(raw, language) * passages - answers)
      all += passages
    }
    expect(error / all).toBeLessThan(0.08)
  })

  it.each(LANGUAGES)('is right at least three times of four where it is between 0.7 and 0.9 (%s)', (language) => {
    const sure = MEASURED[language].filter(([raw]) => confidenceOf(raw, language) >= 0.7 && confidenceOf(raw, language) < 0.9)
    const passages = sure.reduce((sum, [, count]) => sum + count, 0)
    const answers = sure.reduce((sum, [, , count]) => sum + count, 0)
    expect(answers / passages).toBeGreaterThan(0.7)
  })

  it.each(LANGUAGES)('never falls where the raw score rises, and stays between 0 and 1 (%s)', (language) => {
    let before = 0
    for (let raw = -0.5; raw <= 1.5; raw += 0.01) {
      const confidence = confidenceOf(raw, language)
      expect(confidence).toBeGreaterThanOrEqual(before)
      expect(confidence).toBeLessThanOrEqual(1)
      before = confidence
    }
  })

  it('rises with what is held, how close together, and how far ahead', () => {
    const evidence = { held: 0.5, covered: 0.5, close: 0.4, score: 1, next: 0.8 }
    const raw = rawConfidence(evidence)
    expect(rawConfidence({ ...evidence, covered: 0.7 })).toBeGreaterThan(raw)
    expect(rawConfidence({ ...evidence, close: 0.5 })).toBeGreaterThan(raw)
    expect(rawConfidence({ ...evidence, next: 0.5 })).toBeGreaterThan(raw)
  })

  it('is not surer of a passage without rivals than by what it holds', () => {
    expect(rawConfidence({ held: 0.3, covered: 0.3, close: 0.3, score: 1, next: 0 })).toBeCloseTo(0.3)
    expect(rawConfidence({ held: 0, covered: 0, close: 0, score: 0, next: 0 })).toBe(0)
  })
})
