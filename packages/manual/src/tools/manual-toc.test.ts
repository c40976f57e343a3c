import { describe, expect, it } from 'vitest'
import { callTool, workspace } from '../../test/workspace.ts'
import type { ManualTocOutput } from './manual-toc.ts'

describe('manual_toc', () => {
  it('lists every file in path order with its headings and lines', async () => {
    const ctx = workspace({
      'm/b.md': '# B\n\ntext\n\nSub\n---\n',
      'm/a/z.md': 'no heading',
      'm/a/Data.JSON': '{}',
      'm/notes.txt': '# no',
      'm/.git/x.md': '# no',
      'other/x.md': '# no',
    })
    const expected = {
      items: [
        { path: 'a/Data.JSON', headings: [{ title: 'Data.JSON', line_start: 1 }] },
        { path: 'a/z.md', headings: [{ title: 'z', line_start: 1 }] },
        {
          path: 'b.md',
          headings: [
            { title: 'B', line_start: 1 },
            { title: 'Sub', line_start: 5 },
          ],
        },
      ],
      total: 4,
      next_offset: null,
      version: expect.any(String),
    }
    expect(await callTool(ctx, 'manual_toc', { manual_id: 'm' })).toEqual(expected)
    await callTool(ctx, 'manual_find', { query: 'text' })
    expect(await callTool(ctx, 'manual_toc', { manual_id: 'm' })).toEqual(expected)
  })

  it('shows what is on the disk, also right after a change', async () => {
    const ctx = workspace({ 'm/a.md': '# One\n' })
    await callTool(ctx, 'manual_find', { query: 'one' })
    ctx.write('m/a.md', '# Changed\n')
    expect(await callTool(ctx, 'manual_toc', { manual_id: 'm' })).toMatchObject({ items: [{ headings: [{ title: 'Changed' }] }] })
  })

  it('keeps a file in the list that is not text', async () => {
    const ctx = workspace({ 'm/a.md': new Uint8Array([0xc3, 0x28]) })
    expect(await callTool(ctx, 'manual_toc', { manual_id: 'm' })).toMatchObject({
      items: [{ path: 'a.md', headings: [{ title: 'a', line_start: 1 }] }],
    })
  })

  it('narrows to a folder, a file and heading levels', async () => {
    const ctx = workspace({ 'm/a/x.md': '# X\n\n## Y\n\n### Z\n', 'm/a/y.md': '# W\n', 'm/ab.md': '# Other\n', 'm/c.txt': 'x' })
    const titles = async (args: object) => {
      const { items } = (await callTool(ctx, 'manual_toc', { manual_id: 'm', ...args })) as ManualTocOutput
      return items.flatMap(({ headings }) => headings.map(({ title }) => title))
    }
    expect(await titles({ path: 'a' })).toEqual(['X', 'Y', 'Z', 'W'])
    expect(await titles({ path: 'a/x.md', depth: 2 })).toEqual(['X', 'Y'])
    expect(await titles({ depth: 1 })).toEqual(['X', 'W', 'Other'])
    expect(await titles({ path: 'c.txt' })).toEqual([])
    const refused = (path: string) => callTool(ctx, 'manual_toc', { manual_id: 'm', path })
    await expect(refused('gone')).rejects.toMatchObject({ reason: 'not_found' })
    await expect(refused('../m')).rejects.toMatchObject({ reason: 'invalid_path' })
    await expect(refused('.git')).rejects.toMatchObject({ reason: 'hidden_path' })
  })

  it('gives every heading of a large manual once, an answer never over its bound', async () => {
    const page = (file: number) =>
      Array.from({ length: 12 }, (_, index) => `## Heading ${index} of file ${file}\n\ntext\n`).join('\n')
    const tree = Object.fromEntries(
      Array.from({ length: 200 }, (_, file) => [`m/folder-${file % 9}/file-${file}.md`, page(file)]),
    )
    const ctx = workspace(tree, { settings: { hardMaxChars: 6000 } })
    const seen: string[] = []
    for (let offset: number | null = 0; offset !== null; ) {
      const output = (await callTool(ctx, 'manual_toc', { manual_id: 'm', offset })) as ManualTocOutput
      expect(JSON.stringify(output).length).toBeLessThanOrEqual(6000)
      for (const { path, headings } of output.items) seen.push(...headings.map(({ line_start }) => `${path}:${line_start}`))
      offset = output.next_offset
      expect(output.total).toBe(2400)
    }
    expect(seen).toHaveLength(2400)
    expect(new Set(seen).size).toBe(2400)
  })

  it.each([
    ['gone', 'not_found'],
    ['a/b', 'invalid_argument'],
    ['..', 'invalid_argument'],
    ['', 'invalid_argument'],
  ])('refuses the manual %j with %s', async (manual_id, reason) => {
    await expect(callTool(workspace({ 'm/a.md': '' }), 'manual_toc', { manual_id })).rejects.toMatchObject({ reason })
  })
})
