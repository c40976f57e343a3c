import { describe, expect, it } from 'vitest'
import { confidenceOf, rawConfidence } from './confidence.ts'

/**
 * First passages for the 1,000 questions of qa-ja, qa-es and qa-en with half of the articles indexed: the middle of a slice of raw
 * confidence, how many passages fell into it, and how many of them hold an answer.
 */
const MEASURED: Readonly<Record<'ja' | 'es' | 'en', readonly (readonly [raw: number, passages: number, answers: number])[]>> = {
  ja: [
    [0.075, 22, 1],
    [0.125, 83, 0],
    [0.175, 117, 5],
    [0.225, 129, 4],
    [0.275, 97, 3],
    [0.325, 59, 2],
    [0.375, 50, 4],
    [0.425, 24, 2],
    [0.475, 17, 3],
    [0.525, 19, 8],
    [0.575, 17, 12],
    [0.625, 14, 13],
    [0.675, 18, 13],
    [0.725, 36, 33],
    [0.775, 26, 24],
    [0.825, 30, 29],
    [0.875, 40, 40],
    [0.925, 37, 35],
    [0.975, 157, 152],
  ],
  es: [
    [0.025, 1, 0],
    [0.075, 5, 0],
    [0.125, 36, 1],
    [0.175, 111, 5],
    [0.225, 135, 6],
    [0.275, 93, 2],
    [0.325, 70, 6],
    [0.375, 52, 14],
    [0.425, 49, 13],
    [0.475, 51, 20],
    [0.525, 39, 26],
    [0.575, 47, 38],
    [0.625, 47, 41],
    [0.675, 53, 39],
    [0.725, 44, 34],
    [0.775, 41, 37],
    [0.825, 32, 31],
    [0.875, 26, 23],
    [0.925, 26, 25],
    [0.975, 41, 37],
  ],
  en: [
    [0.025, 2, 0],
    [0.075, 19, 0],
    [0.125, 71, 0],
    [0.175, 133, 2],
    [0.225, 118, 4],
    [0.275, 78, 7],
    [0.325, 47, 12],
    [0.375, 28, 10],
    [0.425, 29, 18],
    [0.475, 38, 27],
    [0.525, 33, 28],
    [0.575, 41, 36],
    [0.625, 54, 49],
    [0.675, 38, 37],
    [0.725, 51, 49],
    [0.775, 41, 40],
    [0.825, 32, 32],
    [0.875, 34, 34],
    [0.925, 33, 33],
    [0.975, 75, 74],
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
    const evidence = { held: 0.5, covered: 0.5, close: 0.4, missing: 0.1, score: 1, next: 0.8 }
    const raw = rawConfidence(evidence, 0.8)
    expect(rawConfidence({ ...evidence, covered: 0.7 }, 0.8)).toBeGreaterThan(raw)
    expect(rawConfidence({ ...evidence, close: 0.5 }, 0.8)).toBeGreaterThan(raw)
    expect(rawConfidence({ ...evidence, next: 0.5 }, 0.8)).toBeGreaterThan(raw)
  })

  it('is not surer of a passage without rivals than by what it holds', () => {
    expect(rawConfidence({ held: 0.3, covered: 0.3, close: 0.3, missing: 0.2, score: 1, next: 0 }, 0.8)).toBeCloseTo(0.3)
    expect(rawConfidence({ held: 0, covered: 0, close: 0, missing: 1, score: 0, next: 0 }, 0.8)).toBe(0)
  })

  it('falls with what one word tells that is not there, once that is more than many words tell', () => {
    const evidence = { held: 0.5, covered: 0.5, close: 0.5, score: 1, next: 0.5 }
    const raw = (missing: number) => rawConfidence({ ...evidence, missing }, 0.8)
    expect(raw(0.2)).toBe(raw(0))
    expect(raw(0.4)).toBeLessThan(raw(0.3))
    expect(rawConfidence({ ...evidence, missing: 0.5 }, 0)).toBe(raw(0))
  })
})
