import { describe, expect, it } from 'vitest'
import { callTool, workspace } from '../../test/workspace.ts'

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
    expect(await callTool(ctx, 'manual_toc', { manual_id: 'm' })).toEqual({
      items: [{ path: 'a.md', headings: [{ title: 'a', line_start: 1 }] }],
    })
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
