import { describe, expect, it } from 'vitest'
import { nearest } from './nearest.ts'

describe('nearest', () => {
  it('finds a mistyped word', () => expect(nearest('vaultread', ['vault_read', 'vault_ls'])).toBe('vault_read'))
  it('does not compare a word that nobody mistyped', () =>
    expect(nearest(`${'v'.repeat(70)}x`, ['v'.repeat(70)])).toBeUndefined())
  it('finds nothing for a word of its own', () => expect(nearest('banana', ['vault_read', 'vault_ls'])).toBeUndefined())
  it('proposes nothing for a word without Latin letters', () => expect(nearest('作業中', ['backlog'])).toBeUndefined())
})
