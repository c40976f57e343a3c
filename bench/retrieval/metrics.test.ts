import { describe, expect, it } from 'vitest'
import { percentile, qualityOf } from './metrics.ts'

describe('qualityOf', () => {
  it('is 1 throughout when the relevant document comes first', () => {
    expect(qualityOf([7, 1, 2], { 7: 1 })).toEqual({ ndcg10: 1, mrr10: 1, recall5: 1 })
  })

  it('falls with the place of the relevant document and is 0 past the tenth', () => {
    expect(qualityOf([1, 7], { 7: 1 })).toMatchObject({ ndcg10: 1 / Math.log2(3), mrr10: 0.5 })
    expect(qualityOf([0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 7], { 7: 1 })).toEqual({ ndcg10: 0, mrr10: 0, recall5: 0 })
  })

  it('prefers the higher grade first', () => {
    expect(qualityOf([1, 2], { 1: 2, 2: 1 }).ndcg10).toBe(1)
    expect(qualityOf([2, 1], { 1: 2, 2: 1 }).ndcg10).toBeLessThan(1)
  })
})

describe('percentile', () => {
  it('takes the value at the share', () => {
    expect(percentile([5, 1, 3, 2, 4], 0.5)).toBe(3)
    expect(percentile([], 0.5)).toBe(0)
  })
})
