import { describe, expect, it } from 'vitest'
import type { Findings } from '../find/findings.ts'
import { defaultManualSettings, type ManualSettings } from '../settings.ts'
import { createFindCache } from './find-cache.ts'

function answer(gap_count = 0, conflict_count = 0) {
  return { summary: { gap_count, conflict_count } } as Findings
}

function cacheAt(
  time: { now: number },
  settings: Partial<ManualSettings> = {},
  embed?: (texts: readonly string[]) => number[][],
) {
  return createFindCache({ ...defaultManualSettings, ...settings }, { clock: { now: () => time.now }, embed })
}

describe('find cache', () => {
  it('hits the same query in the same scope only, until it expires', async () => {
    const time = { now: 0 }
    const cache = cacheAt(time, { semCacheTtlSec: 1 })
    await cache.store({ scope: 's', query: 'q' }, answer())
    expect(await cache.lookUp({ scope: 's', query: 'q' })).toMatchObject({ mode: 'exact' })
    expect(await cache.lookUp({ scope: 'other', query: 'q' })).toBeUndefined()
    expect(await cache.lookUp({ scope: 's', query: 'p' })).toBeUndefined()
    time.now = 1000
    expect(await cache.lookUp({ scope: 's', query: 'q' })).toBeUndefined()
  })

  it('keeps at most so many, the oldest out first', async () => {
    const cache = cacheAt({ now: 0 }, { semCacheMaxKeep: 1 })
    await cache.store({ scope: 's', query: 'a' }, answer())
    await cache.store({ scope: 's', query: 'b' }, answer())
    expect(await cache.lookUp({ scope: 's', query: 'a' })).toBeUndefined()
    expect(await cache.lookUp({ scope: 's', query: 'b' })).toBeDefined()
  })

  it('searches again when an answer has more gaps or conflicts than the guards allow', async () => {
    const cache = cacheAt({ now: 0 }, { semCacheMaxSummaryGap: 1, semCacheMaxSummaryConflict: 0 })
    await cache.store({ scope: 's', query: 'gap' }, answer(2, 0))
    await cache.store({ scope: 's', query: 'conflict' }, answer(0, 1))
    await cache.store({ scope: 's', query: 'fine' }, answer(1, 0))
    const found = await Promise.all(['gap', 'conflict', 'fine'].map((query) => cache.lookUp({ scope: 's', query })))
    expect(found.map((hit) => hit !== undefined)).toEqual([false, false, true])
  })

  it('hits similar queries only with an embedder, at the threshold', async () => {
    const vectors: Record<string, number[]> = { a: [1, 0], near: [1, 0.1], far: [0, 1], broken: [Number.NaN] }
    const cache = cacheAt({ now: 0 }, {}, (texts) => texts.map((text) => vectors[text]!))
    await cache.store({ scope: 's', query: 'a' }, answer())
    expect(await cache.lookUp({ scope: 's', query: 'near' })).toMatchObject({ mode: 'similar' })
    expect(await cache.lookUp({ scope: 's', query: 'far' })).toBeUndefined()
    expect(await cache.lookUp({ scope: 's', query: 'broken' })).toBeUndefined()
    expect(await cache.lookUp({ scope: 't', query: 'near' })).toBeUndefined()
    const exactOnly = cacheAt({ now: 0 })
    await exactOnly.store({ scope: 's', query: 'a' }, answer())
    expect(await exactOnly.lookUp({ scope: 's', query: 'near' })).toBeUndefined()
  })
})
