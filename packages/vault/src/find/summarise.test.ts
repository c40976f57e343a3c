import { describe, expect, it } from 'vitest'
import type { Gathered } from './gather.ts'
import type { Candidate } from './integrate.ts'
import { type NextAction, proposeNext } from './propose.ts'
import { summarise } from './summarise.ts'

const gathered: Gathered = { findings: [], files: 3, lines: 30, warnings: 1, firstFile: 'a.md', cut: undefined }
const candidate = (path: string, start: number, terms = [0]): Candidate => ({
  path,
  start,
  end: start,
  signals: ['normalized'],
  terms,
})
const places = (...names: string[]) => names.map((path, index) => candidate(path, 10 * index + 1))

describe('summarise', () => {
  it('scores min(1, n/5) x (1 - 0.2 x bias)', () => {
    const score = (candidates: Candidate[]) => summarise(candidates, { gathered, termCount: 1 })
    expect(score([])).toMatchObject({ sufficiency_score: 0, file_bias_ratio: 0, integration_status: 'blocked' })
    expect(score(places('a'))).toMatchObject({
      sufficiency_score: 0.2 * 0.8,
      file_bias_ratio: 1,
      integration_status: 'needs_followup',
    })
    expect(score(places('a', 'b', 'c'))).toMatchObject({ integration_status: 'needs_followup' })
    expect(score(places('a', 'a', 'a', 'b')).sufficiency_score).toBeCloseTo(0.8 * (1 - 0.2 * 0.75))
    expect(score(places('a', 'a', 'a', 'a'))).toMatchObject({ integration_status: 'ready' })
    expect(score(places(...'abcdefghij')).sufficiency_score).toBeCloseTo(0.98)
  })

  it('counts the terms that no candidate covers', () => {
    const candidates = [candidate('a', 1, [0, 2]), candidate('b', 1, [2])]
    expect(summarise(candidates, { gathered, termCount: 4 }).gap_ranges_count).toBe(2)
  })

  it('names the stage and the reason of a cut, and leaves the key out otherwise', () => {
    expect(summarise([], { gathered, termCount: 1 })).not.toHaveProperty('cutoff_reason')
    expect(summarise([], { gathered, termCount: 1 }).max_stage_applied).toBe(1.5)
    const cut = { ...gathered, cut: { reason: 'time_budget', stage: 0 } as const }
    expect(summarise([], { gathered: cut, termCount: 1 })).toMatchObject({ cutoff_reason: 'time_budget', max_stage_applied: 0 })
  })

  it('reports what was read and each signal', () => {
    const both: Candidate = { path: 'a', start: 1, end: 2, signals: ['normalized', 'loose'], terms: [0] }
    expect(summarise([both, candidate('a', 9)], { gathered, termCount: 1 })).toMatchObject({
      scanned_files: 3,
      scanned_nodes: 30,
      warnings: 1,
      integrated_candidates: 2,
      signal_coverage: { normalized: 2, loose: 1 },
      scope_expanded: false,
    })
  })
})

describe('proposeNext', () => {
  const propose = (
    candidates: Candidate[],
    options: { scope?: object; termCount?: number; firstFile?: string | undefined } = {},
  ): NextAction | undefined => {
    const { scope = {}, termCount = 1 } = options
    const firstFile = 'firstFile' in options ? options.firstFile : 'a.md'
    const request = { query: 'q', scope, maxCandidates: 200, timeMs: 60_000 }
    return proposeNext(candidates, { request, summary: summarise(candidates, { gathered, termCount }), firstFile })[0]
  }

  it('stops when there is enough', () => {
    expect(propose(places('a', 'b', 'c', 'd', 'e'))).toEqual({ type: 'stop', confidence: 0.9, params: null })
    expect(propose(places('a', 'b', 'c', 'd', 'e'), { termCount: 3 })).toMatchObject({ type: 'stop', confidence: 0.9 })
  })

  it('scans the file that covers most of the query when terms are missing', () => {
    const candidates = [candidate('a', 1), candidate('b', 1, [0, 1]), candidate('c', 1)]
    expect(propose(candidates, { termCount: 3 })).toEqual({
      type: 'vault_scan',
      confidence: 0.7,
      params: { path: 'b', cursor: { start_line: 1 } },
    })
    expect(propose([candidate('a', 1), ...places('b', 'b')], { termCount: 2 })).toMatchObject({ params: { path: 'b' } })
  })

  it('scans the first file when nothing matched, and stops when there is none', () => {
    expect(propose([])).toMatchObject({ type: 'vault_scan', params: { path: 'a.md' } })
    expect(propose([], { firstFile: undefined })).toEqual({ type: 'stop', confidence: 0.7, params: null })
  })

  it('looks without the scope when one file of a narrowed scope has nearly everything', () => {
    const widen = { type: 'vault_find', confidence: 0.6, params: { query: 'q' } }
    expect(propose(places('a'), { scope: { relative_dir: 'x' } })).toEqual(widen)
    expect(propose(places('a'), { scope: { glob: '*.md' } })).toEqual(widen)
    expect(propose(places('a'), { scope: { relative_dir: '.' } })).toMatchObject({ type: 'stop', confidence: 0.7 })
    expect(propose(places('a', 'b', 'c'), { scope: { relative_dir: 'x' } })).toMatchObject({ type: 'stop', confidence: 0.7 })
  })
})
