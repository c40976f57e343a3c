import { describe, expect, it } from 'vitest'
import type { Gathered, Hit } from './gather.ts'
import type { Candidate } from './integrate.ts'
import type { NotePassage } from './note-passages.ts'
import { proposeNext } from './propose.ts'
import { summarize } from './summarize.ts'

const gathered: Gathered = { hits: [], files: 3, lines: 30, warnings: 1, cut: undefined }
const candidate = (path: string, start: number, terms = [0]): Candidate => ({
  path,
  start,
  end: start,
  signals: ['normalized'],
  terms,
})
const places = (...names: string[]) => names.map((path, index) => candidate(path, 10 * index + 1))
const judged = { gathered, termCount: 1, confidence: 0.4 }

describe('summarize', () => {
  it('is as sufficient as the best passage is sure, ready from a half on, blocked without candidates', () => {
    const status = (confidence: number, candidates = places('a')) => summarize(candidates, { ...judged, confidence })
    expect(status(0, [])).toMatchObject({ sufficiency_score: 0, file_bias_ratio: 0, integration_status: 'blocked' })
    expect(status(0.49)).toMatchObject({ sufficiency_score: 0.49, file_bias_ratio: 1, integration_status: 'needs_followup' })
    expect(status(0.5)).toMatchObject({ sufficiency_score: 0.5, integration_status: 'ready' })
    expect(status(0.2, places(...'abcdefghij'))).toMatchObject({ integration_status: 'needs_followup', file_bias_ratio: 0.1 })
  })

  it('counts the terms that no candidate covers', () => {
    const candidates = [candidate('a', 1, [0, 2]), candidate('b', 1, [2])]
    expect(summarize(candidates, { ...judged, termCount: 4 }).gap_ranges_count).toBe(2)
  })

  it('names the stage and the reason of a cut, and leaves the key out otherwise', () => {
    expect(summarize([], judged)).not.toHaveProperty('cutoff_reason')
    expect(summarize([], judged).max_stage_applied).toBe(1.5)
    const cut = { ...gathered, cut: { reason: 'time_budget', stage: 0 } as const }
    expect(summarize([], { ...judged, gathered: cut })).toMatchObject({ cutoff_reason: 'time_budget', max_stage_applied: 0 })
  })

  it('reports what was read and each signal', () => {
    const both: Candidate = { path: 'a', start: 1, end: 2, signals: ['normalized', 'loose'], terms: [0] }
    expect(summarize([both, candidate('a', 9)], judged)).toMatchObject({
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
  const hit: Hit = { ...candidate('a.md', 20), section: 0, score: 1 }
  const passage: NotePassage = { path: 'b.md', start_line: 4, end_line: 15, heading: 'B', text: '', confidence: 0.4, hash: '' }
  const propose = (options: {
    hits?: Hit[]
    passages?: NotePassage[]
    scope?: object
    confidence?: number
    files?: number
    alike?: string[]
  }) => {
    const { hits = [], passages = [], scope = {}, confidence = 0.4, files = 3, alike = [] } = options
    const request = { query: 'q', scope, maxCandidates: 200, timeMs: 60_000, maxPassages: 3, maxChars: 1500 }
    const summary = summarize(hits, { gathered: { ...gathered, files }, termCount: 1, confidence })
    return proposeNext({ request, summary, hits, passages, alike })
  }
  const wider = { type: 'vault_find', confidence: 0.5, params: { query: 'q' } }

  it('stops when the answer is in the passages', () => {
    expect(propose({ hits: [hit], passages: [passage], confidence: 0.9 })).toEqual([
      { type: 'stop', confidence: 0.9, params: null },
    ])
  })

  it('reads around the best lines, then scans that note, then looks beyond the scope', () => {
    const around = { type: 'vault_read', confidence: 0.6, params: { path: 'b.md', range: { start_line: 1, end_line: 25 } } }
    expect(propose({ hits: [hit], passages: [passage] })).toEqual([
      around,
      { type: 'vault_scan', confidence: 0.5, params: { path: 'b.md', cursor: { start_line: 1 } } },
    ])
    expect(propose({ hits: [hit], passages: [passage], scope: { glob: '*.md' } })).toContainEqual(wider)
    expect(propose({ hits: [hit] })[0]).toMatchObject({ params: { path: 'a.md', range: { start_line: 10, end_line: 30 } } })
  })

  it('searches loosely when nothing was found, and stops where there is nothing to search', () => {
    expect(propose({})).toEqual([{ type: 'vault_search', confidence: 0.4, params: { query: 'q', mode: 'loose' } }])
    expect(propose({ scope: { relative_dir: 'x' } })).toContainEqual(wider)
    expect(propose({ scope: { relative_dir: 'x' }, files: 0 })).toEqual([wider])
    expect(propose({ files: 0 })).toMatchObject([{ type: 'stop' }])
  })

  it('first reads a note that is called much like the query, when nothing holds its words', () => {
    const [first, second] = propose({ alike: ['a.md', 'b.md'] })
    expect(first).toEqual({ type: 'vault_read', confidence: 0.4, params: { path: 'a.md', range: {} } })
    expect(second?.type).toBe('vault_search')
    expect(propose({ alike: ['a.md'], scope: { relative_dir: 'x' } })).not.toContainEqual(first)
  })
})
