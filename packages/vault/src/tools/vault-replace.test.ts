import { readFileSync, statSync, utimesSync } from 'node:fs'
import { sha256 } from '@shoko/core-fs'
import { expectEach } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import { callTool, reasonOf, vaultWith } from '../../test/vault-tree.ts'
import { readNote } from './vault-read.ts'
import { replaceInNote, vaultReplace } from './vault-replace.ts'

describe('vault_replace', () => {
  it('refuses what would become larger than 16 MiB before it makes any of it', async () => {
    const { context, at } = vaultWith({ 'n.md': 'a'.repeat(1000) })
    const input = { path: 'n.md', find: 'a', replace: 'b'.repeat(4_000_000), max_replacements: 1000 }
    await expect(replaceInNote(context, input)).rejects.toThrow('too large to be changed by a tool (3815 MB, at most 16 MB)')
    expect(readFileSync(at('n.md'), 'utf8')).toBe('a'.repeat(1000))
  })

  it('says when only the line ends differ from what was looked for', async () => {
    const { context } = vaultWith({ 'crlf.md': 'one\r\ntwo\r\n', 'lf.md': 'one\ntwo\n' })
    const answer = (path: string, find: string) => replaceInNote(context, { path, find, replace: '' })
    expect(await answer('crlf.md', 'one\ntwo')).toMatchObject({
      replacements: 0,
      warnings: [String.raw`nothing replaced: lines of this note end with \r\n, those of find with \n; write both so`],
    })
    expect(await answer('lf.md', 'one\r\ntwo')).toMatchObject({
      warnings: [String.raw`nothing replaced: lines of this note end with \n, those of find with \r\n; write both so`],
    })
    expect(await answer('crlf.md', 'two\none')).not.toHaveProperty('warnings')
    expect(await answer('crlf.md', 'one\r\ntwo')).toMatchObject({ replacements: 1 })
  })

  it('replaces the first occurrence by default, the first N when told, left to right', async () => {
    const { context, at } = vaultWith({ 'n.md': 'aaaa b aaaa' })
    expect(await replaceInNote(context, { path: './n.md', find: 'aa', replace: 'x' })).toEqual({
      written_path: 'n.md',
      replacements: 1,
      hash: sha256(Buffer.from('xaa b aaaa')),
    })
    expect(readFileSync(at('n.md'), 'utf8')).toBe('xaa b aaaa')
    expect(await replaceInNote(context, { path: 'n.md', find: 'aa', replace: 'aaa', max_replacements: 2 })).toMatchObject({
      replacements: 2,
    })
    expect(readFileSync(at('n.md'), 'utf8')).toBe('xaaa b aaaaa')
    expect(await replaceInNote(context, { path: 'n.md', find: 'a', replace: '', max_replacements: 1000 })).toMatchObject({
      replacements: 8,
    })
    expect(readFileSync(at('n.md'), 'utf8')).toBe('x b ')
  })

  it('takes both texts literally', async () => {
    const { context, at } = vaultWith({ 'n.md': 'a.c abc $1' })
    await replaceInNote(context, { path: 'n.md', find: 'a.c', replace: '$& $1 \\n', max_replacements: 9 })
    expect(readFileSync(at('n.md'), 'utf8')).toBe('$& $1 \\n abc $1')
  })

  it('leaves the file and its mtime alone when nothing is replaced', async () => {
    const { context, at } = vaultWith({ 'n.md': 'text' })
    utimesSync(at('n.md'), 1000, 1000)
    const before = statSync(at('n.md'))
    expect(await replaceInNote(context, { path: 'n.md', find: 'zzz', replace: 'x' })).toMatchObject({ replacements: 0 })
    expect(await replaceInNote(context, { path: 'n.md', find: 'text', replace: 'x', max_replacements: 0 })).toMatchObject({
      replacements: 0,
    })
    const after = statSync(at('n.md'))
    expect([after.mtimeMs, after.ino]).toEqual([before.mtimeMs, before.ino])
  })

  it('keeps BOM, newline styles and the missing final newline of what it does not change', async () => {
    const { context, at } = vaultWith({ 'n.md': '\uFEFFone\r\ntwo\rthree\nfour' })
    await replaceInNote(context, { path: 'n.md', find: 'two', replace: '2' })
    expect(readFileSync(at('n.md'), 'utf8')).toBe('\uFEFFone\r\n2\rthree\nfour')
  })

  it('never breaks a character in two', async () => {
    const { context, at } = vaultWith({ 'n.md': 'a😀b' })
    expect(await replaceInNote(context, { path: 'n.md', find: '\ud83d', replace: 'x' })).toMatchObject({ replacements: 0 })
    expect(readFileSync(at('n.md'), 'utf8')).toBe('a😀b')
  })

  it('keeps out of .system and daily, and needs an existing text file', async () => {
    const vault = vaultWith({ '.system/x.md': 'x', 'daily/2026-02-11.md': 'x', 'latin1.md': Uint8Array.of(0x78, 0xe9) })
    const reason = (path: string) =>
      reasonOf(callTool(vaultReplace, vault, { path, find: 'x', replace: 'y', max_replacements: 0 }))
    await expectEach(reason, [
      ['.system/x.md', 'reserved_area'],
      ['daily/2026-02-11.md', 'daily_rule'],
      ['Daily/whatever.md', 'daily_rule'],
      ['missing.md', 'not_found'],
      ['daily2', 'not_found'],
      ['latin1.md', 'not_text'],
    ])
  })

  it('refuses with the current hash what has changed since it was read', async () => {
    const { context, at } = vaultWith({ 'n.md': 'one' })
    const { hash } = await readNote(context, { path: 'n.md', full: true })
    await replaceInNote(context, { path: 'n.md', find: 'one', replace: 'two', expected_hash: hash })
    const now = await readNote(context, { path: 'n.md', full: true })
    const stale = replaceInNote(context, {
      path: 'n.md',
      find: 'two',
      replace: 'three',
      expected_hash: hash,
      max_replacements: 0,
    })
    await expect(stale).rejects.toMatchObject({ reason: 'changed', details: { hash: now.hash } })
    expect(readFileSync(at('n.md'), 'utf8')).toBe('two')
  })

  it('refuses wrong input, a bad path first', async () => {
    const vault = vaultWith({ 'n.md': 'x' })
    const reason = (args: object) => reasonOf(callTool(vaultReplace, vault, { path: 'n.md', find: 'x', replace: 'y', ...args }))
    await expectEach(reason, [
      [{ find: '' }, 'invalid_argument'],
      [{ find: null }, 'invalid_argument'],
      [{ replace: 3 }, 'invalid_argument'],
    ])
    for (const max_replacements of [-1, 1.5, '1', true]) expect(await reason({ max_replacements })).toBe('invalid_argument')
    expect(await reason({ path: '../x', find: '' })).toBe('invalid_path')
    expect(await reason({ max_replacements: null, replace: '' })).toBe('no error')
  })
})
