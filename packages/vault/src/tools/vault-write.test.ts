import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { sha256 } from '@shoko/core-fs'
import { expectEach } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import { callTool, reasonOf, vaultWith } from '../../test/vault-tree.ts'
import { readNote } from './vault-read.ts'
import { vaultWrite, writeNote } from './vault-write.ts'

describe('vault_write', () => {
  it('overwrites, keeps the mode, and counts the bytes of content', async () => {
    const { context, at } = vaultWith({ 'n.md': 'old text' })
    chmodSync(at('n.md'), 0o640)
    expect(await writeNote(context, { path: './n.md', content: 'ñ', mode: 'overwrite' })).toEqual({
      written_path: 'n.md',
      written_bytes: 2,
      hash: sha256(Buffer.from('ñ')),
    })
    expect(readFileSync(at('n.md'), 'utf8')).toBe('ñ')
    expect(statSync(at('n.md')).mode & 0o777).toBe(0o640)
    expect(await writeNote(context, { path: 'n.md', content: '', mode: 'overwrite' })).toMatchObject({ written_bytes: 0 })
    expect(readFileSync(at('n.md'), 'utf8')).toBe('')
  })

  it('appends without inserting anything, and keeps BOM and newlines', async () => {
    const { context, at } = vaultWith({ 'n.md': '\uFEFFa\r\nb' })
    expect(await writeNote(context, { path: 'n.md', content: 'ñ\n', mode: 'append' })).toMatchObject({ written_bytes: 3 })
    expect(readFileSync(at('n.md'), 'utf8')).toBe('\uFEFFa\r\nbñ\n')
  })

  it('refuses an append to more than 16 MiB, and leaves the note as it is', async () => {
    const text = 'x'.repeat(16 * 1024 * 1024 - 5)
    const { context, at } = vaultWith({ 'n.md': text })
    expect(await writeNote(context, { path: 'n.md', content: '12345', mode: 'append' })).toMatchObject({ written_bytes: 5 })
    await expect(writeNote(context, { path: 'n.md', content: '6', mode: 'append' })).rejects.toThrow(
      'n.md: too large to be changed by a tool (17 MB, at most 16 MB); go on in another file',
    )
    expect(readFileSync(at('n.md'), 'utf8')).toBe(`${text}12345`)
    expect(await writeNote(context, { path: 'n.md', content: 'short', mode: 'overwrite' })).toMatchObject({ written_bytes: 5 })
  })

  it('needs an existing note, and names vault_create', async () => {
    const vault = vaultWith({ 'folder/x.md': 'x' })
    for (const mode of ['overwrite', 'append'] as const) {
      const missing = writeNote(vault.context, { path: 'folder/new.md', content: 'x', mode })
      await expect(missing).rejects.toMatchObject({ reason: 'missing_note', message: expect.stringContaining('vault_create') })
    }
    expect(await reasonOf(writeNote(vault.context, { path: 'folder', content: 'x', mode: 'append' }))).toBe('not_found')
    expect(await reasonOf(writeNote(vault.context, { path: 'x.db', content: 'x', mode: 'append' }))).toBe('not_found')
  })

  it('checks the mode before the path', async () => {
    const vault = vaultWith({ 'n.md': 'x' })
    const reason = (args: object) => reasonOf(callTool(vaultWrite, vault, args))
    await expectEach(reason, [
      [{ path: '../n.md', content: 'x', mode: 'prepend' }, 'invalid_argument'],
      [{ path: '../n.md', content: 'x' }, 'invalid_argument'],
      [{ path: 5, content: 'x', mode: 3 }, 'invalid_argument'],
      [{ path: '../n.md', content: 5, mode: 'append' }, 'invalid_path'],
      [{ path: 'n.md', content: 5, mode: 'append' }, 'invalid_argument'],
      [{ path: 'n.md', mode: 'append' }, 'invalid_argument'],
      [{ path: 'n.md', content: 'x', mode: 'append', expected_hash: 5 }, 'invalid_argument'],
    ])
  })

  it('lets daily notes grow only, under dated names only', async () => {
    const vault = vaultWith({ 'daily/2026-02-11.md': 'a\n', 'daily/notes.md': 'n', '.system/x.md': 'x' })
    const reason = (path: string, mode: string) => reasonOf(callTool(vaultWrite, vault, { path, content: 'b', mode }))
    await expectEach(reason, [
      ['daily/2026-02-11.md', 'overwrite', 'daily_rule'],
      ['daily/notes.md', 'append', 'daily_rule'],
      ['daily/2026-02-11.md', 'append', 'no error'],
      ['daily/2026-02-12.md', 'append', 'missing_note'],
      ['.system/x.md', 'append', 'reserved_area'],
      ['.SYSTEM/x.md', 'overwrite', 'reserved_area'],
    ])
    expect(readFileSync(vault.at('daily/2026-02-11.md'), 'utf8')).toBe('a\nb')
  })

  it('refuses with the current hash what has changed since it was read', async () => {
    const { context, at } = vaultWith({ 'n.md': 'one' })
    const { hash } = await readNote(context, { path: 'n.md', full: true })
    await writeNote(context, { path: 'n.md', content: ' two', mode: 'append', expected_hash: hash.toUpperCase() })
    const now = await readNote(context, { path: 'n.md', full: true })
    for (const mode of ['overwrite', 'append'] as const) {
      const stale = writeNote(context, { path: 'n.md', content: 'three', mode, expected_hash: hash })
      await expect(stale).rejects.toMatchObject({ reason: 'changed', details: { hash: now.hash } })
    }
    expect(readFileSync(at('n.md'), 'utf8')).toBe('one two')
    await writeNote(context, { path: 'n.md', content: 'three', mode: 'overwrite', expected_hash: now.hash })
    expect(readFileSync(at('n.md'), 'utf8')).toBe('three')
  })

  it('does not mix text into a file of another encoding', async () => {
    const { context, at } = vaultWith({ 'latin1.md': Uint8Array.of(0x61, 0xe9) })
    expect(await reasonOf(writeNote(context, { path: 'latin1.md', content: 'x', mode: 'append' }))).toBe('not_text')
    expect([...readFileSync(at('latin1.md'))]).toEqual([0x61, 0xe9])
    await writeNote(context, { path: 'latin1.md', content: 'x', mode: 'overwrite' })
    expect(readFileSync(at('latin1.md'), 'utf8')).toBe('x')
  })

  it('writes through no link', async () => {
    const vault = vaultWith({ 'n.md': 'x' })
    mkdirSync(vault.at('folder'))
    symlinkSync(vault.at('n.md'), vault.at('inner.md'))
    symlinkSync('/etc/hostname', vault.at('outer.md'))
    execFileSync('mkfifo', [vault.at('pipe')])
    const reason = (path: string) => reasonOf(callTool(vaultWrite, vault, { path, content: 'y', mode: 'append' }))
    expect(await reason('inner.md')).toBe('linked')
    expect(await reason('outer.md')).toBe('outside_root')
    expect(['not_found', 'missing_note']).toContain(await reason('pipe'))
    expect(readFileSync(vault.at('n.md'), 'utf8')).toBe('x')
  })
})
