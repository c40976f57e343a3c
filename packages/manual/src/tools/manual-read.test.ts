import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callTool, connectedCall, workspace } from '../../test/workspace.ts'

const guide = ['intro', '', '# A', 'a text', '## B', 'b text', '```', '# no heading', '```', 'C', '===', 'c text', ''].join('\n')

function read(ctx: Parameters<typeof callTool>[0], ref: object, more: object = {}, call = connectedCall()) {
  return callTool(ctx, 'manual_read', { ref: { manual_id: 'm', ...ref }, ...more }, call) as Promise<{
    text: string
    truncated: boolean
  }>
}

describe('manual_read', () => {
  it('reads the section whose heading is at the line, with its sub-headings', async () => {
    const ctx = workspace({ 'm/a.md': guide })
    expect(await read(ctx, { path: 'a.md', start_line: 3 })).toEqual({
      text: '# A\na text\n## B\nb text\n```\n# no heading\n```\n',
      truncated: false,
      applied: { scope: 'section', max_sections: null, max_chars: 12000, mode: 'read' },
    })
  })

  it('reads the section that contains the line, or the first without a line', async () => {
    const ctx = workspace({ 'm/a.md': guide })
    expect(await read(ctx, { path: 'a.md', start_line: 8 })).toMatchObject({ text: '## B\nb text\n```\n# no heading\n```\n' })
    expect(await read(ctx, { path: 'a.md' })).toMatchObject({ text: 'intro\n\n' })
    expect(await read(ctx, { path: 'a.md', start_line: null })).toMatchObject({ text: 'intro\n\n' })
  })

  it('joins neighbouring sections without any text twice, at most 20', async () => {
    const ctx = workspace({
      'm/a.md': guide,
      'm/many.md': Array.from({ length: 30 }, (_, index) => `## H${index}\ntext ${index}\n`).join(''),
    })
    expect(await read(ctx, { path: 'a.md', start_line: 3 }, { scope: 'sections' })).toMatchObject({
      text: guide.slice(guide.indexOf('# A')),
      applied: { scope: 'sections', max_sections: 20 },
    })
    const { text, truncated } = await read(ctx, { path: 'many.md', start_line: 5 }, { scope: 'sections' })
    expect(truncated).toBe(true)
    expect(await read(ctx, { path: 'many.md', start_line: 41 }, { scope: 'sections' })).toMatchObject({ truncated: false })
    expect(text.match(/^## /gm)).toHaveLength(20)
    expect(text.startsWith('## H2\n')).toBe(true)
  })

  it('shows a snippet around the line', async () => {
    const ctx = workspace({ 'm/a.md': `${'x'.repeat(300)}\n# Here\n${'y'.repeat(300)}` })
    const { text } = await read(ctx, { path: 'a.md', start_line: 2 }, { scope: 'snippet' })
    expect(text).toBe(`${'x'.repeat(239)}\n# Here\n${'y'.repeat(239)}`)
    const expand = { before_chars: 0, after_chars: 3 }
    expect(await read(ctx, { path: 'a.md', start_line: 2 }, { scope: 'snippet', expand })).toMatchObject({ text: '# Here\nyy' })
  })

  it('needs both permissions for a whole Markdown file', async () => {
    const closed = workspace({ 'm/a.md': guide })
    const open = workspace({ 'm/a.md': guide }, { settings: { allowFileScope: true } })
    const forbidden = { reason: 'file_scope_forbidden' }
    await expect(read(closed, { path: 'a.md' }, { scope: 'file', allow_file: true })).rejects.toMatchObject(forbidden)
    await expect(read(open, { path: 'a.md' }, { scope: 'file' })).rejects.toMatchObject(forbidden)
    expect(await read(open, { path: 'a.md' }, { scope: 'file', allow_file: true })).toMatchObject({ text: guide })
    await expect(read(open, { path: 'a.md' }, { scope: 'file', allow_file: 'true' })).rejects.toMatchObject({
      reason: 'invalid_argument',
    })
  })

  it('reads JSON as a file, also as a snippet, and knows no sections in it', async () => {
    const ctx = workspace({ 'm/a.JSON': '{"a":1}' })
    expect(await read(ctx, { path: 'a.JSON' })).toMatchObject({ text: '{"a":1}', applied: { scope: 'file' } })
    expect(await read(ctx, { path: 'a.JSON' }, { scope: 'snippet' })).toMatchObject({ text: '{"a":1}' })
    for (const scope of ['section', 'sections']) {
      await expect(read(ctx, { path: 'a.JSON' }, { scope })).rejects.toMatchObject({ reason: 'invalid_scope' })
    }
  })

  it('cuts at 12000 characters', async () => {
    const ctx = workspace({ 'm/a.md': `# A\n${'😀'.repeat(13_000)}` })
    const { text, truncated } = await read(ctx, { path: 'a.md' })
    expect([...text]).toHaveLength(12_000)
    expect(truncated).toBe(true)
  })

  it('continues after a section asked for again, to the end of the file, then reads it again', async () => {
    const ctx = workspace({ 'm/a.md': `\uFEFF# A\nshort\n# B\n${'b'.repeat(15_000)}\n` })
    const call = connectedCall()
    const again = () => read(ctx, { path: 'a.md', start_line: 1 }, {}, call)
    expect(await again()).toMatchObject({ text: '# A\nshort\n', applied: { mode: 'read' } })
    const second = await again()
    expect(second).toMatchObject({ truncated: true, applied: { scope: 'section', mode: 'scan_fallback' } })
    expect(second.text).toBe(`# B\n${'b'.repeat(11_996)}`)
    expect(await again()).toMatchObject({ text: `${'b'.repeat(3004)}\n`, truncated: false, applied: { mode: 'scan_fallback' } })
    expect(await again()).toMatchObject({ text: '# A\nshort\n', applied: { mode: 'read' } })
  })

  it('always reads without a connection, in another connection, and after the file changed', async () => {
    const ctx = workspace({ 'm/a.md': '# A\none\n# B\ntwo\n' })
    const args = { ref: { manual_id: 'm', path: 'a.md' } }
    const mode = 'read'
    expect(await callTool(ctx, 'manual_read', args)).toMatchObject({ applied: { mode } })
    expect(await callTool(ctx, 'manual_read', args)).toMatchObject({ applied: { mode } })
    const call = connectedCall()
    await callTool(ctx, 'manual_read', args, call)
    expect(await callTool(ctx, 'manual_read', args, connectedCall())).toMatchObject({ applied: { mode } })
    ctx.write('m/a.md', '# A\nnew\n# B\ntwo\n')
    expect(await callTool(ctx, 'manual_read', args, call)).toMatchObject({ text: '# A\nnew\n', applied: { mode } })
  })

  it('refuses what it cannot read', async () => {
    const ctx = workspace({ 'm/a.md': 'x\n' })
    await expect(read(ctx, { path: 'a.md', start_line: 2 })).rejects.toMatchObject({ reason: 'invalid_argument' })
    await expect(read(ctx, { path: 'a.md', start_line: 1.5 })).rejects.toMatchObject({ reason: 'invalid_argument' })
    await expect(read(ctx, { path: 'a.md' }, { expand: { before_chars: -1 } })).rejects.toMatchObject({
      reason: 'invalid_argument',
    })
    await expect(read(ctx, { path: '/a.md' })).rejects.toMatchObject({ reason: 'invalid_path' })
    await expect(read(ctx, { path: 'b.md' })).rejects.toMatchObject({ reason: 'not_found' })
  })

  it.each([
    ['', 'invalid_path'],
    [' ', 'invalid_path'],
    [5, 'invalid_path'],
    [undefined, 'invalid_path'],
    ['a\u0000.md', 'invalid_path'],
    ['../m/a.md', 'invalid_path'],
    ['x/../a.md', 'invalid_path'],
    ['C:/a.md', 'invalid_path'],
    ['.git/a.md', 'hidden_path'],
    ['x/.hidden.md', 'hidden_path'],
    ['inside.md', 'linked'],
    ['outside.md', 'outside_root'],
    ['dangling.md', 'linked'],
    ['dir', 'not_found'],
    ['dir.md', 'not_found'],
    ['a.txt', 'not_found'],
  ])('refuses the path %j with %s', async (path, reason) => {
    const ctx = workspace({ 'm/a.md': 'x\n', 'm/a.txt': 'x', 'm/dir.md/x.md': '', 'm/dir/y.md': '' })
    symlinkSync('a.md', join(ctx.rootPath, 'm/inside.md'))
    symlinkSync('/etc/hostname', join(ctx.rootPath, 'm/outside.md'))
    symlinkSync('gone.md', join(ctx.rootPath, 'm/dangling.md'))
    await expect(read(ctx, { path })).rejects.toMatchObject({ reason })
  })

  it('takes the manual from beside the ref, or finds the one that has the path', async () => {
    const ctx = workspace({ 'm/a.md': '# A\n', 'n/b.md': '# B\n', 'n/both.md': '# N\n', 'm/both.md': '# M\n' })
    const readRef = (args: object) => callTool(ctx, 'manual_read', args)
    expect(await readRef({ ref: { path: 'both.md' }, manual_id: 'n' })).toMatchObject({ text: '# N\n' })
    expect(await readRef({ ref: { path: 'b.md', start_line: 1, title: 'B' } })).toMatchObject({ text: '# B\n' })
    await expect(readRef({ ref: { path: 'both.md' } })).rejects.toMatchObject({
      reason: 'invalid_argument',
      message: expect.stringContaining('m, n'),
    })
    await expect(readRef({ ref: { path: 'gone.md' } })).rejects.toMatchObject({ reason: 'not_found' })
  })

  it('ignores keys of a ref that it does not know', async () => {
    const ctx = workspace({ 'm/a.md': '# A\n' })
    expect(await read(ctx, { path: 'a.md', start_line: 1, title: 'A', signals: ['heading'] })).toMatchObject({ text: '# A\n' })
  })
})
