import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { plainCall } from '@shoko/contract'
import { parsePath } from '@shoko/core-fs'
import { expectEach } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callTool, connectedCall, reasonOf, sharedVault, type TestVault } from '../../test/vault-tree.ts'
import { findNotes, type VaultFindInput, type VaultFindOutput, vaultFind } from './vault-find.ts'
import { type VaultScanOutput, vaultScan } from './vault-scan.ts'

describe('vault_find', () => {
  const vaultWith = sharedVault()
  /** What a test writes is somebody else's write: it is seen soon, and this waits until it is. */
  const settle = () => sleep(80)
  const found = async (vault: TestVault, input: VaultFindInput) => {
    await settle()
    return findNotes(vault.context, input)
  }

  it('finds sections by words and says what it has read', async () => {
    const vault = vaultWith({
      'a.md': '# Plan\n\nBudget plan\n\n## Rooms\n\nother\n\n## Money\n\nbudget',
      'b.md': 'nothing here',
      'c/d.md': 'the BUDGET\n',
    })
    const { summary, trace_id } = await found(vault, { query: 'budget' })
    expect(summary).toMatchObject({
      scanned_files: 3,
      scanned_nodes: 13,
      candidates: 3,
      warnings: 0,
      max_stage_applied: 1.5,
      scope_expanded: false,
      integrated_candidates: 3,
      signal_coverage: { normalized: 3, loose: 0 },
      file_bias_ratio: 2 / 3,
      gap_ranges_count: 0,
    })
    expect(trace_id).toMatch(/^[0-9a-f]{32}$/)
    expect(vault.context.traces.get(trace_id)?.candidates.map(({ path, start, end }) => [path, start, end])).toEqual([
      ['a.md', 1, 4],
      ['a.md', 9, 11],
      ['c/d.md', 1, 1],
    ])
  })

  it('answers with the passages themselves, verbatim, with lines, headings and the hash of the file', async () => {
    const text =
      '---\naliases: [gear box]\ntags: [workshop]\n---\n# Grinder\n\nIt grinds coffee.\n\n## Repairs\n\nMarta repairs the grinder every spring.\nCall her first.\n'
    const vault = vaultWith({ 'tools/grinder.md': text, 'tea.md': '# Tea\n\nBoil water, then wait.\n' })
    const output = await found(vault, { query: 'Who repairs the grinder?' })
    const [best] = output.passages
    expect(best).toMatchObject({ path: 'tools/grinder.md', start_line: 11, heading: 'Grinder > Repairs' })
    expect(best!.text).toBe(
      text
        .split('\n')
        .slice(best!.start_line - 1, best!.end_line)
        .join('\n'),
    )
    expect(best!.hash).toBe(createHash('sha256').update(text).digest('hex'))
    expect(output.summary).toMatchObject({ integration_status: 'ready', sufficiency_score: best!.confidence })
    expect(output.next_actions).toEqual([{ type: 'stop', confidence: 0.9, params: null }])
  })

  it.each(['gear box', 'workshop', 'Grinder'])(
    'answers %j, which the note is called or tagged, with how the note begins',
    async (query) => {
      const text =
        '---\naliases: [gear box]\ntags: [workshop]\n---\n# Grinder\n\nIt grinds coffee.\n\n## Repairs\n\nMarta comes every spring.\n'
      const vault = vaultWith({ 'tools/grinder.md': text, 'tea.md': '# Tea\n\nBoil water, then wait.\n' })
      const { passages, summary } = await found(vault, { query })
      expect(passages).toMatchObject([{ path: 'tools/grinder.md', start_line: 7, heading: 'Grinder', text: 'It grinds coffee.' }])
      expect(summary).toMatchObject({ gap_ranges_count: 0 })
    },
  )

  it('has no passage of front matter, and one of what stands behind it', async () => {
    const vault = vaultWith({ 'a.md': '---\naliases: [gear box]\n---\nIt grinds coffee.\n\n# Repairs\n\nMarta comes.\n' })
    const { passages } = await found(vault, { query: 'gear box' })
    expect(passages).toMatchObject([{ path: 'a.md', start_line: 4, text: 'It grinds coffee.' }])
  })

  it('shows as much as the limits say, and judges the same', async () => {
    const vault = vaultWith({ 'a.md': '# Grinder\n\nMarta repairs the grinder. She lives in Vigo.\n\nThe grinder is old.\n' })
    const whole = await found(vault, { query: 'who repairs the grinder' })
    const short = await found(vault, { query: 'who repairs the grinder', limits: { max_passages: 1, max_chars: 30 } })
    expect(short.passages).toMatchObject([{ text: 'Marta repairs the grinder.', confidence: whole.passages[0]!.confidence }])
    const none = await found(vault, { query: 'who repairs the grinder', limits: { max_passages: 0 } })
    expect(none).toMatchObject({ passages: [], summary: whole.summary })
  })

  it('is not ready for what no note answers', async () => {
    const vault = vaultWith({ 'a.md': '# Grinder\n\nMarta repairs the grinder.\n', 'b.md': 'Tea is made of water and leaves.' })
    const { summary, next_actions } = await found(vault, { query: 'Which museum in Vigo shows paintings of water?' })
    expect(summary.integration_status).toBe('needs_followup')
    expect(next_actions[0]).toMatchObject({ type: 'vault_read', confidence: 0.6, params: { path: 'b.md' } })
  })

  it('finds real words in three languages', async () => {
    const vault = vaultWith({
      'ja.md': '休暇の申請は人事部に提出してください。',
      'es.md': 'Las reuniones empiezan a las nueve.\nRevisa los artículos.',
      'en.md': 'We studied indexing.\nThe policies changed.',
    })
    const where = async (query: string) => {
      const { trace_id } = await found(vault, { query })
      return vault.context.traces.get(trace_id)?.candidates.map(({ path, start }) => `${path}:${start}`)
    }
    expect(await where('申請')).toEqual(['ja.md:1'])
    expect(await where('人事部への休暇申請')).toEqual(['ja.md:1'])
    expect(await where('reunion')).toEqual(['es.md:1'])
    expect(await where('articulo')).toEqual(['es.md:1'])
    expect(await where('index policy')).toEqual(['en.md:1'])
    expect(await where('studies')).toEqual(['en.md:1'])
    expect(await where('ＰＯＬＩＣＹ')).toEqual(['en.md:1'])
  })

  it('finds loosely written words in stage 1, and they cover the query', async () => {
    const vault = vaultWith({ 'a.md': '保険\n入 院・給付金を支払う', 'b.md': 'サービス・レベルの約束' })
    const { summary, passages } = await found(vault, { query: '入院給付金' })
    expect(summary).toMatchObject({ integrated_candidates: 1, gap_ranges_count: 0, signal_coverage: { loose: 1 } })
    expect(passages[0]).toMatchObject({ path: 'a.md' })
    expect((await found(vault, { query: 'サービスレベル' })).summary).toMatchObject({ integrated_candidates: 1 })
  })

  it('counts terms that nothing covers', async () => {
    const vault = vaultWith({ 'a.md': 'alpha', 'b.md': 'alpha and beta' })
    const { summary } = await found(vault, { query: 'alpha beta gamma' })
    expect(summary).toMatchObject({ gap_ranges_count: 1 })
  })

  it('is blocked without candidates: a loose search is proposed, or nothing', async () => {
    const vault = vaultWith({ '0.bin': Uint8Array.of(0), 'a.md': 'x', 'd/b.md': 'x' })
    const blocked = await found(vault, { query: 'zebra', scope: {} })
    expect(blocked.summary).toMatchObject({
      integration_status: 'blocked',
      sufficiency_score: 0,
      file_bias_ratio: 0,
      gap_ranges_count: 1,
      warnings: 1,
    })
    expect(blocked).toMatchObject({ passages: [], next_actions: [{ type: 'vault_search', params: { mode: 'loose' } }] })
    const nothing = await found(vault, { query: 'zebra', scope: { glob: '*.bin' } })
    expect(nothing.next_actions).toEqual([{ type: 'vault_find', confidence: 0.5, params: { query: 'zebra' } }])
    expect(nothing.summary.scanned_files).toBe(0)
  })

  it('proposes to look everywhere when a narrowed scope does not answer', async () => {
    const vault = vaultWith({ 'd/a.md': 'zebra', 'b.md': 'zebra and giraffe' })
    const { next_actions, summary } = await found(vault, { query: 'giraffe of the zebra', scope: { relative_dir: 'd' } })
    expect(summary).toMatchObject({ scanned_files: 1, file_bias_ratio: 1 })
    expect(next_actions).toContainEqual({ type: 'vault_find', confidence: 0.5, params: { query: 'giraffe of the zebra' } })
  })

  it('keeps to the budget of candidates, and says so only when it was cut', async () => {
    const vault = vaultWith(Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`${index}.md`, 'zebra'])))
    const cut = await found(vault, { query: 'zebra', budget: { max_candidates: 5 } })
    expect(cut.summary).toMatchObject({
      candidates: 5,
      integrated_candidates: 5,
      cutoff_reason: 'candidate_cap',
      max_stage_applied: 0,
    })
    const whole = await found(vault, { query: 'zebra', budget: { max_candidates: 12 } })
    expect(whole.summary).toMatchObject({ candidates: 12, max_stage_applied: 1.5 })
    expect(whole.summary).not.toHaveProperty('cutoff_reason')
  })

  it('keeps to the budget of time', async () => {
    const vault = vaultWith(
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${index}.md`, `zebra fish ${index} `.repeat(2000)])),
    )
    await settle()
    const { summary } = await findNotes(vault.context, { query: 'giraffe', budget: { time_ms: 1 } })
    expect(summary).toMatchObject({ cutoff_reason: 'time_budget' })
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
    expect((await found(vault, { query: 'zebra' })).summary).toMatchObject({
      scanned_files: 1,
      candidates: 1,
      warnings: 1,
    })
    const hidden = await findNotes(vault.context, { query: 'zebra', scope: { relative_dir: '.system' } })
    expect(hidden).toMatchObject({
      summary: { scanned_files: 0, integration_status: 'blocked' },
      next_actions: [{ type: 'vault_find' }],
    })
  })

  it('takes a query without words', async () => {
    const vault = vaultWith({ 'a.md': 'what?!? yes' })
    expect(await found(vault, { query: '?!?' })).toMatchObject({ next_actions: [{ type: 'vault_search' }] })
  })

  it('matches a glob that could go on for ever where it can be ended', async () => {
    const vault = vaultWith({ 'aab/a.md': 'zebra', 'c.md': 'zebra' })
    const { summary } = await found(vault, { query: 'zebra', scope: { glob: '{*(a)b,x}/*(a)*(.)md' } })
    expect(summary.scanned_files).toBe(1)
  })

  it('sees our own writes in the next call, and those of others soon', async () => {
    const vault = vaultWith({ 'a.md': 'zebra' })
    expect((await found(vault, { query: 'giraffe' })).summary.candidates).toBe(0)
    await vault.context.root.replace(parsePath('a.md'), 'a giraffe')
    expect((await findNotes(vault.context, { query: 'giraffes' })).summary.candidates).toBe(1)
    writeFileSync(vault.at('b.md'), 'another giraffe')
    await expect
      .poll(async () => (await findNotes(vault.context, { query: 'giraffe' })).summary.candidates, { timeout: 4000 })
      .toBe(2)
    rmSync(vault.at('a.md'))
    await expect
      .poll(async () => (await findNotes(vault.context, { query: 'giraffe' })).summary.scanned_files, { timeout: 4000 })
      .toBe(1)
  })

  it('refuses wrong input', async () => {
    const vault = vaultWith({ 'a.md': 'x' })
    const reason = (args: object) => reasonOf(callTool(vaultFind, vault, args))
    for (const query of ['', '   ', 7, null]) expect(await reason({ query })).toBe('invalid_argument')
    for (const value of [0, -1, 1.5, '5', true]) {
      expect(await reason({ query: 'x', budget: { max_candidates: value } })).toBe('invalid_argument')
      expect(await reason({ query: 'x', budget: { time_ms: value } })).toBe('invalid_argument')
    }
    await expectEach(reason, [
      [{ query: 'x', budget: { max_candidate: 5 } }, 'invalid_argument'],
      [{ query: 'x', scope: 'all' }, 'invalid_argument'],
      [{ query: 'x', scope: { glob: 5 } }, 'invalid_argument'],
      [{ query: 'x', scope: { relative_dir: 5 } }, 'invalid_path'],
      [{ query: 'x', scope: { relative_dir: '../x' } }, 'invalid_path'],
      [{ query: 'x', scope: { relative_dir: 'missing' } }, 'not_found'],
    ])
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
          next = output.next_actions[0]!
        }
        expect(['stop', 'vault_coverage', 'vault_read', 'vault_search']).toContain(next.type)
      }),
      { numRuns: 25 },
    )
  })
})
