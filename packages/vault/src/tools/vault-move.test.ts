import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sha256 } from '@shoko/core-fs'
import { expectEach } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import { callTool, reasonOf, type TestVault, vaultWith } from '../../test/vault-tree.ts'
import { showLinks } from './vault-links.ts'
import { moveNote, type VaultMoveInput, type VaultMoveOutput, vaultMove } from './vault-move.ts'

const RECORD = '.system/shoko/move.json'

function read(vault: TestVault, path: string): string {
  return readFileSync(vault.at(path), 'utf8')
}

/** Moves, and gives the texts of all notes afterwards. */
async function after(
  files: Record<string, string>,
  input: VaultMoveInput,
): Promise<{ files: Record<string, string>; answer: VaultMoveOutput }> {
  const vault = vaultWith(files)
  const answer = await moveNote(vault.context, input)
  return { files: notesOf(vault), answer }
}

function notesOf(vault: TestVault): Record<string, string> {
  const paths = readdirSync(vault.path, { recursive: true, encoding: 'utf8' }).filter((path) => !path.startsWith('.system'))
  return Object.fromEntries(
    paths
      .filter((path) => statSync(vault.at(path)).isFile())
      .sort()
      .map((path) => [path, read(vault, path)]),
  )
}

describe('vault_move', () => {
  it('renames a note and rewrites the links to it, alias, heading and style kept', async () => {
    const { files, answer } = await after(
      {
        'tea.md': '# Tea\n',
        'a.md': 'x [[tea]] y [[Tea|my tea]] ![[tea#Green|g]] [[tea#^b1]] [[tea.md]]\r\nlast',
        'b.md': '[t](tea.md) ![t](./tea.md#x "T") [t](<tea.md>) `[[tea]]`\n\n[r]: tea.md\n',
        'c.md': 'nothing [[other]] [[teapot]]',
      },
      { from: 'tea.md', to: 'green tea.md' },
    )
    expect(files).toEqual({
      'green tea.md': '# Tea\n',
      'a.md': 'x [[green tea]] y [[green tea|my tea]] ![[green tea#Green|g]] [[green tea#^b1]] [[green tea.md]]\r\nlast',
      'b.md': '[t](green%20tea.md) ![t](./green%20tea.md#x "T") [t](<green tea.md>) `[[tea]]`\n\n[r]: green%20tea.md\n',
      'c.md': 'nothing [[other]] [[teapot]]',
    })
    expect(answer).toMatchObject({
      written_path: 'green tea.md',
      hash: sha256(Buffer.from('# Tea\n')),
      links_updated: [
        { path: 'a.md', count: 5 },
        { path: 'b.md', count: 4 },
      ],
      total: 2,
      next_offset: null,
    })
    expect(answer).not.toHaveProperty('warnings')
  })

  it('leaves links by name alone where the name stays, and rewrites paths', async () => {
    const { files } = await after(
      { 'a/note.md': '', 'x.md': '[[note]] [[a/note]] [[a/note|n]] [n](a/note.md)', 'd/y.md': '[n](../a/note.md)' },
      { from: 'a/note.md', to: 'b/c/note.md' },
    )
    expect(files['x.md']).toBe('[[note]] [[b/c/note]] [[b/c/note|n]] [n](b/c/note.md)')
    expect(files['d/y.md']).toBe('[n](../b/c/note.md)')
  })

  it('resolves names as Obsidian does: in any case, nearest the root, then in path order', async () => {
    const { files } = await after(
      { 'b/note.md': '', 'a/note.md': '', 'a/x/note.md': '', 'x.md': '[[NOTE]] [[b/note]] [[x/Note]]' },
      { from: 'a/note.md', to: 'a/other.md' },
    )
    expect(files['x.md']).toBe('[[other]] [[b/note]] [[x/Note]]')
  })

  it('writes the path where the bare name would lead to another note', async () => {
    const { files } = await after(
      { 'a/note.md': '', 'other.md': '', 'x.md': '[[note|n]]' },
      { from: 'a/note.md', to: 'b/other.md' },
    )
    expect(files['x.md']).toBe('[[b/other|n]]')
  })

  it('resolves nothing by an alias of the front matter', async () => {
    const { files } = await after(
      { 'note.md': '---\naliases: [tea]\n---\n', 'x.md': '[[tea]] [[note]]' },
      { from: 'note.md', to: 'n.md' },
    )
    expect(files['x.md']).toBe('[[tea]] [[n]]')
  })

  it("keeps the moved note's own relative links leading where they did", async () => {
    const { files, answer } = await after(
      {
        'a/note.md':
          '[s](sub/s.md) [up](../top.md) ![p](<my pic.png>) [self](note.md#h) [[note]] [gone](gone.md) [[./sub/s]] [[top]] [out](../../out.md)\n[r]: sub/s.md',
        'a/sub/s.md': '',
        'a/my pic.png': '',
        'top.md': '',
      },
      { from: 'a/note.md', to: 'b/c/new.md' },
    )
    expect(files['b/c/new.md']).toBe(
      '[s](../../a/sub/s.md) [up](../../top.md) ![p](<../../a/my pic.png>) [self](new.md#h) [[new]] [gone](../../a/gone.md) [[../../a/sub/s]] [[top]] [out](../../../out.md)\n[r]: ../../a/sub/s.md',
    )
    expect(answer.links_updated).toEqual([{ path: 'b/c/new.md', count: 9 }])
  })

  it('moves a folder: links into it, out of it and inside it', async () => {
    const { files, answer } = await after(
      {
        'old/a.md': '[b](b.md) [t](../top.md) [[b]] [[old/b]]',
        'old/b.md': '',
        'old/pic.png': '',
        'top.md': '[a](old/a.md) [[old/a#x|A]] ![[old/pic.png]] [dir](old/) [[a]]',
      },
      { from: 'old', to: 'archive/2026' },
    )
    expect(files).toEqual({
      'archive/2026/a.md': '[b](b.md) [t](../../top.md) [[b]] [[archive/2026/b]]',
      'archive/2026/b.md': '',
      'archive/2026/pic.png': '',
      'top.md': '[a](archive/2026/a.md) [[archive/2026/a#x|A]] ![[archive/2026/pic.png]] [dir](archive/2026/) [[a]]',
    })
    expect(answer.links_updated).toEqual([
      { path: 'archive/2026/a.md', count: 2 },
      { path: 'top.md', count: 4 },
    ])
    expect(answer).not.toHaveProperty('hash')
  })

  it('keeps percent signs, angle brackets and other scripts as they were written', async () => {
    const { files } = await after(
      { 'メモ.md': '', 'x.md': '[a](メモ.md) [b](%E3%83%A1%E3%83%A2.md) [c](<メモ.md>) [[メモ]]' },
      { from: 'メモ.md', to: '新 (メモ).md' },
    )
    expect(files['x.md']).toBe(
      '[a](新%20%28メモ%29.md) [b](%E6%96%B0%20%28%E3%83%A1%E3%83%A2%29.md) [c](<新 (メモ).md>) [[新 (メモ)]]',
    )
  })

  it('renames where only the case differs', async () => {
    const { files } = await after({ 'Note.md': '', 'x.md': '[[Note]] [n](Note.md)' }, { from: 'Note.md', to: 'note.md' })
    expect(files).toEqual({ 'note.md': '', 'x.md': '[[note]] [n](note.md)' })
  })

  it('rewrites links in daily notes, the only change there besides append', async () => {
    const { files } = await after({ 'a.md': '', 'daily/2026-11-17.md': 'saw [[a]]' }, { from: 'a.md', to: 'b.md' })
    expect(files['daily/2026-11-17.md']).toBe('saw [[b]]')
  })

  it('rewrites nothing without update_links', async () => {
    const { files, answer } = await after(
      { 'a/a.md': '[x](x.md)', 'b.md': '[[a]]' },
      { from: 'a/a.md', to: 'c.md', update_links: false },
    )
    expect(files).toEqual({ 'c.md': '[x](x.md)', 'b.md': '[[a]]' })
    expect(answer.links_updated).toEqual([])
  })

  it('keeps byte order mark, newlines and mode', async () => {
    const vault = vaultWith({ 'a.md': 'x', 'b.md': '\uFEFF[[a]]\r\n\r[[a]]\n' })
    const mode = statSync(vault.at('b.md')).mode
    await moveNote(vault.context, { from: 'a.md', to: 'c.md' })
    expect(read(vault, 'b.md')).toBe('\uFEFF[[c]]\r\n\r[[c]]\n')
    expect(statSync(vault.at('b.md')).mode).toBe(mode)
  })

  it('tells of links that the move takes over, and of those that cannot name the new path', async () => {
    const vault = vaultWith({ 'a/x.md': '', 'deep/er/y.md': '', 'n.md': '[[y]]', 'm.md': '[[x]] [x](a/x.md)' })
    const taken = await moveNote(vault.context, { from: 'a/x.md', to: 'a/y.md' })
    expect(taken.warnings?.join()).toMatch(/took that name: n\.md$/)
    expect(read(vault, 'n.md')).toBe('[[y]]')
    const odd = await moveNote(vault.context, { from: 'a/y.md', to: 'a/c#.md' })
    expect(odd.warnings?.join()).toMatch(/cannot name the new path and were left: m\.md, n\.md$/)
    expect(read(vault, 'm.md')).toBe('[[y]] [x](a/c%23.md)')
  })

  it('takes a slash at the end for a folder, and says so when a note is no note any more', async () => {
    const vault = vaultWith({ 'a.md': 'x', 'dir/b.md': '' })
    await expect(callTool(vaultMove, vault, { from: 'a.md', to: 'new/' })).rejects.toMatchObject({
      reason: 'invalid_path',
      message: 'to: names a folder; give the new path whole: new/a.md',
    })
    expect(await callTool(vaultMove, vault, { from: 'dir', to: 'other/' })).toMatchObject({ written_path: 'other' })
    expect(await callTool(vaultMove, vault, { from: 'a.md', to: 'c' })).toMatchObject({
      warnings: ['c does not end in .md any more: links and Obsidian no longer take it for a note'],
    })
  })

  it('refuses what is there, daily notes, .system, links, and what is missing', async () => {
    const vault = vaultWith({ 'a.md': 'x', 'b.md': 'y', 'dir/c.md': '', 'daily/2026-11-17.md': '' })
    symlinkSync('/', vault.at('outside'))
    const reason = (from: unknown, to: unknown, more: object = {}) => reasonOf(callTool(vaultMove, vault, { from, to, ...more }))
    await expectEach(reason, [
      ['a.md', 'b.md', 'already_exists'],
      ['a.md', 'a.md', 'already_exists'],
      ['a.md', 'dir', 'already_exists'],
      ['dir', 'dir/in', 'invalid_path'],
      ['a.md', 'daily/2026-11-18.md', 'daily_rule'],
      ['daily/2026-11-17.md', 'd.md', 'daily_rule'],
      ['daily', 'diary', 'daily_rule'],
      ['a.md', '.system/a.md', 'reserved_area'],
      ['.system/shoko', 'x', 'reserved_area'],
      ['none.md', 'd.md', 'not_found'],
      ['../a.md', 'd.md', 'invalid_path'],
      ['a.md', '', 'invalid_path'],
      ['a.md', 5, 'invalid_path'],
      ['outside/etc', 'd', 'outside_root'],
      ['a.md', 'outside/tmp/x.md', 'outside_root'],
      ['a.md', 'd.md', { expected_hash: sha256(Buffer.from('other')) }, 'changed'],
      ['dir', 'd', { expected_hash: sha256(Buffer.from('')) }, 'invalid_argument'],
      ['a.md', 'd.md', { overwrite: true }, 'invalid_argument'],
      ['a.md', 'd.md', { expected_hash: sha256(Buffer.from('x')) }, 'no error'],
    ])
  })

  it('refuses a folder that holds daily notes', async () => {
    const vault = vaultWith(
      { 'journal/days/2026-11-17.md': '', 'journal/x.md': '' },
      { daily: { dir: 'journal/days', format: 'YYYY-MM-DD' } },
    )
    expect(await reasonOf(moveNote(vault.context, { from: 'journal', to: 'old' }))).toBe('daily_rule')
    expect(existsSync(vault.at('journal/x.md'))).toBe(true)
  })

  it('finishes with the same call what was interrupted after the rename', async () => {
    const vault = vaultWith({ 'a/n.md': '[s](s.md) [[n]]', 'a/s.md': '', 'x.md': '[[n]] [n](a/n.md)', 'y.md': '[[n|N]]' })
    const input = { from: 'a/n.md', to: 'b/m.md' }
    await moveNote(vault.context, input)
    const whole = notesOf(vault)
    const record = JSON.parse(read(vault, RECORD)) as Record<string, unknown>
    // As if killed when x.md had been written, and neither the note itself nor y.md.
    const own = '[s](s.md) [[n]]'
    writeFileSync(vault.at('b/m.md'), own)
    writeFileSync(vault.at('y.md'), '[[n|N]]')
    const hashes = { before: sha256(Buffer.from(own)), after: sha256(Buffer.from(whole['b/m.md']!)) }
    writeFileSync(vault.at(RECORD), JSON.stringify({ ...record, done: undefined, own: [{ path: 'b/m.md', ...hashes }] }))
    const answer = await moveNote(vault.context, input)
    expect(notesOf(vault)).toEqual(whole)
    expect(answer.links_updated.map(({ path }) => path)).toEqual(['b/m.md', 'y.md'])
    expect(answer.warnings?.join()).toMatch(/interrupted move was finished/)
  })

  it('finishes an interrupted move before another one', async () => {
    const vault = vaultWith({ 'a.md': '', 'c.md': '', 'x.md': '[[a]] [[c]]' })
    await moveNote(vault.context, { from: 'a.md', to: 'b.md' })
    const record = JSON.parse(read(vault, RECORD)) as Record<string, unknown>
    writeFileSync(vault.at('x.md'), '[[a]] [[c]]')
    writeFileSync(vault.at(RECORD), JSON.stringify({ ...record, done: undefined }))
    const answer = await moveNote(vault.context, { from: 'c.md', to: 'd.md' })
    expect(read(vault, 'x.md')).toBe('[[b]] [[d]]')
    expect(answer.warnings?.join()).toMatch(/interrupted move of a\.md to b\.md was finished first/)
  })

  it('says again what was done when the answer was lost, page by page', async () => {
    const files = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`n${n}.md`, '[[a]]']))
    const vault = vaultWith({ ...files, 'a.md': '' })
    const input = { from: 'a.md', to: 'b.md', limit: 3 }
    const first = await moveNote(vault.context, input)
    expect(first).toMatchObject({ total: 5, next_offset: 3 })
    const rest = await moveNote(vault.context, { ...input, offset: 3, version: first.version })
    expect(rest.links_updated.map(({ path }) => path)).toEqual(['n3.md', 'n4.md'])
    expect(rest).toMatchObject({ next_offset: null })
    expect(rest).not.toHaveProperty('changed')
  })

  it('does nothing that a move could not do when a record has been planted', async () => {
    for (const planted of [
      '{',
      '[]',
      '{"from":"../x","to":"y","updateLinks":true,"own":[]}',
      '{"from":"gone","to":".git/config","updateLinks":true,"own":[]}',
      '{"from":"gone.md","to":"x.md","updateLinks":true,"own":[{"path":".git/config","before":"","after":""}]}',
    ]) {
      const vault = vaultWith({ 'a.md': '', 'x.md': '[[a]]', '.git/config': '[[a]] [[gone]]', [RECORD]: planted })
      await moveNote(vault.context, { from: 'a.md', to: 'b.md' })
      expect(read(vault, '.git/config')).toBe('[[a]] [[gone]]')
      expect(read(vault, 'x.md')).toBe('[[b]]')
    }
  })

  it('leaves a file that changed in between, and names it', async () => {
    const vault = vaultWith({ 'a.md': '', 'x.md': '[[a]]', 'y.md': '[[a]]' })
    const { root } = vault.context
    const replaced = root.replace
    const racing = {
      ...root,
      replace: (path: Parameters<typeof replaced>[0], ...rest: never[]) => {
        if (path === 'x.md') writeFileSync(vault.at('x.md'), '[[a]] saved by an editor')
        return replaced(path, ...(rest as unknown as [string]))
      },
    }
    const answer = await moveNote({ ...vault.context, root: racing as typeof root }, { from: 'a.md', to: 'b.md' })
    expect(answer.links_updated).toEqual([{ path: 'y.md', count: 1 }])
    expect(answer.warnings).toEqual(['changed by another program meanwhile, links left as they were: x.md'])
    expect(read(vault, 'x.md')).toBe('[[a]] saved by an editor')
  })

  it('rewrites the same links when others look at links all the while', async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`n/${n}.md`, `[[hub]] [h](../hub.md) [[${n + 1}]]`]))
    const vault = vaultWith({ 'hub.md': '[n](n/0.md)', ...files })
    for (let n = 0; n < 6; n++) {
      const [from, to] = n % 2 === 0 ? ['hub.md', 'deep/er/centre.md'] : ['deep/er/centre.md', 'hub.md']
      const looks = Array.from({ length: 5 }, (_, at) => sleep(at).then(() => showLinks(vault.context, { path: 'n/1.md' })))
      const [answer] = await Promise.all([moveNote(vault.context, { from, to }), ...looks])
      expect(answer.total).toBe(41)
      expect((await showLinks(vault.context, { path: to })).backlinks).toHaveLength(40)
      expect((await showLinks(vault.context, { path: 'n/1.md' })).unresolved).toBe(0)
    }
    expect(notesOf(vault)).toEqual({ 'hub.md': '[n](n/0.md)', ...files })
  })

  it('sees notes that came, went or changed since the last call', async () => {
    const vault = vaultWith({ 'a.md': '', 'x.md': '[[a]]' })
    await moveNote(vault.context, { from: 'a.md', to: 'b.md' })
    writeFileSync(vault.at('new.md'), '[[b]]')
    renameSync(vault.at('x.md'), vault.at('z.md'))
    mkdirSync(vault.at('dir'))
    writeFileSync(join(vault.at('dir'), 'c.md'), '[b](../b.md)')
    const answer = await moveNote(vault.context, { from: 'b.md', to: 'c/d.md' })
    expect(answer.links_updated.map(({ path }) => path)).toEqual(['dir/c.md', 'new.md', 'z.md'])
  })
})
