import { describe, expect, it } from 'vitest'
import { openWorkspace } from '../test/workspace.ts'
import { findDocuments } from './find-documents.ts'
import { readDoc } from './tools/read-doc.ts'

const TREE = {
  'kura/references/silo.md':
    '---\nowner: ana\n---\n# Silo\n\n## Mantenimiento\n\nEl silo se limpia cada martes. Lo hace Keiko Mori.\n',
  'kura/tasks/001-x.md': '# Task: 在庫\n\n在庫の同期は毎朝六時に始まる。\n',
  'vibe/status.md': '# Status\n\nAll quiet.\n',
}
const limits = { maxPassages: 3, maxChars: 1500 }

describe('findDocuments', () => {
  it('gives verbatim passages with a ref that read_doc takes', async () => {
    const { ctx } = openWorkspace(TREE)
    const { candidates, passages } = await findDocuments(ctx, { query: '¿Quién limpia el silo?', limits })
    expect(candidates).toBeGreaterThan(0)
    expect(passages[0]).toMatchObject({ ref: { path: 'kura/references/silo.md' }, heading: 'Mantenimiento', start_line: 8 })
    expect(passages[0]?.text).toContain('El silo se limpia cada martes.')
    expect(passages[0]?.confidence).toBeGreaterThan(0.3)
    const { content } = await readDoc(ctx, passages[0]!.ref)
    expect(content).toContain(passages[0]!.text)
  })

  it('finds an answer in Japanese', async () => {
    const { ctx } = openWorkspace(TREE)
    const { passages } = await findDocuments(ctx, { query: '在庫の同期はいつ始まりますか', limits })
    expect(passages[0]).toMatchObject({ ref: { path: 'kura/tasks/001-x.md' }, text: '在庫の同期は毎朝六時に始まる。' })
  })

  it('looks in the project that the question names', async () => {
    const { ctx } = openWorkspace({
      ...TREE,
      'kura-app/plans/plan.md': '# Plan\n\n## Current Status\n\n- **Blocked**: 005, the scale needs a part\n',
      'kura-app/status.md': '# kura-app\n\nThe kura-app app counts beans.\n',
      'web/plans/plan.md': '# Plan\n\n## Current Status\n\n- **Blocked**: 006\n',
    })
    const { passages } = await findDocuments(ctx, { query: 'What is blocked in kura-app?', limits })
    expect(passages.map(({ ref }) => ref.path)).toEqual(['kura-app/plans/plan.md'])
    expect(passages[0]?.confidence).toBeGreaterThan(0.5)
  })

  it('finds a text that only mentions a project where nothing in the project answers', async () => {
    const { ctx } = openWorkspace({ ...TREE, 'web/scratch/a.md': '# Ideas\n\nBorrow the colours of kura for the shop.\n' })
    const { passages } = await findDocuments(ctx, { query: 'colours of kura', limits })
    expect(passages[0]?.ref.path).toBe('web/scratch/a.md')
  })

  it('has nothing to say about what is not there', async () => {
    const { ctx } = openWorkspace(TREE)
    expect(await findDocuments(ctx, { query: 'xyzzy', limits })).toEqual({ candidates: 0, passages: [] })
  })

  it('keeps to the limits', async () => {
    const { ctx } = openWorkspace({ 'p/scratch/a.md': `${'The needle is here. '.repeat(200)}\n` })
    const { passages } = await findDocuments(ctx, { query: 'needle', limits: { maxPassages: 1, maxChars: 100 } })
    expect(passages).toHaveLength(1)
    expect(passages[0]!.text.length).toBeLessThanOrEqual(100)
  })
})
