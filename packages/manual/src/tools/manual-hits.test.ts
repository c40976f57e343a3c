import { describe, expect, it } from 'vitest'
import { callTool, workspace } from '../../test/workspace.ts'
import type { ManualFindOutput } from './manual-find.ts'
import type { ManualHitsOutput } from './manual-hits.ts'

const tree = {
  'm/a.md': '# A\n\nboiler one\n\n## B\n\nboiler two\n',
  'm/c.md': '# C\n\nboiler three\n',
}

async function searched(files: Record<string, string> = tree, query = 'boiler') {
  const ctx = workspace(files)
  const { trace_id } = (await callTool(ctx, 'manual_find', { query })) as ManualFindOutput
  const hits = (args: object) => callTool(ctx, 'manual_hits', { trace_id, ...args }) as Promise<ManualHitsOutput>
  return { trace_id, hits }
}

describe('manual_hits', () => {
  it('pages through compact candidates and names a common manual once', async () => {
    const { trace_id, hits } = await searched()
    const all = await hits({})
    expect(all).toMatchObject({ trace_id, kind: 'candidates', offset: 0, limit: 50, total: 3, manual_id: 'm' })
    expect(Object.keys(all.items[0]!.ref as object).sort()).toEqual(['path', 'signals', 'start_line', 'title'])
    expect(await hits({ offset: 1, limit: 1 })).toMatchObject({ total: 3, items: [all.items[1]] })
    expect(await hits({ offset: 99 })).toMatchObject({ total: 3, items: [] })
  })

  it('is lean unless reasons are asked for, and its items are read as they are', async () => {
    const ctx = workspace({
      'm/a.md': `# A\n\nFirst line.\n\nThe boiler ${'and the valve '.repeat(20)}leak.\n`,
      'm/b.md': '# B\n\nNo boiler.\n',
    })
    const { trace_id } = (await callTool(ctx, 'manual_find', { query: 'boiler valve' })) as ManualFindOutput
    const page = async (more: object) => (await callTool(ctx, 'manual_hits', { trace_id, ...more })) as ManualHitsOutput
    const { items, manual_id, version } = await page({})
    expect(Object.keys(items[0]!).sort()).toEqual(['ref', 'score', 'snippet'])
    expect(items[0]!.snippet).toMatch(/^The boiler and the valve .*…$/)
    expect([...(items[0]!.snippet as string)]).toHaveLength(160)
    expect((await page({ explain: true })).items[0]).toMatchObject({
      matched_terms: ['boiler', 'valve'],
      score_parts: expect.any(Object),
    })
    expect(await page({ version })).not.toHaveProperty('changed')
    expect(await callTool(ctx, 'manual_read', { ref: items[0]!.ref, manual_id })).toMatchObject({
      text: expect.stringContaining('valve'),
    })
    expect(await callTool(ctx, 'manual_read', { ref: items[1]!.ref })).toMatchObject({ text: '# B\n\nNo boiler.\n' })
    const [top] = (await page({ kind: 'integrated_top' })).items
    expect(await callTool(ctx, 'manual_read', { ref: top!.ref })).toHaveProperty('text')
  })

  it('never exceeds its bound, and gives every candidate once', async () => {
    const words = 'boiler '.repeat(40)
    const many = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [`m/${'folder-'.repeat(9)}${index}.md`, `# T${index}\n\n${words}\n`]),
    )
    const { hits } = await searched(many)
    const seen = new Set<string>()
    for (let offset: number | null = 0; offset !== null; ) {
      const output: ManualHitsOutput = await hits({ offset, limit: 200 })
      expect(JSON.stringify(output).length).toBeLessThanOrEqual(20_000)
      for (const { ref } of output.items) seen.add((ref as { path: string }).path)
      offset = output.next_offset
    }
    expect(seen.size).toBe(150)
  })

  it('names the manual in each ref when there are several', async () => {
    const { hits } = await searched({ ...tree, 'n/d.md': '# D\n\nboiler four\n' })
    const page = await hits({})
    expect(page).not.toHaveProperty('manual_id')
    expect(page.items.map(({ ref }) => (ref as { manual_id: string }).manual_id).sort()).toEqual(['m', 'm', 'm', 'n'])
  })

  it('shows the first 20 in full', async () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`m/${index}.md`, `# T\n\nboiler\n`]))
    const { hits } = await searched(many)
    const page = await hits({ kind: 'integrated_top' })
    expect(page).toMatchObject({ total: 20 })
    expect(page.items[0]).toMatchObject({
      ref: { target: 'manual', manual_id: 'm' },
      reason: 'ranked_by_integration',
      score: expect.any(Number),
    })
  })

  it('keeps the claim graph whether or not it was returned', async () => {
    const { hits } = await searched({ 'm/a.md': '# A\n\nThe boiler holds five litres.\n' }, 'how much does the boiler hold')
    const claims = [{ claim_id: 'claim:unknown:1', text: 'The boiler holds five litres.' }]
    expect(await hits({ kind: 'claims' })).toMatchObject({ total: 1, items: claims })
    expect(await hits({ kind: 'evidences' })).toMatchObject({ total: 1, items: [{ quote: 'The boiler holds five litres.' }] })
    expect(await hits({ kind: 'edges', limit: 1 })).toMatchObject({ items: [{ relation: expect.any(String) }] })
    expect(await hits({ kind: 'unscanned' })).toMatchObject({ total: 0, items: [] })
  })

  it('refuses an unknown trace and bad pages', async () => {
    const { hits } = await searched()
    await expect(hits({ trace_id: '0'.repeat(32) })).rejects.toMatchObject({ reason: 'not_found' })
    for (const args of [{ offset: -1 }, { limit: 0 }, { limit: 1.5 }, { kind: 'all' }, { trace_id: '' }]) {
      await expect(hits(args)).rejects.toMatchObject({ reason: 'invalid_argument' })
    }
  })
})
