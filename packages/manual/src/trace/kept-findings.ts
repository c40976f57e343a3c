import { keptColumns } from '@shoko/search'
import type { NodePlace } from '../corpus/node-place.ts'
import type { Candidate } from '../find/candidate.ts'
import type { Findings, TracedFindings } from '../find/findings.ts'

const TRACE_COLUMNS = keptColumns()
/** Numbers of a candidate in `scores`, beside its terms. */
const COLUMNS = 5

type Open = Pick<Findings, 'graph' | 'conflicts' | 'gaps'>

/** Findings that a trace keeps: packed as soon as nobody waits for an answer, for hardly any are looked at again. */
export class KeptFindings {
  #found: Findings | undefined
  #packed: PackedFindings | undefined

  constructor(findings: Findings) {
    this.#found = findings
    setImmediate(() => this.#pack())
  }

  show(): TracedFindings {
    return this.#pack().unpack()
  }

  #pack(): PackedFindings {
    this.#packed ??= new PackedFindings(this.#found!) // one of them is there
    this.#found = undefined
    return this.#packed
  }
}

/**
 * Hundreds of candidates in two columns, and what was concluded from them as a text of its own, for what is cut out of a section
 * keeps all of it. Of a hundred traces 7 MB became 2.
 */
class PackedFindings {
  readonly #common: Pick<Findings, 'query' | 'terms' | 'unscanned' | 'explainer'>
  readonly #places: readonly NodePlace[]
  readonly #scores: Float64Array
  /** Of each candidate how many, and which. */
  readonly #terms: Uint32Array
  readonly #open: string

  constructor({ query, terms, unscanned, explainer, candidates, graph, conflicts, gaps }: Findings) {
    this.#common = { query, terms, unscanned, explainer }
    this.#places = candidates.map(({ place }) => place)
    this.#scores = packedScores(candidates)
    this.#terms = packedTerms(candidates)
    this.#open = JSON.stringify({ graph, conflicts, gaps } satisfies Open)
  }

  unpack(): TracedFindings {
    const { explainer, ...common } = this.#common
    const candidates = this.#candidates()
    const { graph, conflicts, gaps } = JSON.parse(this.#open) as Open // as it was written
    return { ...common, candidates, graph, conflicts, gaps, scoreParts: explainer(candidates) }
  }

  #candidates(): Candidate[] {
    const [scores, terms] = [this.#scores, this.#terms]
    let end = 0
    return this.#places.map((place, at) => {
      const [from, start] = [at * COLUMNS, end + 1]
      end = start + terms[end]!
      return {
        place,
        score: scores[from]!,
        rank: scores[from + 1]!,
        synonyms: scores[from + 2]!,
        late: scores[from + 3]!,
        signals: scores[from + 4]!,
        terms: [...terms.subarray(start, end)],
      }
    })
  }
}

function packedScores(candidates: readonly Candidate[]): Float64Array {
  const scores = TRACE_COLUMNS.float64(candidates.length * COLUMNS)
  let at = 0
  for (const { score, rank, synonyms, late, signals } of candidates) {
    scores[at++] = score
    scores[at++] = rank
    scores[at++] = synonyms
    scores[at++] = late
    scores[at++] = signals
  }
  return scores
}

function packedTerms(candidates: readonly Candidate[]): Uint32Array {
  let length = candidates.length
  for (const { terms } of candidates) length += terms.length
  const packed = TRACE_COLUMNS.uint32(length)
  let at = 0
  for (const { terms } of candidates) {
    packed[at++] = terms.length
    for (const term of terms) packed[at++] = term
  }
  return packed
}
