import { MarkedTerms, type Sequences } from '../index/sequences.ts'
import { BodyHolders, MAX_WORDS } from './body-holders.ts'
import type { CorpusParts } from './corpus.ts'
import type { Deadline } from './deadline.ts'
import { Likenesses } from './likenesses.ts'
import type { RankQuery } from './rank-query.ts'
import type { RankWeights } from './weights.ts'

/** What the late parts add to a candidate's score. */
export interface LateScore {
  readonly pairs: number
  readonly similarity: number
  readonly coverage: number
}

export interface LateRequest {
  readonly parts: CorpusParts
  readonly query: RankQuery
  /** Those that will be scored. */
  readonly sections: readonly number[]
  /** By query term: how much it tells. */
  readonly idfs: readonly number[]
  readonly weights: RankWeights
  readonly deadline: Deadline
}

/**
 * Late interaction without a model: each query word meets every word of a candidate, and its best match counts. The
 * vocabulary is asked once a query which of its words look like a query word. A candidate is then one pass over its words, unless
 * the postings of those say sooner what it holds.
 */
export class LateInteraction {
  private readonly found = new MarkedTerms(MAX_WORDS)
  private readonly likenesses = new Likenesses()
  private readonly bodies = new BodyHolders(this.likenesses)
  private request: LateRequest | undefined
  private terms = 0
  /** By query term, for the section at hand: its best likeness, whether it is there, how often it follows the term before it. */
  best = new Float64Array(0)
  covered = new Uint8Array(0)
  pairCounts = new Uint32Array(0)
  /** What the parts of the section at hand add up to. */
  private pairs = 0
  private similarity = 0
  private coverage = 0

  /** From here on sections are scored for this query. */
  begin(request: LateRequest): void {
    const { parts, query, sections, deadline } = request
    const { likenesses } = this
    const terms = query.terms.length
    this.request = request
    this.reserve(terms)
    likenesses.reset(parts.vocabulary.size)
    for (let term = 0; term < terms && !deadline.isReached(); term++) {
      likenesses.add(term, { sameStem: query.words[term]!.ids, alike: parts.vocabulary.similarWords(query.terms[term]!.surface) })
    }
    this.bodies.begin({ parts, sections, terms })
  }

  /** What the late parts add to the section's score. */
  score(section: number): number {
    const { best, covered, terms } = this
    const request = this.request! // begin comes first
    const { parts, weights, idfs } = request
    for (let term = 0; term < terms; term++) {
      best[term] = 0
      covered[term] = 0
    }
    let pairs = this.read(parts.sequences.title, parts.documentOf.data[section]!, request)
    pairs += this.read(parts.sequences.headings, section, request)
    if (this.bodies.take(section, this)) pairs += this.takePairs(request)
    else pairs += this.read(parts.sequences.body, section, request)
    let similarity = 0
    let coverage = 0
    for (let term = 0; term < terms; term++) {
      similarity += idfs[term]! * best[term]! ** 2
      coverage += idfs[term]! * covered[term]!
    }
    this.pairs = pairs * weights.pairs
    this.similarity = similarity * (weights.similarity * Math.min(1, weights.similarityWords / Math.max(1, terms)))
    this.coverage = coverage * weights.coverage
    return this.pairs + this.similarity + this.coverage
  }

  /** What the score of the section scored last is made of. */
  parts(): LateScore {
    const { pairs, similarity, coverage } = this
    return { pairs, similarity, coverage }
  }

  /** By query term: its best likeness in the section scored last; 1 where the word or its stem is there. */
  likeness(): number[] {
    return Array.from(this.best.subarray(0, this.terms), (likeness, term) => Math.max(likeness, this.covered[term]!))
  }

  private reserve(terms: number): void {
    this.terms = terms
    if (terms <= this.best.length) return
    this.best = new Float64Array(terms)
    this.covered = new Uint8Array(terms)
    this.pairCounts = new Uint32Array(terms)
  }

  /** Notes the best match of each query term in one list of words; returns the score of its pairs. */
  private read(sequences: Sequences, owner: number, request: LateRequest): number {
    const { found, best, covered, pairCounts, likenesses } = this
    sequences.findMarked(owner, likenesses.first, found)
    let paired = false
    for (let i = 0; i < found.length; i++) {
      const here = found.marks[i]!
      const before = i > 0 && found.places[i - 1]! + 1 === found.places[i]! ? found.marks[i - 1]! : 0
      for (let at = here; at !== 0; at = likenesses.next[at]!) {
        const term = likenesses.terms[at]!
        const likeness = likenesses.likenesses[at]!
        if (likeness > best[term]!) best[term] = likeness
        if (likenesses.sameStem[at] === 0) continue
        covered[term] = 1
        // A word that stands for two terms at once is a pair by itself.
        if (!likenesses.standsFor(before, term - 1) && !likenesses.standsFor(here, term - 1)) continue
        pairCounts[term]!++
        paired = true
      }
    }
    return paired ? this.takePairs(request) : 0
  }

  private takePairs({ idfs, weights }: LateRequest): number {
    let score = 0
    for (let term = 1; term < this.terms; term++) {
      const count = this.pairCounts[term]!
      this.pairCounts[term] = 0
      score += (((idfs[term - 1]! + idfs[term]!) / 2) * count * (weights.k1 + 1)) / (count + weights.k1)
    }
    return score
  }
}
