/** What one principal may have at once. */
export interface QuotaLimits {
  readonly requests: number
  readonly streams: number
  readonly subscriptions: number
  readonly subscriptionBytes: number
}

export type Quota = keyof QuotaLimits

export const QUOTA_LIMITS: QuotaLimits = {
  requests: 512,
  streams: 64,
  subscriptions: 1000,
  subscriptionBytes: 1024 * 1024,
}

/** Counts for each principal what it holds, so that none can use up what others need. */
export interface Quotas {
  /** Takes all of these or nothing; what is returned gives them back, once. */
  take(principal: string, wanted: Partial<Record<Quota, number>>): (() => void) | undefined
}

export function createQuotas(limits: QuotaLimits = QUOTA_LIMITS): Quotas {
  const held = new Map<string, Record<Quota, number>>()
  return {
    take(principal, wanted) {
      const own = held.get(principal) ?? { requests: 0, streams: 0, subscriptions: 0, subscriptionBytes: 0 }
      const amounts = Object.entries(wanted) as [Quota, number][]
      if (amounts.some(([kind, amount]) => own[kind] + amount > limits[kind])) return undefined
      for (const [kind, amount] of amounts) own[kind] += amount
      held.set(principal, own)
      let given = false
      return () => {
        if (given) return
        given = true
        for (const [kind, amount] of amounts) own[kind] -= amount
        if (Object.values(own).every((amount) => amount === 0)) held.delete(principal)
      }
    },
  }
}
