import { describe, expect, it } from 'vitest'
import { nearest } from './nearest.ts'

describe('nearest', () => {
  it('finds a mistyped word', () => expect(nearest('vaultread', ['vault_read', 'vault_ls'])).toBe('vault_read'))
  it('does not compare a word that nobody mistyped', () =>
    expect(nearest('vault_read'.repeat(400_000), ['vault_read'.repeat(3)])).toBeUndefined())
  it('finds nothing for a word of its own', () => expect(nearest('banana', ['vault_read', 'vault_ls'])).toBeUndefined())
  it('proposes nothing for a word without Latin letters', () => expect(nearest('作業中', ['backlog'])).toBeUndefined())
})
