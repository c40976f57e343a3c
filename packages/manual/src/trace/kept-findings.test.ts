import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { NodePlace } from '../corpus/node-place.ts'
import type { Candidate } from '../find/candidate.ts'
import type { Findings } from '../find/findings.ts'
import { KeptFindings } from './kept-findings.ts'

const candidate: fc.Arbitrary<Candidate> = fc.record({
  place: fc.integer({ min: 1 }).map((start_line) => ({ file: 'm/a.md', ref: { start_line } }) as NodePlace),
  signals: fc.nat(63),
  score: fc.double({ noNaN: true }),
  rank: fc.double({ noNaN: true }),
  synonyms: fc.double({ noNaN: true }),
  late: fc.double({ noNaN: true }),
  terms: fc.array(fc.nat(200)),
})
const NOT_OPEN = { graph: { claims: [], evidences: [], edges: [], facets: [] }, conflicts: [], gaps: [] }

it('gives what a search found as it was, each of several', () => {
  fc.assert(
    fc.property(fc.array(fc.array(candidate), { minLength: 1, maxLength: 4 }), (searches) => {
      const all = searches.map((candidates) => {
        const explainer: Findings['explainer'] = (asked) => (one) => ({ place: asked.indexOf(one) })
        const graph = { ...NOT_OPEN.graph, claims: [{ claim_id: 'c1', text: '保証は二年' }] }
        const findings = { query: '保証', terms: ['保証'], unscanned: [], candidates, ...NOT_OPEN, graph, explainer }
        return { findings, kept: new KeptFindings(findings as unknown as Findings) }
      })
      for (const { findings, kept } of all) {
        const { scoreParts, ...shown } = kept.show()
        const { explainer, ...found } = findings
        expect(shown).toEqual(found)
        expect(shown.candidates.map((one) => scoreParts(one).place)).toEqual(found.candidates.map((_, at) => at))
      }
    }),
  )
})
