import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { sha256 } from '@shoko/core-fs'
import { holdSection } from '@shoko/testkit'
import { expectEach } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import { callTool, reasonOf, vaultWith } from '../../test/vault-tree.ts'
import { createNote, vaultCreate } from './vault-create.ts'

describe('vault_create', () => {
  it('creates a note of any extension with its folders, and counts UTF-8 bytes', async () => {
    const { context, at } = vaultWith({})
    expect(await createNote(context, { path: 'a\\b/./memo.txt', content: 'ñ日\n' })).toEqual({
      written_path: 'a/b/memo.txt',
      written_bytes: 6,
      hash: sha256(Buffer.from('ñ日\n')),
    })
    expect(readFileSync(at('a/b/memo.txt'), 'utf8')).toBe('ñ日\n')
  })

  it('never replaces a file or a folder', async () => {
    const vault = vaultWith({ 'n.md': 'old', 'folder/x.md': 'x' })
    expect(await reasonOf(createNote(vault.context, { path: 'n.md', content: 'new' }))).toBe('already_exists')
    expect(await reasonOf(createNote(vault.context, { path: 'folder', content: 'new' }))).toBe('already_exists')
    expect(readFileSync(vault.at('n.md'), 'utf8')).toBe('old')
  })

  it('has one winner when many create the same note', async () => {
    const { context, at } = vaultWith({})
    const reasons = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reasonOf(createNote(context, { path: 'new/n.md', content: `from ${index}` }))),
    )
    expect(reasons.filter((reason) => reason === 'no error')).toHaveLength(1)
    expect(reasons.filter((reason) => reason === 'already_exists')).toHaveLength(19)
    expect(readFileSync(at('new/n.md'), 'utf8')).toBe(`from ${reasons.indexOf('no error')}`)
    expect(readdirSync(at('new'))).toEqual(['n.md'])
  })

  it('keeps .system and undated daily notes out', async () => {
    const vault = vaultWith({})
    const reason = (path: string) => reasonOf(callTool(vaultCreate, vault, { path, content: 'x' }))
    await expectEach(reason, [
      ['.system/x.md', 'reserved_area'],
      ['.System/x.md', 'reserved_area'],
      ['daily/notes.md', 'daily_rule'],
      ['daily/2026-02-30.md', 'daily_rule'],
      ['daily/2026-02-11.md', 'no error'],
      ['daily2/notes.md', 'no error'],
    ])
  })

  it('refuses empty content and wrong types, a bad path first', async () => {
    const vault = vaultWith({})
    expect(await reasonOf(callTool(vaultCreate, vault, { path: 'n.md', content: '' }))).toBe('invalid_argument')
    expect(await reasonOf(callTool(vaultCreate, vault, { path: 'n.md' }))).toBe('invalid_argument')
    expect(await reasonOf(callTool(vaultCreate, vault, { path: 'n.md', content: 5 }))).toBe('invalid_argument')
    expect(await reasonOf(callTool(vaultCreate, vault, { path: '../n.md', content: 5 }))).toBe('invalid_path')
    expect(await reasonOf(callTool(vaultCreate, vault, { path: ['n.md'], content: 'x' }))).toBe('invalid_path')
    expect(await reasonOf(callTool(vaultCreate, vault, { path: 'n.md', content: ' ' }))).toBe('no error')
  })

  it('writes through no link and into no special file', async () => {
    const vault = vaultWith({})
    mkdirSync(vault.at('real'))
    symlinkSync(vault.at('real'), vault.at('inner'))
    symlinkSync('/tmp', vault.at('outer'))
    symlinkSync(vault.at('nowhere'), vault.at('dangling.md'))
    execFileSync('mkfifo', [vault.at('pipe')])
    const reason = (path: string) => reasonOf(callTool(vaultCreate, vault, { path, content: 'x' }))
    expect(await reason('inner/n.md')).toBe('linked')
    expect(await reason('outer/n.md')).toBe('outside_root')
    expect(['linked', 'outside_root']).toContain(await reason('dangling.md'))
    expect(await reason('pipe')).toBe('already_exists')
    expect(await reason('x.db')).toBe('not_found')
    expect(readdirSync(vault.at('real'))).toEqual([])
  })

  it('waits for whoever holds the lock, so that a sweep of litter cannot take its temporary file', async () => {
    const { context, at } = vaultWith({})
    const other = await holdSection(context.root)
    const creating = createNote(context, { path: 'n.md', content: 'x' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(existsSync(at('n.md'))).toBe(false)
    await Promise.all([other.release(), creating])
    expect(readFileSync(at('n.md'), 'utf8')).toBe('x')
  })

  it.skipIf(process.getuid?.() === 0)('says that a folder is read-only', async () => {
    const vault = vaultWith({ 'locked/x.md': 'x' })
    chmodSync(vault.at('locked'), 0o500)
    expect(await reasonOf(createNote(vault.context, { path: 'locked/n.md', content: 'x' }))).toBe('permission_denied')
    chmodSync(vault.at('locked'), 0o700)
  })
})
