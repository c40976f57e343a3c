import { describe, expect, it } from 'vitest'
import { boiler, find, hits, places } from '../../test/search.ts'
import { workspace } from '../../test/workspace.ts'

describe('manual_find: candidates and signals', () => {
  it('finds the nearest heading, by the text or by its own heading', async () => {
    const ctx = workspace(boiler)
    expect(new Set(await places(ctx, { query: 'boiler', manual_id: 'm', expand_scope: false }))).toEqual(
      new Set(['m/boiler.md:1', 'm/boiler.md:5']),
    )
    const rows = await hits(ctx, await find(ctx, { query: 'prices', manual_id: 'm', expand_scope: false }))
    expect(rows).toMatchObject([
      { ref: { path: 'boiler.md', start_line: 9, title: 'Prices', signals: expect.arrayContaining(['heading']) } },
    ])
  })

  it('gives a heading-only match no text signal', async () => {
    const ctx = workspace({ 'm/a.md': '# Tarifas\n\nnada\n' })
    const [row] = await hits(ctx, await find(ctx, { query: 'tarifas' }))
    expect(row).toMatchObject({ ref: { signals: expect.not.arrayContaining(['normalized', 'loose']) } })
  })

  it('makes no candidate of an exception word alone, and marks one that matches', async () => {
    const ctx = workspace({ 'm/a.md': '# A\n\nボイラーは対象外です。\n\n# B\n\n洗剤は対象外です。\n' })
    const rows = await hits(ctx, await find(ctx, { query: 'ボイラー' }))
    expect(rows).toMatchObject([{ ref: { start_line: 1, signals: expect.arrayContaining(['normalized', 'exceptions']) } }])
  })

  it('finds by synonyms, the common ones and those of the manual, loosely', async () => {
    const ctx = workspace({
      'm/a.md': '# A\n\n珈琲機を洗う。\n\n# B\n\n故障は除外します。\n',
      'm/synonyms.json': '[["エスプレッソマシン", "珈琲機"]]',
      'n/a.md': '# N\n\n珈琲機を売る。\n',
    })
    const own = await hits(ctx, await find(ctx, { query: 'エスプレッソマシン', manual_id: 'm', expand_scope: false }))
    expect(own).toMatchObject([{ ref: { start_line: 1, signals: expect.arrayContaining(['loose']) } }])
    const common = await hits(ctx, await find(ctx, { query: '対象外', manual_id: 'm', expand_scope: false }))
    expect(common).toMatchObject([{ ref: { start_line: 5, signals: expect.arrayContaining(['loose']) } }])
    expect(await places(ctx, { query: 'エスプレッソマシン', manual_id: 'n', expand_scope: false })).toEqual([])
  })

  it('does not search synonyms.json itself', async () => {
    const ctx = workspace({ 'm/synonyms.json': '[["alpha", "beta"]]', 'm/sub/synonyms.json': '{"gamma": 1}' })
    expect(await places(ctx, { query: 'beta' })).toEqual([])
    expect(await places(ctx, { query: 'gamma' })).toEqual(['m/sub/synonyms.json:1'])
  })

  it('explains every candidate: signals, matched terms and the parts that add up to its score', async () => {
    const ctx = workspace(boiler)
    const rows = (await hits(ctx, await find(ctx, { query: 'descale boiler' }))) as unknown as {
      score: number
      matched_terms: string[]
      score_parts: Record<string, number>
    }[]
    expect(rows.length).toBeGreaterThan(0)
    for (const { score, matched_terms, score_parts } of rows) {
      expect(matched_terms.length).toBeGreaterThan(0)
      expect(Object.values(score_parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 2)
    }
    expect(rows[0]!.matched_terms).toEqual(['descale', 'boiler'])
  })

  it('orders by score, then path, then line', async () => {
    const same = '# T\n\nsame words here\n'
    const ctx = workspace({ 'm/b.md': same, 'm/a.md': `${same}\n${same}`, 'm/c.md': same })
    expect(await places(ctx, { query: 'words' })).toEqual(expect.arrayContaining(['m/a.md:1', 'm/b.md:1', 'm/c.md:1']))
    const [first, ...rest] = (await hits(ctx, await find(ctx, { query: 'words' }))) as unknown as {
      score: number
      ref: { path: string; start_line: number }
    }[]
    let before = first!
    for (const row of rest) {
      const ordered = before.score > row.score || [before.ref.path, before.ref.start_line] <= [row.ref.path, row.ref.start_line]
      expect(ordered).toBe(true)
      before = row
    }
  })

  it('focuses the strongest heading groups, at most three', async () => {
    const file = (name: string) => `# ${name}\n\n## boiler ${name}\n\ntext\n`
    const ctx = workspace(Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`m/${name}.md`, file(name)])))
    const rows = (await hits(ctx, await find(ctx, { query: 'boiler' }))) as unknown as { ref: { signals: string[] } }[]
    expect(rows.filter(({ ref }) => ref.signals.includes('heading_focus'))).toHaveLength(3)
  })
})

