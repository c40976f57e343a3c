import { enlarged, roomFor } from '../index/growable.ts'
import { MarkedTerms, type Sequences } from '../index/sequences.ts'
import type { CorpusParts } from './corpus.ts'
import type { Deadline } from './deadline.ts'
import type { RankQuery } from './rank-query.ts'
import type { SimilarWords } from './similar-words.ts'
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

/**
 * Late interaction without a model: each query word meets every word of a candidate, and its best match counts. The
 * vocabulary is asked once a query which of its words look like a query word; a candidate is then one pass over its words.
 */
export class LateInteraction {
  private readonly found = new MarkedTerms(MAX_WORDS)
  private readonly likenesses = new Likenesses()
  private request: LateRequest | undefined
  private terms = 0
  /** By query term, for the section at hand: its best likeness, whether it is there, how often it follows the term before it. */
  private best = new Float64Array(0)
  private covered = new Uint8Array(0)
  private pairCounts = new Uint32Array(0)
  /** What the parts of the section at hand add up to. */
  private pairs = 0
  private similarity = 0
  private coverage = 0

  /** From here on sections are scored for this query. */
  begin(request: LateRequest): void {
    const { parts, query, deadline } = request
    const { likenesses } = this
    const terms = query.terms.length
    this.request = request
    this.reserve(terms)
    likenesses.reset(parts.vocabulary.size)
    for (let term = 0; term < terms && !deadline.isReached(); term++) {
      likenesses.add(term, { sameStem: query.words[term]!.ids, alike: parts.vocabulary.similarWords(query.terms[term]!.surface) })
    }
  }

  /** What the late parts add to the section's score. */
  score(section: number): number {
    const { best, covered, terms } = this
    const request = this.request! // begin comes first
    const { parts, weights, idfs } = request
    best.fill(0)
    covered.fill(0)
    let pairs = this.read(parts.sequences.title, parts.documentOf.data[section]!, request)
    pairs += this.read(parts.sequences.headings, section, request)
    pairs += this.read(parts.sequences.body, section, request)
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

/** Which words of the vocabulary are like which terms of a query: by word a chain of entries, in columns that are kept from query to query. */
class Likenesses {
  /** By word: its first entry; 0 for a word that is like none of the terms. */
  first = new Uint32Array(0)
  /** By entry: the term, how like it is, whether the word stands for it and does not only look like it, and the word's next entry. */
  terms = new Uint8Array(0)
  likenesses = new Float64Array(0)
  sameStem = new Uint8Array(0)
  next = new Uint32Array(0)
  private words = new Uint32Array(0)
  private length = 1

  reset(vocabularySize: number): void {
    const { first, words } = this
    for (let entry = 1; entry < this.length; entry++) first[words[entry]!] = 0
    this.length = 1
    if (vocabularySize > first.length) this.first = new Uint32Array(roomFor(vocabularySize))
  }

  add(term: number, { sameStem, alike }: { readonly sameStem: readonly number[]; readonly alike: SimilarWords }): void {
    const { words, likenesses } = alike
    this.reserve(this.length + words.length + sameStem.length)
    for (let i = 0; i < words.length; i++) this.push(words[i]!, term, likenesses[i]!)
    for (let i = 0; i < sameStem.length; i++) {
      const known = this.first[sameStem[i]!]!
      const isAlike = known !== 0 && this.terms[known] === term
      this.sameStem[isAlike ? known : this.push(sameStem[i]!, term, 0)] = 1
    }
  }

  /** Does the word with this first entry stand for the term? */
  standsFor(entry: number, term: number): boolean {
    for (let at = entry; at !== 0; at = this.next[at]!) if (this.sameStem[at] !== 0 && this.terms[at] === term) return true
    return false
  }

  private push(word: number, term: number, likeness: number): number {
    const entry = this.length++
    this.terms[entry] = term
    this.likenesses[entry] = likeness
    this.sameStem[entry] = 0
    this.next[entry] = this.first[word]!
    this.words[entry] = word
    this.first[word] = entry
    return entry
  }

  private reserve(length: number): void {
    if (length <= this.next.length) return
    const room = roomFor(length)
    this.terms = enlarged(this.terms, new Uint8Array(room))
    this.likenesses = enlarged(this.likenesses, new Float64Array(room))
    this.sameStem = enlarged(this.sameStem, new Uint8Array(room))
    this.next = enlarged(this.next, new Uint32Array(room))
    this.words = enlarged(this.words, new Uint32Array(room))
  }
}
