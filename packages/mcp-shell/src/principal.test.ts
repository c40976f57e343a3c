import { describe, expect, it } from 'vitest'
import { everyScope, owner, type Principal, spacesAmong, within } from './principal.ts'

const scopesIn = (words: readonly string[], space: string) => {
  const principal: Principal = { id: 'sub:x#mio', scopes: everyScope, spaces: spacesAmong(words) }
  const found = within(principal, space)
  return found && [...found.scopes].toSorted()
}

describe('the spaces of a principal', () => {
  it('are those that the claim names, for reading or for all that the scopes allow', () => {
    const words = ['notes', 'docs:read', 'both:read', 'both:write']
    expect(scopesIn(words, 'notes')).toEqual(['read', 'write'])
    expect(scopesIn(words, 'docs')).toEqual(['read'])
    expect(scopesIn(words, 'both')).toEqual(['read', 'write'])
    expect(scopesIn(words, 'other')).toBeUndefined()
  })

  it.each(['Notes', 'notes:admin', 'notes:', '../notes', '', '*'])('are not named by %j', (word) => {
    expect([...spacesAmong([word]).keys()]).toEqual([])
  })

  it('never give a scope that the token has not', () => {
    const reader: Principal = { id: 'sub:x#mio', scopes: new Set(['read']), spaces: spacesAmong(['notes:write']) }
    expect([...within(reader, 'notes')!.scopes]).toEqual(['read'])
  })

  it('are all of them for whoever runs the server', () => expect(within(owner, 'notes')).toBe(owner))
})
