import { describe, expect, it } from 'vitest'
import { nearest } from './nearest.ts'

describe('nearest', () => {
  it('finds a mistyped word', () => expect(nearest('vaultread', ['vault_read', 'vault_ls'])).toBe('vault_read'))
  it('finds nothing for a word of its own', () => expect(nearest('banana', ['vault_read', 'vault_ls'])).toBeUndefined())
})
