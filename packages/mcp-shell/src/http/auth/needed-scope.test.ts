import { describe, expect, it } from 'vitest'
import type { ToolManifest } from '../../families/manifest.ts'
import { scopesAmong } from '../../principal.ts'
import { neededScope } from './needed-scope.ts'

const effects: Record<string, string> = { look: 'read', make: 'create', add: 'append', alter: 'update', replace: 'overwrite' }
const findTool = (name: string) => (effects[name] === undefined ? undefined : ({ effect: effects[name] } as ToolManifest))
const call = (name: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } })

describe('neededScope', () => {
  it.each(['make', 'add', 'alter', 'replace'])('is write for a tool like %s', (name) => {
    expect(neededScope(call(name), findTool)).toBe('write')
  })

  it.each([
    call('look'),
    call('unknown'),
    call(7),
    { method: 'tools/list' },
    { method: 'tools/call', params: null },
    undefined,
    null,
    'x',
    1,
    [],
  ])('is read for %j', (body) => {
    expect(neededScope(body, findTool)).toBe('read')
  })

  it('is write when any message of a batch writes', () => {
    expect(neededScope([call('look'), call('make')], findTool)).toBe('write')
  })
})

describe('scopesAmong', () => {
  it.each([
    [['read'], ['read']],
    [['write'], ['read', 'write']],
    [['openid', 'read', 'offline_access'], ['read']],
    [['reader', 'WRITE', ''], []],
  ])('%j means %j', (words, expected) => {
    expect([...scopesAmong(words)].sort()).toEqual(expected)
  })
})