describe('manual_find: summary and next actions', () => {
  it('returns exactly the seven keys of the summary, and the claim graph only when asked', async () => {
    const ctx = workspace(boiler)
    const output = await find(ctx, { query: 'boiler' })
    expect(Object.keys(output)).toEqual(['trace_id', 'passages', 'summary', 'next_actions'])
    expect(output.trace_id).toMatch(/^[0-9a-f]{32}$/)
    expect(Object.keys(output.summary)).toEqual([
      'scanned_files',
      'scanned_nodes',
      'candidates',
      'file_bias_ratio',
      'conflict_count',
      'gap_count',
      'integration_status',
    ])
    expect(await find(ctx, { query: 'boiler', include_claim_graph: true })).toHaveProperty('claim_graph.claims')
  })

  it('is blocked without candidates', async () => {
    const output = await find(workspace(boiler), { query: 'zzzzqqqq' })
    expect(output.summary).toMatchObject({ candidates: 0, file_bias_ratio: 0, integration_status: 'blocked' })
    expect(output).toMatchObject({ passages: [], next_actions: [] })
  })

  it('is ready when a passage holds the question and nothing is open', async () => {
    const tree = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`m/f${index}.md`, `# F\n\nboiler ${index}\n`]))
    expect((await find(workspace(tree), { query: 'boiler' })).summary).toMatchObject({
      gap_count: 0,
      conflict_count: 0,
      integration_status: 'ready',
    })
  })

  it('sends the reader to the best passage first, and to the other side when there is a conflict', async () => {
    const ctx = workspace({ 'm/a.md': '# A\n\n修理は保証の対象です。\n', 'm/b.md': '# B\n\n修理は保証の対象外です。\n' })
    const output = await find(ctx, { query: '修理 対象', include_claim_graph: true })
    expect(output.summary.conflict_count).toBe(1)
    expect(await hits(ctx, output, 'conflicts')).toHaveLength(output.summary.conflict_count)
    const { path } = output.passages[0]!.ref
    const ref = { manual_id: 'm', path, start_line: 1 }
    expect(output.next_actions[0]).toEqual({ type: 'manual_read', confidence: 0.7, params: { ref, scope: 'section' } })
    expect(output.summary.integration_status).toBe('needs_followup')
  })

  it('lets a planner replace the actions, if it answers well-formed', async () => {
    const action = { type: 'manual_find' as const, confidence: null, params: { query: 'again' } }
    expect((await find(workspace(boiler, { hooks: { planner: () => [action] } }), { query: 'boiler' })).next_actions).toEqual([
      action,
    ])
    const broken = workspace(boiler, { hooks: { planner: () => [{ type: 'stop' }] as never } })
    expect((await find(broken, { query: 'boiler' })).next_actions[0]).toMatchObject({ type: 'manual_read' })
  })
})

