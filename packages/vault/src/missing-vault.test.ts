import { existsSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callTool, reasonOf, vaultWith } from '../test/vault-tree.ts'
import { vaultFamily } from './family.ts'
import { createNote } from './tools/vault-create.ts'
import { readNote } from './tools/vault-read.ts'

function vaultWithoutFolder() {
  const vault = vaultWith({})
  rmSync(vault.path, { recursive: true })
  return vault
}

describe('a vault whose folder does not exist yet', () => {
  it('is made by the first note', async () => {
    const vault = vaultWithoutFolder()
    await createNote(vault.context, { path: 'a/b.md', content: 'x' })
    expect((await readNote(vault.context, { path: 'a/b.md', full: true })).text).toBe('x')
  })

  it.each([
    ['vault_ls', {}],
    ['vault_read', { path: 'a.md', full: true }],
    ['vault_read', { path: 'a.md', full: 5 }],
    ['vault_scan', { path: 'a.md' }],
    ['vault_search', { query: 'x' }],
    ['vault_links', { path: 'a.md' }],
    ['vault_move', { from: 'a.md', to: 'b.md' }],
    ['vault_trash', { path: 'a.md' }],
    ['vault_replace', { path: 'a.md', find: 'a', replace: 'b' }],
  ])('is not found by %s, which says what to do and makes nothing', async (name, args) => {
    const vault = vaultWithoutFolder()
    const tool = vaultFamily.tools.find((one) => one.name === name)!
    await expect(callTool(tool, vault, args)).rejects.toMatchObject({
      reason: 'not_found',
      message: expect.stringMatching(/shoko init.*VAULT_ROOT/),
    })
    expect(existsSync(vault.path)).toBe(false)
  })

  it('has no note to write to', async () => {
    const vault = vaultWithoutFolder()
    const write = vaultFamily.tools.find((one) => one.name === 'vault_write')!
    expect(await reasonOf(callTool(write, vault, { path: 'a.md', content: 'x', mode: 'append' }))).toBe('missing_note')
    expect(existsSync(vault.path)).toBe(false)
  })
})
