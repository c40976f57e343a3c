import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { boiler, find, hits, places } from '../../test/search.ts'
import { type Workspace, workspace } from '../../test/workspace.ts'

describe('manual_find: scope', () => {
  it('uses the manual given, else the default manual, else all', async () => {
    expect(await places(workspace(boiler), { query: 'boiler' })).toContain('n/other.md:1')
    const withDefault = workspace(boiler, { settings: { defaultManualId: 'n' } })
    expect(await places(withDefault, { query: 'boiler', expand_scope: false })).toEqual(['n/other.md:1'])
    expect(await places(withDefault, { query: 'boiler', manual_id: 'm', expand_scope: false })).not.toContain('n/other.md:1')
  })

  it('widens to all manuals when too little was found and it may', async () => {
    const ctx = workspace(boiler)
    expect(await places(ctx, { query: 'blades boiler', manual_id: 'n' })).toEqual(
      expect.arrayContaining(['m/grinder.md:1', 'm/boiler.md:1', 'n/other.md:1']),
    )
  })

  it('names the files of other manuals when it may not widen, and counts the gap', async () => {
    const ctx = workspace(boiler)
    const output = await find(ctx, { query: 'boiler', manual_id: 'n', expand_scope: false })
    expect(await hits(ctx, output, 'unscanned')).toEqual([
      { manual_id: 'm', path: 'boiler.md', reason: 'stage_cap' },
      { manual_id: 'm', path: 'grinder.md', reason: 'stage_cap' },
    ])
    expect(output.summary).toMatchObject({ scanned_files: 1, scanned_nodes: 1, candidates: 1 })
    expect(output.summary.gap_count).toBeGreaterThanOrEqual(1)
    expect(await hits(ctx, output, 'gaps')).toHaveLength(output.summary.gap_count)
    expect(output.next_actions).toContainEqual({
      type: 'manual_find',
      confidence: 0.5,
      params: { query: 'boiler', only_unscanned_from_trace_id: output.trace_id },
    })
  })

  it('does not widen when the manual answers well enough', async () => {
    const many = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`m/f${index}.md`, `# F\n\nboiler ${index}\n`]))
    const ctx = workspace({ ...many, 'n/other.md': '# O\n\nboiler\n' })
    expect(await places(ctx, { query: 'boiler', manual_id: 'm' })).not.toContain('n/other.md:1')
  })

  it('widens when one file holds too large a share', async () => {
    const sections = Array.from({ length: 6 }, (_, index) => `## S${index}\n\nboiler\n`).join('\n')
    const ctx = workspace({ 'm/a.md': sections, 'n/other.md': '# O\n\nboiler\n' })
    expect(await places(ctx, { query: 'boiler', manual_id: 'm' })).toContain('n/other.md:1')
  })

  it('takes in sections with exceptions below a matching heading when it widens', async () => {
    const ctx = workspace({ 'm/a.md': '# Guarantee\n\nThe guarantee lasts a year.\n\n## Limits\n\nSeals are excluded.\n' })
    expect(await places(ctx, { query: 'guarantee' })).toEqual(expect.arrayContaining(['m/a.md:1', 'm/a.md:5']))
  })

  it('searches only what a trace left out', async () => {
    const ctx = workspace(boiler)
    const { trace_id } = await find(ctx, { query: 'boiler', manual_id: 'm', expand_scope: false })
    const rest = await find(ctx, { query: 'boiler', only_unscanned_from_trace_id: trace_id })
    expect(await hits(ctx, rest)).toMatchObject([{ ref: { path: 'other.md' } }])
    expect(rest.summary.scanned_files).toBe(1)
  })

  it.each([
    [{ query: 'x', only_unscanned_from_trace_id: 'f'.repeat(32) }, 'not_found'],
    [{ query: 'x', manual_id: 'zzz' }, 'not_found'],
    [{ query: 'x', manual_id: '../m' }, 'invalid_argument'],
    [{ query: ' ' }, 'invalid_argument'],
    [{ query: '' }, 'invalid_argument'],
    [{}, 'invalid_argument'],
    [{ query: 'x', expand_scope: 'false' }, 'invalid_argument'],
    [{ query: 'x', include_claim_graph: 1 }, 'invalid_argument'],
    [{ query: 'x', use_cache: 'yes' }, 'invalid_argument'],
    [{ query: 'x', budget: { time_ms: 0 } }, 'invalid_argument'],
    [{ query: 'x', budget: { max_candidates: 1.5 } }, 'invalid_argument'],
    [{ query: 'x', budget: { max_candidates: '3' } }, 'invalid_argument'],
    [{ query: 'x', scope: 'm' }, 'invalid_argument'],
  ])('refuses %j with %s', async (args, reason) => {
    await expect(find(workspace(boiler), args)).rejects.toMatchObject({ reason })
  })
})

