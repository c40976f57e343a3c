import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

/** Whether it has by now. */
function comesAbout(what: Promise<unknown>): () => boolean {
  let has = false
  void what.then(() => {
    has = true
  })
  return () => has
}

async function waitsFor(leave: () => void, has: () => boolean): Promise<void> {
  await sleep(20)
  expect(has()).toBe(false)
  leave()
  await sleep(5)
  expect(has()).toBe(true)
}

describe('turns', () => {
  it('let one principal run a few calls at a time, the next when one ends', async () => {
    const turns = createTurns({ atOnce: 2, turnMs: 60_000 })
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
    const turns = createTurns({ atOnce: 1, turnMs: 60_000 })
    await turns.take('mio')
    void turns.take('mio')
    await expect(turns.take('ana')).resolves.toBeTypeOf('function')
  })

  it('let the queue of one principal go on when the request of another is answered', async () => {
    const turns = createTurns({ atOnce: 1, turnMs: 60_000, patienceMs: 60_000 })
    const end = await turns.take('mio')
    const begun = comesAbout(turns.take('mio'))
    const leave = await turns.enter('ana')
    end()
    await waitsFor(leave, begun)
  })

  it('let a call of one principal rest between its steps until the request of another is answered', async () => {
    const turns = createTurns({ turnMs: 60_000, patienceMs: 60_000 })
    const leaveOwn = await turns.enter('mio')
    await turns.pause('mio')
    const leave = await turns.enter('ana')
    const resting = turns.pause('mio')
    const rested = comesAbout(resting)
    await sleep(20)
    expect(rested()).toBe(false)
    leave()
    await resting
    leaveOwn()
  })

  it('let a second request of one principal in when that of another is answered', async () => {
    const turns = createTurns({ turnMs: 60_000, patienceMs: 60_000 })
    await turns.enter('mio')
    const leave = await turns.enter('ana')
    const entered = comesAbout(turns.enter('mio'))
    await waitsFor(leave, entered)
  })

  it('let a queue go on after a while, whoever else is there', async () => {
    const turns = createTurns({ atOnce: 1, turnMs: 60_000, patienceMs: 10 })
    await turns.enter('ana')
    const end = await turns.take('mio')
    const next = turns.take('mio')
    end()
    await expect(next).resolves.toBeTypeOf('function')
  })

  it('let the queues of two principals go on side by side', async () => {
    const turns = createTurns({ atOnce: 1, turnMs: 60_000, patienceMs: 60_000 })
    const work = async (principal: string) => {
      const end = await turns.take(principal)
      await sleep(1)
      end()
    }
    const request = async (principal: string) => {
      const leave = await turns.enter(principal)
      await Promise.all(Array.from({ length: 5 }, () => work(principal)))
      leave()
    }
    await Promise.all([request('mio'), request('ana')])
  })

  it('give one call at a time to a principal that is not alone', async () => {
    const turns = createTurns({ atOnce: 2, turnMs: 60_000, patienceMs: 60_000 })
    const leave = await turns.enter('ana')
    await turns.take('mio')
    let begun = 0
    void turns.take('mio').then(() => begun++)
    await sleep(5)
    expect(begun).toBe(0)
    leave()
    await turns.take('mio')
  })

  it('do not wait for a request that takes long', async () => {
    const turns = createTurns({ atOnce: 1, turnMs: 10, patienceMs: 60_000 })
    await turns.enter('ana')
    await turns.take('mio')
    await expect(turns.take('mio')).resolves.toBeTypeOf('function')
  })

  it('pass on when a call takes long', async () => {
    const turns = createTurns({ atOnce: 1, turnMs: 10 })
    await turns.take('mio')
    await expect(turns.take('mio')).resolves.toBeTypeOf('function')
  })
})
