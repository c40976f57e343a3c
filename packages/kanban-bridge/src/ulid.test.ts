import { randomIds } from '@shoko/contract'
import { expect, it } from 'vitest'
import { isUlid } from './rules/card-id.ts'
import { createUlids } from './ulid.ts'

it('makes well-formed ids that carry their time', () => {
  const next = createUlids({ now: () => Date.parse('2026-11-16T00:00:00Z') }, randomIds)
  expect(next()).toMatch(/^01[0-9A-HJKMNP-TV-Z]{24}$/)
  expect(isUlid(next())).toBe(true)
})

it('grows within one millisecond and while the clock steps back', () => {
  let now = 1_000_000
  const next = createUlids({ now: () => now }, randomIds)
  const made = Array.from({ length: 500 }, (_, index) => {
    if (index === 250) now -= 5_000
    return next()
  })
  expect([...made].sort()).toEqual(made)
  expect(new Set(made).size).toBe(500)
})

it('carries into the time when the random part is used up', () => {
  const next = createUlids({ now: () => 5 }, { ...randomIds, bytes: (length) => new Uint8Array(length).fill(255) })
  expect([next(), next()]).toEqual([`0000000005${'Z'.repeat(16)}`, `0000000006${'0'.repeat(16)}`])
})
