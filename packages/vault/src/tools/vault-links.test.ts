import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callTool, reasonOf, vaultWith } from '../../test/vault-tree.ts'
import { showLinks, vaultLinks } from './vault-links.ts'

describe('vault_links', () => {
  it('says that a note is too large to be looked through for its own links', async () => {
    const { context } = vaultWith({ 'n.md': `[[m]] ${'x'.repeat(1024 * 1024)}`, 'm.md': 'see [[n]]' })
    const answer = await showLinks(context, { path: 'n.md' })
    expect(answer).toMatchObject({ outgoing: [], backlinks: [{ path: 'm.md' }] })
    expect(answer.warnings).toEqual(['n.md: larger than 1 MiB, so its own links are not looked through'])
    expect(await showLinks(context, { path: 'm.md' })).not.toHaveProperty('warnings')
  })

  it('shows where links lead, which notes link here, and how many lead nowhere', async () => {
    const vault = vaultWith({
      'a/n.md': '# N\n[[other#h|o]] and [p](../pic.png)\n![[none]]\n',
      'b/other.md': 'x\n  back to [[N]], twice [n](../a/n.md)\nand [[a/n|again]]',
      'c.md': '`[[n]]`',
      'pic.png': '',
    })
    expect(await showLinks(vault.context, { path: 'a/n.md' })).toEqual({
      outgoing: [
        { target: 'other#h', path: 'b/other.md', line: 2, kind: 'wiki' },
        { target: '../pic.png', path: 'pic.png', line: 2, kind: 'markdown' },
        { target: 'none', path: null, line: 3, kind: 'embed' },
      ],
      backlinks: [
        { path: 'b/other.md', line: 2, text: 'back to [[N]], twice [n](../a/n.md)' },
        { path: 'b/other.md', line: 3, text: 'and [[a/n|again]]' },
      ],
      unresolved: 1,
      total: 5,
      next_offset: null,
      version: expect.any(String),
    })
    expect(await showLinks(vault.context, { path: 'pic.png' })).toMatchObject({ outgoing: [], backlinks: [{ path: 'a/n.md' }] })
  })

  it('resolves several of one name to the one nearest the root, then in path order; aliases to nothing', async () => {
    const vault = vaultWith({ 'z/n.md': '', 'b/n.md': '', 'b/c/n.md': '', 'x.md': '---\naliases: [q]\n---\n[[n]] [[C/N]] [[q]]' })
    const { outgoing } = await showLinks(vault.context, { path: 'x.md' })
    expect(outgoing.map(({ path }) => path)).toEqual(['b/n.md', 'b/c/n.md', null])
    expect((await showLinks(vault.context, { path: 'z/n.md' })).backlinks).toEqual([])
  })

  it('gives every link once, page by page, and says when the list has moved', async () => {
    const files = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`n${n}.md`, '[[hub]]']))
    const vault = vaultWith({ ...files, 'hub.md': '[[n1]] [[n2]]' })
    const first = await showLinks(vault.context, { path: 'hub.md', limit: 8 })
    expect([first.backlinks.length, first.outgoing.length, first.total, first.next_offset]).toEqual([7, 1, 9, 8])
    const rest = await showLinks(vault.context, { path: 'hub.md', offset: 8, version: first.version })
    expect([rest.backlinks.length, rest.outgoing.length, rest.next_offset, rest.changed]).toEqual([0, 1, null, undefined])
    writeFileSync(vault.at('new.md'), '[[hub]]')
    expect(await showLinks(vault.context, { path: 'hub.md', offset: 8, version: first.version })).toMatchObject({ changed: true })
  })

  it('refuses what is no file', async () => {
    const vault = vaultWith({ 'dir/a.md': '' })
    expect(await reasonOf(callTool(vaultLinks, vault, { path: 'dir' }))).toBe('not_found')
    expect(await reasonOf(callTool(vaultLinks, vault, { path: 'x.md' }))).toBe('not_found')
    expect(await reasonOf(callTool(vaultLinks, vault, { path: '/x' }))).toBe('invalid_path')
    expect(await reasonOf(callTool(vaultLinks, vault, {}))).toBe('invalid_path')
  })
})
