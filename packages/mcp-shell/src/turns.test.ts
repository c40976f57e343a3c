import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

describe('turns', () => {
  it('let one principal run a few calls at a time, the next when one ends', async () => {
    const turns = createTurns(2, 60_000)
    const begun: number[] = []
    const ends = [0, 1, 2, 3].map(async (at) => {
      const end = await turns.take('mio')
      begun.push(at)
      return end
    })
    await sleep(5)
    expect(begun).toEqual([0, 1])
    ;(await ends[0])?.()
    ;(await ends[0])?.() // twice counts once
    await sleep(5)
    expect(begun).toEqual([0, 1, 2])
    ;(await ends[1])?.()
    await sleep(5)
    expect(begun).toEqual([0, 1, 2, 3])
  })

  it('never make one principal wait for another', async () => {
    const turns = createTurns(1, 60_000)
    await turns.take('mio')
    void turns.take('mio')
    await expect(turns.take('ana')).resolves.toBeTypeOf('function')
  })

  it('pass on when a call takes long', async () => {
    const turns = createTurns(1, 10)
    await turns.take('mio')
    await expect(turns.take('mio')).resolves.toBeTypeOf('function')
  })
})
