import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callTool, workspace } from '../../test/workspace.ts'
import type { ManualLsOutput } from './manual-ls.ts'

const tree = {
  'b/x.md': '',
  'b/sub/y.JSON': '{}',
  'b/sub/deep/z.md': '',
  'b/notes.txt': '',
  'b/.hidden.md': '',
  'a/x.md': '',
  'top.md': '',
}

describe('manual_ls', () => {
  it('lists the directories under the root when no id is given', async () => {
    const ctx = workspace(tree)
    const expected = {
      id: 'manuals',
      items: [
        { id: 'a', name: 'a', kind: 'dir' },
        { id: 'b', name: 'b', kind: 'dir' },
      ],
      total: 2,
      next_offset: null,
      version: expect.any(String),
      warnings: [expect.stringMatching(/^1 file lies .*in no manual \(top\.md\).*MANUALS=name=path/)],
    }
    expect(await callTool(ctx, 'manual_ls', {})).toEqual(expected)
    expect(await callTool(ctx, 'manual_ls', { id: null })).toEqual(expected)
    expect(await callTool(ctx, 'manual_ls', { id: 'manuals' })).toEqual(expected)
  })

  it('says what to do when the folder of manuals is not there', async () => {
    const ctx = workspace(tree)
    rmSync(ctx.rootPath, { recursive: true })
    for (const work of [callTool(ctx, 'manual_ls', {}), callTool(ctx, 'manual_find', { query: 'x' })])
      await expect(work).rejects.toThrow(/^the folder of manuals does not exist yet: run `shoko init`, point MANUALS_ROOT/)
  })

  it('says nothing of files at the top when there are none', async () => {
    expect(await callTool(workspace({ 'a/x.md': '' }), 'manual_ls', {})).not.toHaveProperty('warnings')
  })

  it('gives every entry of 2,500 files once, page by page, within the bound, and says when the list moved', async () => {
    const tree = Object.fromEntries(Array.from({ length: 2500 }, (_, index) => [`m/${'long-name-'.repeat(8)}${index}.md`, '']))
    const ctx = workspace(tree)
    const names: string[] = []
    let version: string | undefined
    for (let offset: number | null = 0; offset !== null; ) {
      const page = (await callTool(ctx, 'manual_ls', { id: 'm', offset, limit: 500, version: version ?? null })) as ManualLsOutput
      expect(JSON.stringify(page).length).toBeLessThanOrEqual(20_000)
      expect(page.total).toBe(2500)
      names.push(...page.items.map(({ name }) => name))
      offset = page.next_offset
      version = page.version
    }
    expect(new Set(names).size).toBe(2500)
    ctx.write('m/new.md', '')
    expect(await callTool(ctx, 'manual_ls', { id: 'm', version })).toMatchObject({ changed: true })
  })

  it('lists one level of a manual and of a directory in it, .md and .json only', async () => {
    const ctx = workspace(tree)
    const level = (await callTool(ctx, 'manual_ls', { id: 'b' })) as ManualLsOutput
    expect(level.items).toEqual([
      { id: expect.stringMatching(/^dir::b::/), name: 'sub', kind: 'dir', path: 'sub' },
      { id: expect.stringMatching(/^file::b::/), name: 'x.md', kind: 'file', path: 'x.md', file_type: 'md' },
    ])
    const sub = (await callTool(ctx, 'manual_ls', { id: level.items[0]!.id })) as ManualLsOutput
    expect(sub.id).toBe(level.items[0]!.id)
    expect(sub.items.map(({ path, file_type }) => [path, file_type])).toEqual([
      ['sub/deep', undefined],
      ['sub/y.JSON', 'json'],
    ])
  })

  it('does not list links', async () => {
    const ctx = workspace(tree)
    mkdirSync(join(ctx.rootPath, 'c'))
    symlinkSync(join(ctx.rootPath, 'a'), join(ctx.rootPath, 'linked'))
    symlinkSync(join(ctx.rootPath, 'a/x.md'), join(ctx.rootPath, 'c/linked.md'))
    expect(((await callTool(ctx, 'manual_ls', {})) as ManualLsOutput).items.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(await callTool(ctx, 'manual_ls', { id: 'c' })).toMatchObject({ items: [] })
    await expect(callTool(ctx, 'manual_ls', { id: 'linked' })).rejects.toMatchObject({ reason: 'not_found' })
  })

  it('reaches a manual that is called manuals', async () => {
    const ctx = workspace({ 'manuals/x.md': '' })
    const { items } = (await callTool(ctx, 'manual_ls', {})) as ManualLsOutput
    expect(await callTool(ctx, 'manual_ls', { id: items[0]!.id })).toMatchObject({ items: [{ name: 'x.md' }] })
  })

  it.each([
    ['file::b::eC5tZA', 'invalid_argument'],
    ['dir::b::!!', 'invalid_argument'],
    ['dir::b', 'invalid_argument'],
    [`dir::b::${Buffer.from('../a').toString('base64url')}`, 'invalid_argument'],
    [`dir::b::${Buffer.from('gone').toString('base64url')}`, 'not_found'],
    ['dir::zzz::', 'not_found'],
    ['zzz', 'not_found'],
    ['../b', 'invalid_argument'],
    ['..', 'invalid_argument'],
    [' ', 'invalid_argument'],
    ['', 'invalid_argument'],
  ])('refuses the id %j with %s', async (id, reason) => {
    await expect(callTool(workspace(tree), 'manual_ls', { id })).rejects.toMatchObject({ reason })
  })
})
