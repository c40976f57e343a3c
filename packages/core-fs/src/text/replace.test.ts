import fc from 'fast-check'
import { expect, it } from 'vitest'
import { replaceFirst } from './replace.ts'

async function replaced(text: string, find: string, put: string, max: number) {
  const { bytes, count } = await replaceFirst(Buffer.from(text), { find: Buffer.from(find), put: Buffer.from(put), max })
  return { text: Buffer.from(bytes).toString(), count }
}

it('replaces literally, from left to right, the first so many', async () => {
  expect(await replaced('a.a.a', 'a', '$&', 2)).toEqual({ text: '$&.$&.a', count: 2 })
  expect(await replaced('aaa', 'aa', 'a', 9)).toEqual({ text: 'aa', count: 1 })
  expect(await replaced('abc', 'x', 'y', 9)).toEqual({ text: 'abc', count: 0 })
  expect(await replaced('abc', 'a', 'y', 0)).toEqual({ text: 'abc', count: 0 })
  expect(await replaced('abc', '', 'y', 9)).toEqual({ text: 'abc', count: 0 })
  expect(await replaced('abc', 'b', '', 1)).toEqual({ text: 'ac', count: 1 })
})

it('agrees with replaceAll when there is no limit, in every script', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '$', 'é', '漢', '字', '👩'), maxLength: 20 })
  const some = text.filter((find) => find !== '')
  await fc.assert(
    fc.asyncProperty(text, some, text, async (content, find, put) => {
      const { text } = await replaced(content, find, put, Number.POSITIVE_INFINITY)
      expect(text).toBe(content.replaceAll(find, () => put))
    }),
  )
})

it('asks about the size before it makes anything of it', async () => {
  const bytes = Buffer.alloc(1000, 'a')
  const sizes: number[] = []
  const refusal = new Error('no')
  const asked = replaceFirst(bytes, { find: Buffer.from('a'), put: Buffer.alloc(4_000_000, 'b'), max: 1e9 }, (size) => {
    sizes.push(size)
    throw refusal
  })
  await expect(asked).rejects.toBe(refusal)
  expect(sizes).toEqual([4_000_000_000])
})