describe('manual_find: passages', () => {
  const moon =
    '# Apollo\n\nApollo 11 was launched from Florida.\n\n## Landing\n\nArmstrong became the first person to step onto the lunar surface.\nAldrin joined him nineteen minutes later.\n\n## Return\n\nThey landed in the Pacific.\n'
  const question = 'Who was the first person on the lunar surface?'

  it('carries what was found, verbatim, with its lines and headings', async () => {
    const output = await find(workspace({ 'm/apollo.md': moon, 'n/tea.md': '# Tea\n\nBoil water.\n' }), { query: question })
    const [best] = output.passages
    expect(best).toMatchObject({ ref: { manual_id: 'm', path: 'apollo.md', start_line: 7 }, heading: 'Apollo > Landing' })
    expect(best!.text).toContain('Armstrong became the first person to step onto the lunar surface.')
    expect(best!.text).toBe(
      moon
        .split('\n')
        .slice(best!.ref.start_line - 1, best!.ref.end_line)
        .join('\n'),
    )
    expect(output.summary.integration_status).toBe('ready')
    const ref = { manual_id: 'm', path: 'apollo.md', start_line: 5 }
    expect(output.next_actions[0]).toEqual({ type: 'manual_read', confidence: 0.9, params: { ref, scope: 'section' } })
  })

  it('is not ready for a question that nothing answers', async () => {
    const ctx = workspace({ 'm/apollo.md': moon })
    const output = await find(ctx, { query: 'Which person sells surface paint in Florida and Nevada?' })
    expect(output.passages[0]?.confidence ?? 0).toBeLessThan(0.5)
    expect(output.summary.integration_status).toBe('needs_followup')
    expect(output.next_actions[0]).toMatchObject({ type: 'manual_read', confidence: 0.7 })
  })

  it('cuts only what is returned by the limits: the status stays', async () => {
    const ctx = workspace({ 'm/apollo.md': moon })
    const whole = await find(ctx, { query: question })
    const none = await find(ctx, { query: question, limits: { max_passages: 0 } })
    expect(none).toMatchObject({ passages: [], summary: whole.summary })
    const short = await find(ctx, { query: question, limits: { max_passages: 1, max_chars: 70 } })
    expect(short.passages).toMatchObject([{ text: 'Armstrong became the first person to step onto the lunar surface.' }])
    expect(short.passages[0]!.confidence).toBe(whole.passages[0]!.confidence)
    expect(short.summary).toEqual(whole.summary)
  })

  it('says what a confidence is made of when asked to explain', async () => {
    const ctx = workspace({ 'm/apollo.md': moon })
    expect((await find(ctx, { query: question })).passages[0]).not.toHaveProperty('evidence')
    expect((await find(ctx, { query: question, explain: true })).passages[0]).toHaveProperty('evidence.covered')
  })

  it('keeps passages with a cached answer', async () => {
    const ctx = workspace({ 'm/apollo.md': moon })
    const first = await find(ctx, { query: question, use_cache: true })
    const again = await find(ctx, { query: question, use_cache: true, limits: { max_chars: 70 } })
    expect(again.summary).toEqual(first.summary)
    expect(again.passages[0]!.text).toContain('Armstrong')
    expect((await find(ctx, { query: question, use_cache: true })).passages).toEqual(first.passages)
  })

  it('searches what a trace left out inside the manual that is named', async () => {
    const files = (id: string) =>
      Object.fromEntries(Array.from({ length: 3 }, (_, at) => [`${id}/f${at}.md`, `# F\n\nboiler ${at}\n`]))
    const ctx = workspace({ ...files('m'), ...files('n') })
    const cut = await find(ctx, { query: 'boiler', budget: { max_candidates: 1 } })
    const rest = await find(ctx, { query: 'boiler', only_unscanned_from_trace_id: cut.trace_id, manual_id: 'n' })
    const manuals = new Set(
      ((await hits(ctx, rest, 'evidences')) as unknown as { ref: { manual_id: string } }[]).map(({ ref }) => ref.manual_id),
    )
    expect([...manuals]).toEqual(['n'])
  })
})
