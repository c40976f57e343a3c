import { expect, it } from 'vitest'
import { addReservation, collectReservations } from './reservations.ts'

const later = () => new Promise((resolve) => setImmediate(resolve))

it('gives each work the reservations that were said in it, once each', async () => {
  const work = (name: string) =>
    collectReservations(async () => {
      await later()
      addReservation('not flushed', name)
      await later()
      addReservation('not flushed', name)
      return name
    })
  expect(await Promise.all([work('a'), work('b')])).toEqual([
    { value: 'a', reservations: ['not flushed: a'] },
    { value: 'b', reservations: ['not flushed: b'] },
  ])
})

it('names a few of many files', async () => {
  const { reservations } = await collectReservations(async () => {
    for (let n = 1; n <= 8; n++) addReservation('not flushed', `${n}.md`)
  })
  expect(reservations).toEqual(['not flushed: 1.md, 2.md, 3.md, 4.md, 5.md and 3 more'])
})

it('leaves alone what is said outside of any work, and what fails', async () => {
  addReservation('nobody hears it', 'a')
  await expect(collectReservations(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
