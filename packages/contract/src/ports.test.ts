import { describe, expect, it } from 'vitest'
import { createConnectionMemory, type MemorySlot, randomIds } from './ports.ts'

describe('createConnectionMemory', () => {
  const slot: MemorySlot<string[]> = {
    name: 'list',
    create: () => [],
    dump: (list) => list.join(' '),
    restore: (dumped) => String(dumped).split(' '),
  }

  it('keeps one value a slot', () => {
    const memory = createConnectionMemory()
    memory.get(slot).push('a')
    expect(memory.get(slot)).toEqual(['a'])
  })

  it('shares nothing between two connections', () => {
    createConnectionMemory().get(slot).push('a')
    expect(createConnectionMemory().get(slot)).toEqual([])
  })

  it('goes on elsewhere with what was dumped, also where a slot is in use already', () => {
    const memory = createConnectionMemory()
    memory.get(slot).push('a', 'b')
    const dumped = memory.dump()
    expect(dumped).toEqual({ list: 'a b' })
    const other = createConnectionMemory()
    other.get(slot).push('c')
    other.load(dumped)
    expect(other.get(slot)).toEqual(['a', 'b'])
    expect(other.dump()).toEqual(dumped)
  })
})

describe('randomIds', () => {
  it('gives 32 lower-case hex digits', () => expect(randomIds.trace()).toMatch(/^[0-9a-f]{32}$/))
  it('does not repeat itself', () => expect(new Set(Array.from({ length: 1000 }, () => randomIds.trace())).size).toBe(1000))
})
