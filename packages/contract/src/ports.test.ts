import { describe, expect, it } from 'vitest'
import { createConnectionMemory, type MemorySlot, randomIds } from './ports.ts'

describe('createConnectionMemory', () => {
  const slot: MemorySlot<string[]> = { name: 'list', create: () => [] }

  it('keeps one value a slot', () => {
    const memory = createConnectionMemory()
    memory.get(slot).push('a')
    expect(memory.get(slot)).toEqual(['a'])
  })

  it('shares nothing between two connections', () => {
    createConnectionMemory().get(slot).push('a')
    expect(createConnectionMemory().get(slot)).toEqual([])
  })
})

describe('randomIds', () => {
  it('gives 32 lower-case hex digits', () => expect(randomIds.trace()).toMatch(/^[0-9a-f]{32}$/))
  it('does not repeat itself', () => expect(new Set(Array.from({ length: 1000 }, () => randomIds.trace())).size).toBe(1000))
})
