import { roomFor } from '../index/growable.ts'
import type { CorpusParts } from './corpus.ts'
import type { Deadline } from './deadline.ts'
import type { RankQuery } from './rank-query.ts'
import type { RankWeights } from './weights.ts'

/** A longer section is judged by its beginning: one giant file must not hold up a query. */
const MAX_WORDS = 20_000

/** What the late parts add to a candidate's score. */
export interface LateScore {
  readonly pairs: number
  readonly similarity: number
  readonly coverage: number
}

export interface LateRequest {
  readonly parts: CorpusParts
  readonly query: RankQuery
  /** By query term: how much it tells. */
  readonly idfs: readonly number[]
  readonly weights: RankWeights
  readonly deadline: Deadline
}

/** A word of the vocabulary as one query term sees it. */
interface Likeness {
  readonly term: number
  readonly likeness: number
  readonly sameStem: boolean
}

const NOTHING: readonly Likeness[] = []

/**
 * Late interaction without a model: each query word meets every word of a candidate, and its best match counts. The
 * vocabulary is asked once a query which of its words look like a query word; a candidate is then one pass over its words.
 */
export class LateInteraction {
  private readonly buffer = new Uint32Array(MAX_WORDS)
  /** By word of the vocabulary: its place in `likenesses`, 0 for a word that is like none of the query's. */
  private places = new Uint32Array(0)
  private likenesses: readonly (readonly Likeness[])[] = []
  private known: readonly number[] = []
  /** By query term, for the section at hand: its best likeness, whether it is there, how often it follows the term before it. */
  private best = new Float64Array(0)
  private covered = new Uint8Array(0)
  private pairCounts = new Uint32Array(0)

  /** Scores of sections for one query; asking for the next query ends this one. */
  begin(request: LateRequest): (section: number) => LateScore {
    const { parts, query, weights } = request
    this.learn(request)
    const similarityWeight = weights.similarity * Math.min(1, weights.similarityWords / Math.max(1, query.terms.length))
    return (section) => {
      this.best.fill(0)
      this.covered.fill(0)
      let pairs = this.read(parts.sequences.title.decode(parts.documentOf.data[section]!, this.buffer), request)
      pairs += this.read(parts.sequences.headings.decode(section, this.buffer), request)
      pairs += this.read(parts.sequences.body.decode(section, this.buffer), request)
      let similarity = 0
      let coverage = 0
      for (let term = 0; term < this.best.length; term++) {
        similarity += request.idfs[term]! * this.best[term]! ** 2
        coverage += request.idfs[term]! * this.covered[term]!
      }
      return { pairs: pairs * weights.pairs, similarity: similarity * similarityWeight, coverage: coverage * weights.coverage }
    }
  }

  /** By query term: its best likeness in the section scored last; 1 where the word or its stem is there. */
  likeness(): number[] {
    return Array.from(this.best, (likeness, term) => Math.max(likeness, this.covered[term]!))
  }

  private learn(request: LateRequest): void {
    const terms = request.query.terms.length
    this.best = new Float64Array(terms)
    this.covered = new Uint8Array(terms)
    this.pairCounts = new Uint32Array(terms)
    for (const word of this.known) this.places[word] = 0
    const { size } = request.parts.vocabulary
    if (size > this.places.length) this.places = new Uint32Array(roomFor(size))
    const collected = collectLikenesses(request)
    this.known = [...collected.keys()]
    this.likenesses = [NOTHING, ...collected.values()]
    for (let i = 0; i < this.known.length; i++) this.places[this.known[i]!] = i + 1
  }

  /** Notes the best match of each query term among the first `count` words of the buffer; returns the score of its pairs. */
  private read(count: number, request: LateRequest): number {
    const { buffer, places, likenesses, best, covered, pairCounts } = this
    let previous = NOTHING
    let paired = false
    for (let i = 0; i < count; i++) {
      const place = places[buffer[i]!]!
      if (place === 0) {
        previous = NOTHING
        continue
      }
      const here = likenesses[place]!
      for (const { term, likeness, sameStem } of here) {
        if (likeness > best[term]!) best[term] = likeness
        if (!sameStem) continue
        covered[term] = 1
        // A word that stands for two terms at once is a pair by itself.
        if (!follows(previous, term) && !follows(here, term)) continue
        pairCounts[term]!++
        paired = true
      }
      previous = here
    }
    return paired ? this.takePairs(request) : 0
  }

  private takePairs({ idfs, weights }: LateRequest): number {
    let score = 0
    for (let term = 1; term < this.pairCounts.length; term++) {
      const count = this.pairCounts[term]!
      this.pairCounts[term] = 0
      score += (((idfs[term - 1]! + idfs[term]!) / 2) * count * (weights.k1 + 1)) / (count + weights.k1)
    }
    return score
  }
}

function collectLikenesses({ parts, query, deadline }: LateRequest): Map<number, Likeness[]> {
  const collected = new Map<number, Likeness[]>()
  for (const [term, { surface }] of query.terms.entries()) {
    if (deadline.isReached()) break
    const { ids } = query.words[term]!
    const alike = parts.vocabulary.lookAlikes(surface)
    for (const id of ids) addLikeness(collected, id, { term, likeness: alike.get(id) ?? 0, sameStem: true })
    for (const [id, likeness] of alike) if (!ids.includes(id)) addLikeness(collected, id, { term, likeness, sameStem: false })
  }
  return collected
}

function addLikeness(collected: Map<number, Likeness[]>, word: number, found: Likeness): void {
  const others = collected.get(word)
  if (others === undefined) collected.set(word, [found])
  else others.push(found)
}

/** Does the word before stand for the query term before? */
function follows(previous: readonly Likeness[], term: number): boolean {
  for (let i = 0; i < previous.length; i++) if (previous[i]!.sameStem && previous[i]!.term === term - 1) return true
  return false
}
