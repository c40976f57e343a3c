import { expect, it } from 'vitest'
import { giveWayFor } from './slices.ts'

it.each([
  ['gives way to others for large content', 1024 * 1024, ['another', 'this']],
  ['goes on at once with small content', 1024, ['this']],
])('%s', async (_, length, expected) => {
  const turns: string[] = []
  setImmediate(() => turns.push('another'))
  await giveWayFor({ length })
  turns.push('this')
  expect(turns).toEqual(expected)
})
