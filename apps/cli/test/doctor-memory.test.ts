import { describe, expect, it } from 'vitest'
import { memoryTable } from '../src/commands/doctor-memory.ts'

const SERVER = {
  kind: 'shared',
  pid: 41_234,
  workspace: '/home/ana/very/long/way/to/the/folder/工房ノート',
  version: '0.1.0',
  since: 0,
  memory: { total: 163_400_000, own: 120_100_000, code: 43_300_000, threads: 13 },
} as const
const FRONT = {
  ...SERVER,
  kind: 'front',
  pid: 9,
  memory: { total: 31_000_000, own: 15_000_000, code: 16_000_000, threads: 9 },
} as const

describe('the table of what running servers hold', () => {
  it('fits a terminal, with the end of a long path', () => {
    const [head, shared, front, together, blank, ...meaning] = memoryTable([SERVER, FRONT], 80).split('\n')
    expect([head, shared, front, together, blank]).toEqual([
      'server       pid   MB  own  code  threads  version  workspace',
      'shared     41234  163  120    43       13  0.1.0    …ay/to/the/folder/工房ノート',
      'front end      9   31   15    16        9  0.1.0    …ay/to/the/folder/工房ノート',
      'together 194 MB',
      '',
    ])
    expect(meaning.every((line) => line.length <= 80)).toBe(true)
  })

  it('shows whole paths where nobody looks at columns, and says so when nobody runs', () => {
    expect(memoryTable([SERVER], Number.POSITIVE_INFINITY)).toContain(SERVER.workspace)
    expect(memoryTable([{ ...SERVER, memory: undefined }], 80)).toContain('41234   ?    ?     ?        ?')
    expect(memoryTable([], 80)).toBe('No server of yours is running.\n')
  })
})
