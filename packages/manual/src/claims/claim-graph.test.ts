import { describe, expect, it } from 'vitest'
import { flagsOf } from '../corpus/node-flags.ts'
import type { NodePlace } from '../corpus/node-place.ts'
import { type Candidate, signalSet } from '../find/candidate.ts'
import { comparable } from '../words/lexicon.ts'
import { buildClaimGraph } from './claim-graph.ts'
import { facetsOf } from './facets.ts'
import { conflictsOf, gapsOf } from './open-questions.ts'

function candidate(text: string, change: Partial<Candidate> = {}): Candidate {
  const base: Candidate = {
    place: placeAt(text, { path: 'a.md', start_line: 1 }),
    signals: signalSet('normalized'),
    score: 1,
    rank: 1,
    synonyms: 0,
    late: 0,
    terms: [0],
  }
  return { ...base, ...change }
}

function placeAt(text: string, { path, start_line }: { readonly path: string; readonly start_line: number }): NodePlace {
  const ref = { target: 'manual', manual_id: 'm', path, start_line } as const
  return {
    file: `m/${path}`,
    fileNodes: 1,
    title: 'T',
    headingWords: 't',
    group: `m/${path}:-1`,
    flags: flagsOf(comparable(text)),
    digest: '0123456789abcdef',
    ref,
  }
}

function graphOf(facet: Parameters<typeof buildClaimGraph>[0]['facets'][number], candidates: Candidate[]) {
  return buildClaimGraph({ text: '保証', facets: [facet], subject: [0] }, candidates)
}

describe('facetsOf', () => {
  it.each([
    ['保証とは', ['definition']],
    ['修理することはできない', ['unknown']],
    ['修理の手順', ['procedure']],
    ['修理の対象', ['eligibility']],
    ['修理の対象外', ['exceptions']],
    ['不適用', ['exceptions']],
    ['プランの違い', ['compare']],
    ['適用条件と例外', ['eligibility', 'exceptions']],
    ['¿Cómo se limpia?', ['procedure']],
    ['¿qué es la garantía?', ['definition']],
    ['que cubre la garantia', ['eligibility']],
    ['exclusiones', ['exceptions']],
    ['diferencia entre planes', ['compare']],
    ['how to descale', ['procedure']],
    ['what is covered', ['definition', 'eligibility']],
    ['not covered', ['exceptions']],
    ['difference between plans', ['compare']],
    ['ボイラー', ['unknown']],
    ['showing', ['unknown']],
  ])('sees in %j the facets %j', (query, facets) => {
    expect(facetsOf(comparable(query), [])).toEqual(facets)
  })

  it('adds exceptions when a candidate has that signal', () => {
    expect(facetsOf('ボイラー', [candidate('', { signals: signalSet('exceptions', 'normalized') })])).toEqual(['exceptions'])
  })
})

describe('buildClaimGraph', () => {
  it('makes one claim a facet and one evidence a candidate', () => {
    const graph = buildClaimGraph({ text: 'q', facets: ['definition', 'procedure'], subject: [] }, [
      candidate('x'),
      candidate('y'),
    ])
    expect(graph.claims.map(({ claim_id }) => claim_id)).toEqual(['claim:definition:1', 'claim:procedure:2'])
    expect(graph.evidences).toEqual([
      expect.objectContaining({
        evidence_id: 'ev:1',
        snippet_digest: '0123456789abcdef',
        ref: { target: 'manual', manual_id: 'm', path: 'a.md', start_line: 1 },
      }),
      expect.objectContaining({ evidence_id: 'ev:2' }),
    ])
  })

  it('supports with 0.82 when the evidence carries the hints of the facet, else with 0.72', () => {
    expect(graphOf('procedure', [candidate('手順は次のとおり'), candidate('料金')]).edges).toEqual([
      { from_claim_id: 'claim:procedure:1', to_evidence_id: 'ev:1', relation: 'supports', confidence: 0.82 },
      { from_claim_id: 'claim:procedure:1', to_evidence_id: 'ev:2', relation: 'supports', confidence: 0.72 },
    ])
  })

  it('lets an exception word contradict eligibility, and an inclusion without one contradict exceptions', () => {
    expect(graphOf('eligibility', [candidate('保証の対象です'), candidate('保証の対象外です')]).edges).toMatchObject([
      { relation: 'supports', confidence: 0.82 },
      { relation: 'contradicts', confidence: 0.68 },
    ])
    const said = [
      '保証を適用する',
      'the warranty applies',
      'la garantía se aplica',
      '保証の対象外',
      'the warranty does not apply',
      'no se aplica',
    ]
    expect(
      graphOf(
        'exceptions',
        said.map((text) => candidate(text)),
      ).edges.map(({ relation, confidence }) => [relation, confidence]),
    ).toEqual([
      ['contradicts', 0.7],
      ['contradicts', 0.7],
      ['contradicts', 0.7],
      ['supports', 0.82],
      ['supports', 0.82],
      ['supports', 0.82],
    ])
  })

  it('asks for a follow-up where only the heading matches, or the text refers elsewhere', () => {
    const edges = graphOf('unknown', [
      candidate('x', { signals: signalSet('heading') }),
      candidate('別表2を参照'),
      candidate('Véase el anexo'),
      candidate('foresee'),
    ]).edges
    expect(edges.map(({ to_evidence_id, relation, confidence }) => [to_evidence_id, relation, confidence])).toEqual([
      ['ev:1', 'requires_followup', 0.55],
      ['ev:2', 'supports', 0.72],
      ['ev:2', 'requires_followup', 0.5],
      ['ev:3', 'supports', 0.72],
      ['ev:3', 'requires_followup', 0.5],
      ['ev:4', 'supports', 0.72],
    ])
  })

  it('states nothing for an evidence that is about something else', () => {
    expect(graphOf('procedure', [candidate('手順', { terms: [1] })]).edges).toEqual([])
  })

  it('derives status, coverage, conflicts and gaps from the edges', () => {
    const supported = graphOf('eligibility', [candidate('対象')])
    expect(supported).toMatchObject({
      claims: [{ status: 'supported' }],
      facets: [{ supported_count: 1, coverage_status: 'covered' }],
    })
    expect([conflictsOf(supported), gapsOf(supported)]).toEqual([[], []])

    const conflicted = graphOf('eligibility', [
      candidate('対象'),
      candidate('対象外', { place: placeAt('対象外', { path: 'b.md', start_line: 7 }) }),
    ])
    expect(conflicted).toMatchObject({
      claims: [{ status: 'conflicted' }],
      facets: [{ conflicted_count: 1, coverage_status: 'missing' }],
    })
    expect(conflictsOf(conflicted)).toEqual([
      {
        ref: { target: 'manual', manual_id: 'm', path: 'b.md', start_line: 7 },
        reason: 'claim_conflict',
        conflict_with: ['claim:eligibility:1'],
      },
    ])

    const unresolved = graphOf('unknown', [])
    expect(unresolved).toMatchObject({
      claims: [{ status: 'unresolved', confidence: 0 }],
      facets: [{ unresolved_count: 1, coverage_status: 'missing' }],
    })
    expect(gapsOf(unresolved)).toEqual([{ reason: 'gap', gap_hint: expect.stringContaining('unknown') }])

    const onlyContradicted = graphOf('eligibility', [candidate('対象外')])
    expect(onlyContradicted.claims[0]).toMatchObject({ status: 'unresolved' })
    expect([conflictsOf(onlyContradicted), gapsOf(onlyContradicted)].map(({ length }) => length)).toEqual([1, 1])
  })
})
