import { describeRateLimiter } from './rate-limit.suite.ts'
import { createRateLimiter } from './rate-limit.ts'

describeRateLimiter('a limiter in this process', async (perMinute, clock) => createRateLimiter(perMinute, clock))
