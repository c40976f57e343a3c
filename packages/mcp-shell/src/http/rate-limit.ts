import type { Clock, RateLimiter } from '@shoko/contract'

interface Bucket {
  tokens: number
  at: number
}

const MAX_CALLERS = 10_000

/** A token bucket a caller, in this process: `perMinute` tokens deep, refilled evenly. */
export function createRateLimiter(perMinute: number, clock: Clock): RateLimiter {
  const buckets = new Map<string, Bucket>()
  return {
    take(caller, messages = 1) {
      const now = clock.now()
      const bucket = buckets.get(caller) ?? { tokens: perMinute, at: now }
      bucket.tokens = Math.min(perMinute, bucket.tokens + ((now - bucket.at) / 60_000) * perMinute)
      bucket.at = now
      // Re-inserting keeps the map in order of use, so that the oldest caller is the one forgotten.
      buckets.delete(caller)
      buckets.set(caller, bucket)
      if (buckets.size > MAX_CALLERS) buckets.delete(buckets.keys().next().value!)
      if (bucket.tokens < messages) return Math.ceil(((Math.min(messages, perMinute) - bucket.tokens) / perMinute) * 60)
      bucket.tokens -= messages
      return undefined
    },
  }
}
