import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FamilyPassage, mergePassages } from './merge-passages.ts'

const passage = (family: string, text: string, confidence: number): FamilyPassage => ({
  family,
  ref: {},
  heading: '',
  text,
  confidence,
  read: { type: 'vault_read', params: {} },
})
const limits = { maxPassages: 3, maxChars: 1500 }

describe('mergePassages', () => {
  it('puts the passages of all families in one order', () => {
    const found = [
      passage('vault', 'one', 0.4),
      passage('vault', 'two', 0.3),
      passage('manual', 'three', 0.9),
      passage('vibe', 'four', 0.35),
    ]
    expect(mergePassages(found, limits).map(({ text }) => text)).toEqual(['three', 'one', 'four'])
  })

  it('takes the next that fits where one does not', () => {
    const found = [passage('vault', 'x'.repeat(1000), 0.9), passage('manual', 'y'.repeat(600), 0.8), passage('vibe', 'z', 0.7)]
    expect(mergePassages(found, limits).map(({ family }) => family)).toEqual(['vault', 'vibe'])
  })

  it('shows the same lines once, whichever family found them', () => {
    const found = [
      passage('vault', 'The boiler is descaled monthly.', 0.9),
      passage('manual', 'The boiler is descaled monthly. Use citric acid.', 0.8),
    ]
    expect(mergePassages(found, limits)).toHaveLength(1)
  })

  it('judges what several families found by the mean of what they say, and what one found by its word', () => {
    const found = [
      passage('vault', 'The boiler is descaled monthly.', 0.6),
      passage('manual', 'The boiler is descaled monthly.', 0.4),
      passage('manual', 'Descale it.', 0.55),
    ]
    expect(mergePassages(found, limits).map(({ text, confidence }) => ({ text, confidence }))).toEqual([
      { text: 'Descale it.', confidence: 0.55 },
      { text: 'The boiler is descaled monthly.', confidence: 0.5 },
    ])
  })

  it('keeps to the limits, whatever was found', () => {
    const passages = fc.array(fc.tuple(fc.string({ maxLength: 900 }), fc.float({ min: 0, max: 1, noNaN: true })))
    fc.assert(
      fc.property(
        passages,
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 1, max: 3000 }),
        (found, maxPassages, maxChars) => {
          const merged = mergePassages(
            found.map(([text, confidence]) => passage('vault', text, confidence)),
            { maxPassages, maxChars },
          )
          expect(merged.length).toBeLessThanOrEqual(maxPassages)
          expect(merged.reduce((sum, { text }) => sum + [...text].length, 0)).toBeLessThanOrEqual(maxChars)
          expect(merged.map(({ confidence }) => confidence)).toEqual(
            merged.map(({ confidence }) => confidence).toSorted((a, b) => b - a),
          )
        },
      ),
    )
  })
})
