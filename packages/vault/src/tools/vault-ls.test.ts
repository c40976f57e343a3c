import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callTool, reasonOf, vaultWith } from '../../test/vault-tree.ts'
import { listNotes, vaultLs } from './vault-ls.ts'

describe('vault_ls', () => {
  it('lists one level, sorted by path, with paths from the vault root', async () => {
    const { context } = vaultWith({ 'b.md': 'bb', 'a/z.md': 'z', 'a/b/deep.md': 'd', 'Z.md': '', '.obsidian/app.json': '{}' })
    expect((await listNotes(context, {})).entries).toEqual([
      { path: '.obsidian', type: 'dir', size_bytes: null },
      { path: 'Z.md', type: 'file', size_bytes: 0 },
      { path: 'a', type: 'dir', size_bytes: null },
      { path: 'b.md', type: 'file', size_bytes: 2 },
    ])
    expect((await listNotes(context, { relative_dir: 'a' })).entries.map((entry) => entry.path)).toEqual(['a/b', 'a/z.md'])
  })

  it('takes "" and "." for the root, and lists .system', async () => {
    const { context } = vaultWith({ '.system/notes.md': 'x' })
    for (const relative_dir of ['', '.', './']) {
      expect((await listNotes(context, { relative_dir })).entries.map((entry) => entry.path)).toEqual(['.system'])
    }
    expect((await listNotes(context, { relative_dir: '.system' })).entries).toHaveLength(1)
  })

  it('shows no links, special files, temporary files or databases', async () => {
    const vault = vaultWith({ 'note.md': 'x', 'index.db': 'x', 'index.db-wal': 'x' })
    symlinkSync(vault.at('note.md'), vault.at('link.md'))
    symlinkSync('/', vault.at('outside'))
    execFileSync('mkfifo', [vault.at('pipe')])
    expect((await listNotes(vault.context, {})).entries.map((entry) => entry.path)).toEqual(['note.md'])
  })

  it('refuses what is no folder in the vault', async () => {
    const vault = vaultWith({ 'note.md': 'x' })
    mkdirSync(vault.at('inside'))
    symlinkSync(vault.at('inside'), vault.at('inner'))
    symlinkSync('/', vault.at('outer'))
    expect(await reasonOf(callTool(vaultLs, vault, { relative_dir: 'missing' }))).toBe('not_found')
    expect(await reasonOf(callTool(vaultLs, vault, { relative_dir: 'note.md' }))).toBe('not_found')
    expect(await reasonOf(callTool(vaultLs, vault, { relative_dir: '../x' }))).toBe('invalid_path')
    expect(await reasonOf(callTool(vaultLs, vault, { relative_dir: 5 }))).toBe('invalid_path')
    expect(await reasonOf(callTool(vaultLs, vault, { relative_dir: 'outer' }))).toBe('outside_root')
    expect(await reasonOf(callTool(vaultLs, vault, { relative_dir: 'inner' }))).toBe('linked')
    expect(await reasonOf(callTool(vaultLs, vault, { dir: 'a' }))).toBe('invalid_argument')
    expect(await callTool(vaultLs, vault, { relative_dir: null })).toHaveProperty('entries')
  })
})
