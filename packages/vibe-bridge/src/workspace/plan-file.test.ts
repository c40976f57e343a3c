import { examples } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import { outlineOf } from './outline.ts'
import { planCounts, planOverview } from './plan-file.ts'

const counts = (section: string) =>
  planCounts(outlineOf(`# Plan\n\n## Current Status\n\n${section}\n\n## Later\n- **Done**: 9\n`))

describe('a plan', () => {
  it('counts the tasks of Current Status', () => {
    const text = '- **Done**: 001, 002, 003\n- **In Progress**: 004\n- **Pending**: 005, 006\n- **Blocked**: -'
    expect(counts(text)).toEqual({ done: 3, in_progress: 1, pending: 2, blocked: 0 })
  })

  examples('reads "%s" as %d', (value) => counts(`- **Pending:** ${value}`)?.pending, [
    ['-', 0],
    ['—', 0],
    ['', 0],
    ['none', 0],
    ['001', 1],
    ['12', 12],
    ['5 tasks', 5],
    ['001-004, 007', 5],
    ['001、002', 2],
    ['004 (waiting for Ana), 005', 2],
  ])

  it('knows the labels in three languages', () => {
    expect(counts('- Pendientes: 001\n- En curso: 002\n- Hechas: 003')).toEqual({
      pending: 1,
      in_progress: 1,
      done: 1,
      blocked: 0,
    })
    expect(counts('- 未着手：001、002\n- 進行中：-\n- 完了：003')).toEqual({ pending: 2, in_progress: 0, done: 1, blocked: 0 })
  })

  it('has no counts without such lines', () => {
    expect(counts('All is well.\n- A point: of no interest')).toBeUndefined()
    expect(planCounts(outlineOf('# Plan\n'))).toBeUndefined()
  })

  it('has an overview', () => {
    expect(planOverview(outlineOf('# P\n\n## Overview\n\nText.\n\n### More\nstill\n\n## Next\n'))).toBe(
      'Text.\n\n### More\nstill',
    )
    expect(planOverview(outlineOf('# P\n'))).toBeNull()
  })
})
