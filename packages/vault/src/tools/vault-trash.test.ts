import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { sha256 } from '@shoko/core-fs'
import { expectEach } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import { callTool, reasonOf, vaultWith } from '../../test/vault-tree.ts'
import { showLinks } from './vault-links.ts'
import { moveNote } from './vault-move.ts'
import { trashNote, vaultTrash } from './vault-trash.ts'

describe('vault_trash', () => {
  it('moves the note below .system/trash and says who links to it', async () => {
    const vault = vaultWith({ 'a/n.md': '[x](../x.md)', 'x.md': 'see [[n]]\n' })
    const answer = await trashNote(vault.context, { path: 'a/n.md' })
    expect(answer.trashed_path).toMatch(/^\.system\/trash\/\d{4}-\d\d-\d\dT[\d-]+Z\/a\/n\.md$/)
    expect(answer).toMatchObject({ backlinks: [{ path: 'x.md', line: 1, text: 'see [[n]]' }], total: 1, next_offset: null })
    expect(existsSync(vault.at('a/n.md'))).toBe(false)
    expect(readFileSync(vault.at(answer.trashed_path), 'utf8')).toBe('[x](../x.md)')
    expect(readFileSync(vault.at('x.md'), 'utf8')).toBe('see [[n]]\n')
  })

  it('lets vault_move bring it back, byte for byte in its place, its own links kept elsewhere', async () => {
    const vault = vaultWith({ 'a/n.md': '[x](../x.md) [[x]]', 'x.md': '[[n]]' })
    const first = await trashNote(vault.context, { path: 'a/n.md' })
    expect((await showLinks(vault.context, { path: first.trashed_path })).backlinks).toEqual([
      { path: 'x.md', line: 1, text: '[[n]]' },
    ])
    await moveNote(vault.context, { from: first.trashed_path, to: 'a/n.md' })
    expect(readFileSync(vault.at('a/n.md'), 'utf8')).toBe('[x](../x.md) [[x]]')
    const second = await trashNote(vault.context, { path: 'a/n.md' })
    await moveNote(vault.context, { from: second.trashed_path, to: 'b/c/m.md' })
    expect(readFileSync(vault.at('b/c/m.md'), 'utf8')).toBe('[x](../../x.md) [[x]]')
    expect(readFileSync(vault.at('x.md'), 'utf8')).toBe('[[n]]')
  })

  it('refuses daily notes, .system, folders, what is missing and what has changed', async () => {
    const vault = vaultWith({ 'a.md': 'x', 'dir/b.md': '', 'daily/2026-11-17.md': '', '.system/shoko/x.md': '', 'x.db': '' })
    symlinkSync(vault.at('a.md'), vault.at('link.md'))
    const reason = (path: unknown, more: object = {}) => reasonOf(callTool(vaultTrash, vault, { path, ...more }))
    await expectEach(reason, [
      ['daily/2026-11-17.md', 'daily_rule'],
      ['.system/shoko/x.md', 'reserved_area'],
      ['dir', 'not_found'],
      ['x.db', 'not_found'],
      ['none.md', 'not_found'],
      ['link.md', 'linked'],
      ['../x', 'invalid_path'],
      ['a.md', { expected_hash: 'f'.repeat(64) }, 'changed'],
      ['a.md', { expected_hash: sha256(Buffer.from('x')) }, 'no error'],
    ])
  })

  it('keeps two notes of one path and one moment apart', async () => {
    const vault = vaultWith({ 'a.md': '1' })
    const context = { ...vault.context, clock: { now: () => 0 } }
    const first = await trashNote(context, { path: 'a.md' })
    await context.root.exclusive(() => context.root.create('a.md' as never, '2'))
    const second = await trashNote(context, { path: 'a.md' })
    expect(second.trashed_path).not.toBe(first.trashed_path)
  })
})