describe('manual_find: budget', () => {
  const tree = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`m/f${index}.md`, `# F${index}\n\nboiler text ${index}\n`]),
  )

  it('names the files behind the cap, and a search of those goes on', async () => {
    const ctx = workspace(tree)
    const budget = { max_candidates: 4 }
    const first = await find(ctx, { query: 'boiler', budget })
    expect(first.summary).toMatchObject({ candidates: 4, scanned_files: 4 })
    const left = await hits(ctx, first, 'unscanned')
    expect(left).toHaveLength(6)
    expect(left[0]).toMatchObject({ manual_id: 'm', reason: 'candidate_cap' })
    const second = await find(ctx, { query: 'boiler', budget, only_unscanned_from_trace_id: first.trace_id })
    expect(second.summary).toMatchObject({ candidates: 4, scanned_files: 4 })
    const third = await find(ctx, { query: 'boiler', budget, only_unscanned_from_trace_id: second.trace_id })
    expect(third.summary).toMatchObject({ candidates: 2, scanned_files: 2 })
    expect(await hits(ctx, third, 'unscanned')).toEqual([])
  })

  it('stops when its time is over, with at least one file looked at', async () => {
    let now = 0
    const ctx = workspace(tree, { clock: { now: () => now++ } })
    const output = await find(ctx, { query: 'boiler', budget: { time_ms: 3 } })
    expect(output.summary.scanned_files).toBeGreaterThanOrEqual(1)
    const left = await hits(ctx, output, 'unscanned')
    expect(left).toHaveLength(10 - output.summary.scanned_files)
    expect(left[0]).toMatchObject({ reason: 'time_budget' })
  })

  it('names the files that the index itself had no time for', async () => {
    let now = 0
    const sections = Array.from({ length: 4_000 }, (_, index) => `## S${index}\n\nboiler valve pump\n`).join('\n')
    const ctx = workspace({ 'm/a.md': sections, 'm/b.md': sections }, { clock: { now: () => now++ } })
    await find(ctx, { query: 'seal' })
    const output = await find(ctx, { query: 'boiler valve pump', budget: { time_ms: 4 } })
    expect(output.summary.candidates).toBeGreaterThanOrEqual(1)
    expect(await hits(ctx, output, 'unscanned')).toMatchObject([{ manual_id: 'm', reason: 'time_budget' }])
  })

  it('looks at a file of its scope when the index had no time to come to one', async () => {
    let now = 0
    const sections = Array.from({ length: 4_000 }, (_, index) => `## S${index}\n\nboiler valve pump\n`).join('\n')
    const tree = { 'm/a.md': sections, 'n/b.md': '# B\n\nThe seal leaks.\n', 'n/c.md': '# C\n\nAnother seal.\n' }
    const ctx = workspace(tree, { clock: { now: () => now++ } })
    await find(ctx, { query: 'leaks' })
    const query = 'boiler valve pump seal'
    const first = await find(ctx, { query, manual_id: 'n', expand_scope: false, budget: { time_ms: 4 } })
    expect(first.summary).toMatchObject({ scanned_files: 1, candidates: 1 })
    const left = await hits(ctx, first, 'unscanned')
    expect(left.filter(({ reason }) => reason === 'time_budget')).toMatchObject([{ manual_id: 'n' }])
    const rest = { query, only_unscanned_from_trace_id: first.trace_id, budget: { time_ms: 4 } }
    expect(await hits(ctx, await find(ctx, rest), 'unscanned')).toHaveLength(left.length - 1)
  })

  it('does not go on when its time is over, however long the query and however many nodes hold its words', async () => {
    let now = 0
    const words = Array.from({ length: 60 }, (_, index) => `${'abcdefghij'[index % 10]}${'klmnop'[index % 6]}${index}word`)
    const page = Array.from({ length: 60 }, (_, index) => `## S${index}\n\n${words.join(' ')}\n`).join('\n')
    const ctx = workspace(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`m/p${index}.md`, page])), {
      clock: { now: () => now++ },
    })
    await find(ctx, { query: 'word1' })
    const taken: number[] = []
    const { ranker } = ctx.corpus
    const rank: typeof ranker.rank = (text, options) => {
      const ranking = ranker.rank(text, options)
      return Object.assign(Object.create(ranking), { take: (count: number) => ranking.take(taken[taken.push(count) - 1]!) })
    }
    const counted = {
      ...ctx,
      corpus: Object.create(ctx.corpus, { ranker: { value: Object.create(ranker, { rank: { value: rank } }) } }),
    }
    const began = now
    const budget = { time_ms: 400, max_candidates: 100_000 }
    const output = await find(counted, { query: words.join(' ').repeat(30).slice(0, 4_000), budget })
    // Each look at the clock moves it on: looks after the end are work after the end.
    expect(now - began).toBeLessThan(410)
    expect(output.summary.candidates).toBeGreaterThan(50)
    // Of the 2,400 nodes that match, only so many were put in order as there was time to look at.
    expect(taken.reduce((sum, count) => sum + count, 0)).toBeLessThan(600)
    const left = await hits(ctx, output, 'unscanned')
    expect(left).toHaveLength(40 - output.summary.scanned_files)
    expect(left[0]).toMatchObject({ reason: 'time_budget' })
  })
})

