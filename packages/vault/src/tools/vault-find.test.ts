import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { plainCall } from '@shoko/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callTool, connectedCall, reasonOf, sharedVault } from '../../test/vault-tree.ts'
import { findNotes, type VaultFindOutput, vaultFind } from './vault-find.ts'
import { type VaultScanOutput, vaultScan } from './vault-scan.ts'

describe('vault_find', () => {
  const vaultWith = sharedVault()

  it('finds lines by words, joins neighbours, and says what it has read', async () => {
    const vault = vaultWith({
      'a.md': 'Budget plan\nbudget again\n\nother\nbudget',
      'b.md': 'nothing here',
      'c/d.md': 'the BUDGET\n',
    })
    const { summary, next_actions, trace_id } = await findNotes(vault.context, { query: 'budget' })
    expect(summary).toEqual({
      scanned_files: 3,
      scanned_nodes: 7,
      candidates: 3,
      warnings: 0,
      max_stage_applied: 1.5,
      scope_expanded: false,
      integrated_candidates: 3,
      signal_coverage: { normalized: 3, loose: 3 },
      file_bias_ratio: 2 / 3,
      gap_ranges_count: 0,
      sufficiency_score: 0.6 * (1 - (0.2 * 2) / 3),
      integration_status: 'needs_followup',
    })
    expect(next_actions).toEqual([{ type: 'stop', confidence: 0.7, params: null }])
    expect(trace_id).toMatch(/^[0-9a-f]{32}$/)
    expect(vault.context.traces.get(trace_id)?.candidates.map(({ path, start, end }) => [path, start, end])).toEqual([
      ['a.md', 1, 2],
      ['a.md', 5, 5],
      ['c/d.md', 1, 1],
    ])
  })

  it('finds real words in three languages', async () => {
    const vault = vaultWith({
      'ja.md': '休暇の申請は人事部に提出してください。',
      'es.md': 'Las reuniones empiezan a las nueve.\nRevisa los artículos.',
      'en.md': 'We studied indexing.\nThe policies changed.',
    })
    const where = async (query: string) => {
      const { trace_id } = await findNotes(vault.context, { query })
      return vault.context.traces.get(trace_id)?.candidates.map(({ path, start }) => `${path}:${start}`)
    }
    expect(await where('申請')).toEqual(['ja.md:1'])
    expect(await where('人事部への休暇申請')).toEqual(['ja.md:1'])
    expect(await where('reunion')).toEqual(['es.md:1'])
    expect(await where('articulo')).toEqual(['es.md:2'])
    expect(await where('index policy')).toEqual(['en.md:1'])
    expect(await where('studies')).toEqual(['en.md:1'])
    expect(await where('ＰＯＬＩＣＹ')).toEqual(['en.md:2'])
  })

  it('finds loosely written words in stage 1, and they cover the query', async () => {
    const vault = vaultWith({ 'a.md': 'data\nover-\nview (SLA)', 'b.md': 'サービス・レベル' })
    const english = (await findNotes(vault.context, { query: 'dataoverview' })).summary
    expect(english).toMatchObject({ signal_coverage: { normalized: 0, loose: 1 }, gap_ranges_count: 0, integrated_candidates: 1 })
    const japanese = (await findNotes(vault.context, { query: 'サービスレベル' })).summary
    expect(japanese.signal_coverage.loose).toBe(1)
  })

  it('counts terms that nothing covers, and proposes to scan the best file', async () => {
    const vault = vaultWith({ 'a.md': 'alpha', 'b.md': 'alpha and beta' })
    const { summary, next_actions } = await findNotes(vault.context, { query: 'alpha beta gamma' })
    expect(summary).toMatchObject({ gap_ranges_count: 1, integration_status: 'needs_followup' })
    expect(next_actions).toEqual([{ type: 'vault_scan', confidence: 0.7, params: { path: 'b.md', cursor: { start_line: 1 } } }])
  })

  it('is blocked without candidates: the first text file in scope is proposed, or nothing', async () => {
    const vault = vaultWith({ '0.bin': Uint8Array.of(0), 'a.md': 'x', 'd/b.md': 'x' })
    const blocked = await findNotes(vault.context, { query: 'zebra', scope: {} })
    expect(blocked.summary).toMatchObject({
      integration_status: 'blocked',
      sufficiency_score: 0,
      file_bias_ratio: 0,
      gap_ranges_count: 1,
      warnings: 1,
    })
    expect(blocked.next_actions).toMatchObject([{ type: 'vault_scan', params: { path: 'a.md' } }])
    const nothing = await findNotes(vault.context, { query: 'zebra', scope: { glob: '*.bin' } })
    expect(nothing.next_actions).toEqual([{ type: 'stop', confidence: 0.7, params: null }])
    expect(nothing.summary.scanned_files).toBe(0)
  })

  it('is ready from five places on', async () => {
    const vault = vaultWith(Object.fromEntries([...'abcde'].map((name) => [`${name}.md`, 'zebra'])))
    const { summary, next_actions } = await findNotes(vault.context, { query: 'zebra' })
    expect(summary.integration_status).toBe('ready')
    expect(next_actions).toEqual([{ type: 'stop', confidence: 0.9, params: null }])
  })

  it('proposes to look everywhere when one file of a narrowed scope has everything', async () => {
    const vault = vaultWith({ 'd/a.md': 'zebra', 'b.md': 'zebra' })
    const { next_actions, summary } = await findNotes(vault.context, { query: 'zebra', scope: { relative_dir: 'd' } })
    expect(summary).toMatchObject({ scanned_files: 1, file_bias_ratio: 1 })
    expect(next_actions).toEqual([{ type: 'vault_find', confidence: 0.6, params: { query: 'zebra' } }])
  })

  it('keeps to the budget of candidates, and says so only when it was cut', async () => {
    const vault = vaultWith(Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`${index}.md`, 'zebra'])))
    const cut = await findNotes(vault.context, { query: 'zebra', budget: { max_candidates: 5 } })
    expect(cut.summary).toMatchObject({
      candidates: 5,
      integrated_candidates: 5,
      cutoff_reason: 'candidate_cap',
      max_stage_applied: 0,
    })
    const whole = await findNotes(vault.context, { query: 'zebra', budget: { max_candidates: 12 } })
    expect(whole.summary).toMatchObject({ candidates: 12, max_stage_applied: 1.5 })
    expect(whole.summary).not.toHaveProperty('cutoff_reason')
  })

  it('stops stage 1 at the budget too', async () => {
    const vault = vaultWith({ 'a.md': 'zebra-fish', 'b.md': 'ze-bra fish', 'c.md': 'ze bra fi sh' })
    const { summary } = await findNotes(vault.context, { query: 'zebrafish', budget: { max_candidates: 2 } })
    expect(summary).toMatchObject({ candidates: 2, cutoff_reason: 'candidate_cap', max_stage_applied: 1 })
  })

  it('keeps to the budget of time, and still reads something', async () => {
    const vault = vaultWith(
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${index}.md`, 'zebra fish '.repeat(2000)])),
    )
    const { summary } = await findNotes(vault.context, { query: 'giraffe', budget: { time_ms: 1 } })
    expect(summary).toMatchObject({ cutoff_reason: 'time_budget' })
    expect(summary.scanned_files).toBeGreaterThan(0)
    expect(summary.scanned_files).toBeLessThan(300)
  })

  it('leaves out what searches leave out', async () => {
    const vault = vaultWith({
      '.system/a.md': 'zebra',
      '.obsidian/b.md': 'zebra',
      'n.md': 'zebra',
      'x.bin': Uint8Array.of(0x7a, 0),
    })
    execFileSync('mkfifo', [vault.at('pipe.md')])
    expect((await findNotes(vault.context, { query: 'zebra' })).summary).toMatchObject({
      scanned_files: 1,
      candidates: 1,
      warnings: 1,
    })
    const hidden = await findNotes(vault.context, { query: 'zebra', scope: { relative_dir: '.system' } })
    expect(hidden).toMatchObject({
      summary: { scanned_files: 0, integration_status: 'blocked' },
      next_actions: [{ type: 'stop' }],
    })
  })

  it('takes a query without words', async () => {
    const vault = vaultWith({ 'a.md': 'what?!? yes' })
    expect((await findNotes(vault.context, { query: '?!?' })).summary).toMatchObject({
      integrated_candidates: 1,
      gap_ranges_count: 0,
    })
    expect((await findNotes(vault.context, { query: '###' })).summary).toMatchObject({
      integrated_candidates: 0,
      gap_ranges_count: 1,
    })
  })

  it('sees changed files at once', async () => {
    const vault = vaultWith({ 'a.md': 'zebra' })
    expect((await findNotes(vault.context, { query: 'giraffe' })).summary.candidates).toBe(0)
    writeFileSync(vault.at('a.md'), 'a giraffe')
    expect((await findNotes(vault.context, { query: 'giraffes' })).summary.candidates).toBe(1)
    rmSync(vault.at('a.md'))
    expect((await findNotes(vault.context, { query: 'giraffe' })).summary.scanned_files).toBe(0)
  })

  it('answers the same again once its files are indexed', async () => {
    const vault = vaultWith({ 'a.md': 'Zebras\n\nze-bra', 'b.md': 'nothing', 'c/d.md': '縞馬とzebra', 'x.bin': Uint8Array.of(0) })
    await sleep(60)
    const summaries = []
    for (let round = 0; round < 4; round++) {
      summaries.push((await findNotes(vault.context, { query: 'zebra' })).summary)
      await sleep(20)
    }
    expect(summaries[0]).toMatchObject({ scanned_files: 3, scanned_nodes: 5, candidates: 3, warnings: 1 })
    for (const summary of summaries) expect(summary).toEqual(summaries[0])
    writeFileSync(vault.at('b.md'), 'a zebra')
    expect((await findNotes(vault.context, { query: 'zebra' })).summary.candidates).toBe(4)
  })

  it('refuses wrong input', async () => {
    const vault = vaultWith({ 'a.md': 'x' })
    const reason = (args: object) => reasonOf(callTool(vaultFind, vault, args))
    for (const query of ['', '   ', 7, null]) expect(await reason({ query })).toBe('invalid_argument')
    for (const value of [0, -1, 1.5, '5', true]) {
      expect(await reason({ query: 'x', budget: { max_candidates: value } })).toBe('invalid_argument')
      expect(await reason({ query: 'x', budget: { time_ms: value } })).toBe('invalid_argument')
    }
    expect(await reason({ query: 'x', budget: { max_candidate: 5 } })).toBe('invalid_argument')
    expect(await reason({ query: 'x', scope: 'all' })).toBe('invalid_argument')
    expect(await reason({ query: 'x', scope: { glob: 5 } })).toBe('invalid_argument')
    expect(await reason({ query: 'x', scope: { relative_dir: 5 } })).toBe('invalid_path')
    expect(await reason({ query: 'x', scope: { relative_dir: '../x' } })).toBe('invalid_path')
    expect(await reason({ query: 'x', scope: { relative_dir: 'missing' } })).toBe('not_found')
    expect(await reason({ query: 'x', scope: { relative_dir: null, glob: null, other: 1 }, budget: { time_ms: null } })).toBe(
      'no error',
    )
  })

  it('can be cancelled', async () => {
    const vault = vaultWith({ 'a.md': 'x' })
    expect(await reasonOf(findNotes(vault.context, { query: 'x' }, { ...plainCall, signal: AbortSignal.abort() }))).toBe(
      'cancelled',
    )
  })

  it('gives valid proposals that end when they are followed blindly', async () => {
    const word = fc.constantFrom('zebra', 'giraffe', '休暇', 'artículos', 'x')
    const files = fc.dictionary(
      fc.constantFrom('a.md', 'b.md', 'd/c.md', 'd/e.txt'),
      fc.array(word).map((words) => words.join('\n')),
    )
    const scope = fc.record(
      { relative_dir: fc.constantFrom('d', '.', ''), glob: fc.constantFrom('*.md', '*') },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(files, scope, fc.array(word, { minLength: 1, maxLength: 3 }), async (tree, narrowed, words) => {
        const vault = vaultWith({ 'd/keep.bin': Uint8Array.of(0), ...tree })
        const call = connectedCall()
        let next: { type: string; params: unknown } = { type: 'vault_find', params: { query: words.join(' '), scope: narrowed } }
        for (let step = 0; next.type === 'vault_find' || next.type === 'vault_scan'; step++) {
          expect(step).toBeLessThan(20)
          const tool = next.type === 'vault_find' ? vaultFind : vaultScan
          const output: VaultFindOutput | VaultScanOutput = await callTool(tool, vault, next.params, call)
          expect(output.next_actions).toHaveLength(1)
          next = output.next_actions[0]!
        }
        expect(['stop', 'vault_coverage']).toContain(next.type)
      }),
      { numRuns: 25 },
    )
  })
})
