import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ManualFindOutput } from '../src/tools/manual-find.ts'
import { callTool, type Workspace, workspace } from './workspace.ts'

const fine = { 'm/fine.md': '# Fine\n\nalpha\n' }

async function find(ctx: Workspace, query: string): Promise<ManualFindOutput> {
  return (await callTool(ctx, 'manual_find', { query })) as ManualFindOutput
}

describe('bad input', () => {
  it('passes over files that are not text or too large, and counts them', async () => {
    const ctx = workspace({
      ...fine,
      'm/bad.md': new Uint8Array([0x61, 0xff]),
      'm/nul.md': 'alpha\0',
      'm/huge.md': Buffer.alloc(50_000_000, 'alpha '),
    })
    expect(await find(ctx, 'alpha')).toMatchObject({ summary: { candidates: 1, scanned_files: 1 }, warnings: 3 })
    expect(await callTool(ctx, 'manual_scan', { manual_id: 'm', path: 'huge.md', cursor: 49_999_995 })).toMatchObject({
      text: 'ha al',
      eof: true,
    })
    await expect(callTool(ctx, 'manual_read', { ref: { manual_id: 'm', path: 'bad.md' } })).rejects.toMatchObject({
      reason: 'not_text',
    })
  })

  it('searches broken JSON as text', async () => {
    expect((await find(workspace({ 'm/broken.json': '{"a": "alpha"' }), 'alpha')).summary.candidates).toBe(1)
  })

  it('survives a file of very many headings', async () => {
    const text = Array.from({ length: 100_000 }, (_, index) => `## h${index}\n\nalpha\n`).join('\n')
    const ctx = workspace({ 'm/a.md': text, 'n/b.md': '# B\n\nbeta\n' })
    const [many, other] = await Promise.all([find(ctx, 'alpha'), find(ctx, 'beta')])
    expect(many.summary).toMatchObject({ candidates: 200, scanned_nodes: 100_000 })
    expect(other.summary.candidates).toBe(1)
  })

  it.each([
    ['4,000 characters', 'alpha 検索 búsqueda '.repeat(600).slice(0, 4_000)],
    ['one word of 4,000 letters', 'a'.repeat(4_000)],
    ['control characters', 'al\u0000pha \u0007\u001b[31m alpha\u200b'],
    ['half a surrogate pair', 'alpha \ud800'],
    ['nothing but signs', '?!…。、「」'],
    ['syntax of other engines', '"alpha" AND (NEAR/3 OR *) {}[]^~:\\'],
  ])('answers a query of %s', async (_name, query) => {
    const output = await find(workspace(fine), query)
    expect(output.summary.scanned_files).toBe(1)
  })

  it('goes on when a manual goes away during a search', async () => {
    const tree = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`m/f${index}.md`, `# F\n\nalpha ${index}\n`]))
    const ctx = workspace({ ...tree, 'n/a.md': '# N\n\nalpha\n' }, { settings: { lateRerankEnabled: true } })
    const searches = Array.from({ length: 5 }, () => find(ctx, 'alpha'))
    rmSync(join(ctx.rootPath, 'm'), { recursive: true })
    for (const { summary } of await Promise.all(searches)) expect(summary.candidates).toBeGreaterThanOrEqual(1)
    await expect(callTool(ctx, 'manual_find', { query: 'alpha', manual_id: 'm' })).rejects.toMatchObject({ reason: 'not_found' })
  })
})