describe('manual_find: corrective widening, late rerank and cache', () => {
  it('widens for a corrective reason when that is on', async () => {
    const many = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`m/f${index}.md`, `# F\n\nboiler\n`]))
    const tree = { ...many, 'n/other.md': '# O\n\nboiler\n' }
    expect(
      await places(workspace(tree, { settings: { correctiveEnabled: true } }), { query: 'boiler', manual_id: 'm' }),
    ).toContain('n/other.md:1')
  })

  it('reranks late when it is on, and says so', async () => {
    const ctx = workspace(boiler, { settings: { lateRerankEnabled: true } })
    const rows = (await hits(ctx, await find(ctx, { query: 'boiler' }))) as unknown as {
      ref: { signals: string[] }
      score_parts: Record<string, number>
    }[]
    expect(rows[0]!.ref.signals).toContain('late_rerank')
    expect(rows[0]!.score_parts.late_rerank).toBeCloseTo(0.6)
  })

  it('uses the scores of a reranker hook, and ignores a malformed answer', async () => {
    const settings = { lateRerankWeight: 100 }
    const last = workspace(boiler, {
      settings,
      hooks: { lateReranker: ({ candidates }) => candidates.map(({ text }) => (text.includes('Descale') ? 1 : 0)) },
    })
    expect((await hits(last, await find(last, { query: 'boiler' })))[0]).toMatchObject({ ref: { start_line: 5 } })
    const broken = workspace(boiler, { settings, hooks: { lateReranker: () => ['x'] as never } })
    expect((await find(broken, { query: 'boiler' })).summary.candidates).toBeGreaterThan(0)
  })

  it('tells what it looked at, also when files change while a reranker thinks', async () => {
    const files = Array.from({ length: 12 }, (_, index) => `m/f${String(index).padStart(2, '0')}.md`)
    const tree = Object.fromEntries(files.map((path) => [path, '# F\n\nboiler\n\n# G\n\nvalve\n']))
    let wanted = true
    const ctx: Workspace = workspace(tree, {
      hooks: {
        async lateReranker({ candidates }) {
          if (wanted) {
            wanted = false
            for (const path of files.slice(0, 8)) rmSync(join(ctx.rootPath, path))
            await vi.waitFor(async () => {
              await find(ctx, { query: 'valve' })
              expect(ctx.corpus.records.size).toBe(4)
            }, 5_000)
          }
          return candidates.map(() => 0)
        },
      },
    })
    const { summary } = await find(ctx, { query: 'boiler', expand_scope: false, budget: { max_candidates: 3 } })
    expect(summary).toMatchObject({ candidates: 3, scanned_files: 3, scanned_nodes: 6 })
  })

  it('answers from the cache with a new trace, and misses after a change', async () => {
    let reranked = 0
    const hooks = {
      lateReranker: ({ candidates }: { candidates: readonly object[] }) => {
        reranked++
        return candidates.map(() => 0)
      },
    }
    const ctx = workspace(boiler, { hooks, settings: { semCacheEnabled: true } })
    const first = await find(ctx, { query: 'Grinder  blades' })
    const runs = reranked
    const second = await find(ctx, { query: 'ｇrinder blades' })
    expect(reranked).toBe(runs)
    expect(second.trace_id).not.toBe(first.trace_id)
    expect(second.summary).toEqual(first.summary)
    expect(await hits(ctx, second)).toEqual(await hits(ctx, first))
    await find(ctx, { query: 'Grinder blades', use_cache: false })
    expect(reranked).toBeGreaterThan(runs)
  })

  it('does not keep an answer that its budget cut', async () => {
    const ctx = workspace(boiler, { settings: { semCacheEnabled: true } })
    await find(ctx, { query: 'boiler', budget: { max_candidates: 1 } })
    ctx.write('m/more.md', '# More\n\nboiler\n')
    const { summary } = await find(ctx, { query: 'boiler', budget: { max_candidates: 1 } })
    expect(summary.candidates).toBe(1)
  })
})
