import { describeChangeFeed } from './change-feed.suite.ts'
import { createChangeFeed } from './change-feed.ts'

describeChangeFeed('a feed within one process', async () => {
  const errors: unknown[] = []
  return { feed: createChangeFeed((error) => errors.push(error)), errors, settled: async () => {} }
})
