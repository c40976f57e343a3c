import { describe, expect, it } from 'vitest'
import { createQuotas, QUOTA_LIMITS } from './quotas.ts'

describe('quotas', () => {
  it('are for each principal, and come back once', () => {
    const quotas = createQuotas({ ...QUOTA_LIMITS, streams: 2 })
    const first = quotas.take('mio', { streams: 1 })
    expect(quotas.take('mio', { streams: 1 })).toBeDefined()
    expect(quotas.take('mio', { streams: 1 })).toBeUndefined()
    expect(quotas.take('ana', { streams: 2 })).toBeDefined()
    first?.()
    first?.()
    expect(quotas.take('mio', { streams: 1 })).toBeDefined()
    expect(quotas.take('mio', { streams: 1 })).toBeUndefined()
  })

  it('give all that is wanted or nothing', () => {
    const quotas = createQuotas({ ...QUOTA_LIMITS, subscriptions: 10, subscriptionBytes: 100 })
    expect(quotas.take('mio', { subscriptions: 1, subscriptionBytes: 101 })).toBeUndefined()
    expect(quotas.take('mio', { subscriptions: 10, subscriptionBytes: 100 })).toBeDefined()
  })
})
