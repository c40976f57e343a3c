import { expect, it } from 'vitest'
import { prepareSection } from './section.ts'
import { SectionShelf } from './section-shelf.ts'

it('reads a section once, until there is no more room for it', async () => {
  const shelf = new SectionShelf<{ readonly name: string }>(10)
  const [a, b] = [{ name: 'a' }, { name: 'b' }]
  let reads = 0
  const take = (owner: { readonly name: string }, place: number) =>
    shelf.take({ owner, place }, async () => {
      reads++
      return prepareSection('seven 7')
    })
  expect((await take(a, 0))?.text).toBe('seven 7')
  await take(a, 0)
  expect(reads).toBe(1)
  await take(b, 0)
  await take(b, 0)
  expect(reads).toBe(2)
  await take(a, 0)
  expect(reads).toBe(3)
})

it('asks again for what could not be read', async () => {
  const shelf = new SectionShelf()
  const owner = {}
  expect(await shelf.take({ owner, place: 0 }, async () => undefined)).toBeUndefined()
  expect((await shelf.take({ owner, place: 0 }, async () => prepareSection('here')))?.text).toBe('here')
})
