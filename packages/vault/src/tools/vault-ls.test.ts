import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, utimesSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callTool, reasonOf, vaultWith } from '../../test/vault-tree.ts'
import { listNotes, type VaultLsInput, type VaultLsOutput, vaultLs } from './vault-ls.ts'

describe('vault_ls', () => {
  it('lists one level, sorted by path, with paths from the vault root', async () => {
    const vault = vaultWith({ 'b.md': 'bb', 'a/z.md': '', 'a/b/deep.md': '', 'Z.md': '', '.obsidian/app.json': '', '.x.md': '' })
    const { context } = vault
    utimesSync(vault.at('b.md'), 1000, 1000)
    const modified = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(await listNotes(context, {})).toEqual({
      entries: [
        { path: 'Z.md', type: 'file', size_bytes: 0, modified },
        { path: 'a', type: 'dir', size_bytes: null, modified },
        { path: 'b.md', type: 'file', size_bytes: 2, modified: '1970-01-01T00:16:40.000Z' },
      ],
      total: 3,
      next_offset: null,
      version: expect.any(String),
    })
    expect((await listNotes(context, { relative_dir: 'a' })).entries.map((entry) => entry.path)).toEqual(['a/b', 'a/z.md'])
  })

  it('takes "" and "." for the root, and lists .system when asked for it', async () => {
    const { context } = vaultWith({ '.system/notes.md': 'x', 'a.md': '' })
    for (const relative_dir of ['', '.', './']) {
      expect((await listNotes(context, { relative_dir })).entries.map((entry) => entry.path)).toEqual(['a.md'])
    }
    expect((await listNotes(context, { relative_dir: '.system' })).entries).toHaveLength(1)
  })

  it('lists everything below a folder, or what fits a glob there', async () => {
    const vault = vaultWith({ 'a.md': '', 'd/b.md': '', 'd/e/c.md': '', 'd/e/c.txt': '', 'd/.git/x.md': '', '.system/y.md': '' })
    const paths = async (input: VaultLsInput) => (await listNotes(vault.context, input)).entries.map(({ path }) => path)
    expect(await paths({ recursive: true })).toEqual(['a.md', 'd', 'd/b.md', 'd/e', 'd/e/c.md', 'd/e/c.txt'])
    expect(await paths({ recursive: true, relative_dir: 'd' })).toEqual(['d/b.md', 'd/e', 'd/e/c.md', 'd/e/c.txt'])
    expect(await paths({ recursive: true, glob: '*.md' })).toEqual(['a.md', 'd/b.md', 'd/e/c.md'])
    expect(await paths({ recursive: true, glob: 'e/*', relative_dir: 'd' })).toEqual(['d/e/c.md', 'd/e/c.txt'])
    expect(await paths({ glob: '*.md' })).toEqual(['a.md'])
    expect(await reasonOf(callTool(vaultLs, vault, { glob: '(a|a)*(a|a)*b' }))).toBe('pattern_too_slow')
  })

  it('says what changed since a date or a time, newest first', async () => {
    const vault = vaultWith({ 'old.md': '', 'd/new.md': '', 'newest.md': '' })
    const at = (time: string) => new Date(time)
    for (const [name, time] of [
      ['old.md', '2026-11-10T12:00:00Z'],
      ['d/new.md', '2026-11-16T12:00:00Z'],
      ['newest.md', '2026-11-17T08:00:00Z'],
    ] as const)
      utimesSync(vault.at(name), at(time), at(time))
    const paths = async (since: string) =>
      (await listNotes(vault.context, { recursive: true, sort: 'modified', since })).entries.map(({ path }) => path)
    expect(await paths('2026-11-15')).toEqual(['newest.md', 'd/new.md'])
    expect(await paths('2026-11-16T12:00:00Z')).toEqual(['newest.md', 'd/new.md'])
    expect(await paths('2026-11-16T12:00:00.001Z')).toEqual(['newest.md'])
    expect(await paths('2027-01-01')).toEqual([])
    for (const since of ['yesterday', '', '2026-13-40', '5']) {
      expect(await reasonOf(callTool(vaultLs, vault, { since })), since).toBe('invalid_argument')
    }
    expect(await reasonOf(callTool(vaultLs, vault, { sort: 'size' }))).toBe('invalid_argument')
  })

  it('gives every entry once, in pages', async () => {
    const vault = vaultWith(Object.fromEntries(Array.from({ length: 450 }, (_, n) => [`n${n}.md`, ''])))
    const seen: string[] = []
    for (let offset: number | null = 0; offset !== null; ) {
      const page: VaultLsOutput = await listNotes(vault.context, { offset })
      expect(JSON.stringify(page).length).toBeLessThanOrEqual(20_000)
      expect(page.total).toBe(450)
      seen.push(...page.entries.map(({ path }) => path))
      offset = page.next_offset
    }
    expect(new Set(seen).size).toBe(450)
    expect(seen).toHaveLength(450)
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
