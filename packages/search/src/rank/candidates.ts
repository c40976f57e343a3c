import { enlarged, roomFor } from '../index/growable.ts'
import type { Corpus } from './corpus.ts'
import { ScoreOrder } from './score-order.ts'
import type { Scorer } from './scorer.ts'
import type { Scratch } from './scratch.ts'

/** Sections and their scores, best first: the lexical score of section and document together, until the late parts are added. */
export interface Chosen {
  readonly sections: number[]
  readonly scores: number[]
}

export interface SelectionTools {
  readonly scratch: Pick<Scratch, 'scorer' | 'best'>
  /** Only documents whose key passes. */
  readonly accept: ((key: string) => boolean) | undefined
}

/**
 * The sections that a scorer has scored, from the best down, chosen as they are asked for: most searches want a few hundred of
 * tens of thousands. A document that only its title or other sections speak for stands with its first section.
 */
export class Selection {
  private readonly corpus: Corpus
  private readonly scorer: Scorer
  private readonly best: BestSections
  private readonly accept: SelectionTools['accept']
  /** The last that was taken, and its score then. */
  private lastSection = -1
  private lastScore = Number.POSITIVE_INFINITY

  constructor(corpus: Corpus, { scratch, accept }: SelectionTools) {
    this.corpus = corpus
    this.scorer = scratch.scorer
    this.best = scratch.best
    this.accept = accept
  }

  /** The next best by lexical score, best first; `withWords`: of those that hold a word of the query. */
  take(count: number, withWords = false): Chosen {
    const { best, corpus, scorer } = this
    best.reset(Math.min(count, scorer.sections.length + scorer.documents.length))
    this.offerSections(best, withWords)
    if (!withWords) this.offerDocuments(best)
    const chosen = best.inOrder(corpus, count)
    const { length } = chosen.sections
    if (length > 0) {
      this.lastSection = chosen.sections[length - 1]!
      this.lastScore = chosen.scores[length - 1]!
    }
    return chosen
  }

  private offerSections(best: BestSections, withWords: boolean): void {
    const { scorer } = this
    const { sections, documents } = scorer
    const documentOf = this.corpus.parts.documentOf.data
    const most = this.lastScore
    for (let i = 0; i < sections.length; i++) {
      const section = sections.owners[i]!
      if (withWords && !scorer.matched.some(section)) continue
      const score = sections.scores[section]! + documents.scores[documentOf[section]!]!
      if (score <= most && best.wants(score) && this.isWanted(section, score)) best.add(section, score)
    }
  }

  /** A section without a score of its own holds no word. */
  private offerDocuments(best: BestSections): void {
    const { sections, documents } = this.scorer
    const { firstSections, sectionCounts } = this.corpus.parts
    const most = this.lastScore
    for (let i = 0; i < documents.length; i++) {
      const document = documents.owners[i]!
      const section = firstSections.data[document]!
      if (sectionCounts.data[document] === 0 || sections.scores[section] !== 0) continue
      const score = documents.scores[document]!
      if (score <= most && best.wants(score) && this.isWanted(section, score)) best.add(section, score)
    }
  }

  private isWanted(section: number, score: number): boolean {
    const { accept, corpus, lastScore, lastSection } = this
    if (score === lastScore && comparePlaces(corpus, lastSection, section) >= 0) return false
    const { keys, documentOf } = corpus.parts
    return accept === undefined || accept(keys[documentOf.data[section]!]!)
  }
}

export function slice({ sections, scores }: Chosen, start: number, end = sections.length): Chosen {
  return { sections: sections.slice(start, end), scores: scores.slice(start, end) }
}

function comparePlaces({ parts }: Corpus, a: number, b: number): number {
  const { keys, documentOf } = parts
  return compareText(keys[documentOf.data[a]!]!, keys[documentOf.data[b]!]!) || a - b
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** At most so many of each document, in their order. */
export function limitedPerDocument({ parts }: Corpus, { sections, scores }: Chosen, most: number): Chosen {
  const taken = new Map<number, number>()
  const places: number[] = []
  for (let place = 0; place < sections.length; place++) {
    const document = parts.documentOf.data[sections[place]!]!
    const before = taken.get(document) ?? 0
    taken.set(document, before + 1)
    if (before < most) places.push(place)
  }
  return { sections: places.map((place) => sections[place]!), scores: places.map((place) => scores[place]!) }
}

/**
 * A heap that keeps the best so many, the worst of them on top. Ties with the worst are kept beyond the limit, so that
 * which of them survive is decided by key and not by the order of insertion. Its columns are kept from query to query.
 */
export class BestSections {
  private sections = new Uint32Array(0)
  private scores = new Float64Array(0)
  private length = 0
  private capacity = 0
  private readonly order = new ScoreOrder()
  private readonly ties: number[] = []

  reset(capacity: number): void {
    this.capacity = capacity
    this.length = 0
    this.ties.length = 0
    this.reserve(capacity)
  }

  wants(score: number): boolean {
    return this.length < this.capacity || score >= this.scores[0]!
  }

  /** Only what is wanted. */
  add(section: number, score: number): void {
    if (this.length < this.capacity) {
      this.put(this.length++, section, score)
      // Until there are too many, nobody asks which is the worst.
      if (this.length === this.capacity) this.heapify()
      return
    }
    const worst = this.scores[0]!
    if (score === worst) {
      this.ties.push(section)
      return
    }
    const dropped = this.sections[0]!
    this.sink(0, section, score)
    if (this.scores[0] === worst) this.ties.push(dropped)
    else this.ties.length = 0
  }

  /** The best so many, best first, equal scores by key, then section; nothing can be added any more. */
  inOrder(corpus: Corpus, count = Number.POSITIVE_INFINITY): Chosen {
    this.takeTies()
    const { sections, scores, length } = this
    const order = this.order.of(scores, length, (a, b) => comparePlaces(corpus, sections[a]!, sections[b]!))
    const chosen = Math.min(count, length)
    const ordered = { sections: new Array<number>(chosen), scores: new Array<number>(chosen) }
    for (let place = 0; place < chosen; place++) {
      ordered.sections[place] = sections[order[place]!]!
      ordered.scores[place] = scores[order[place]!]!
    }
    return ordered
  }

  private takeTies(): void {
    const { ties, length } = this
    const worst = this.scores[0]!
    this.reserve(length + ties.length)
    for (let tie = 0; tie < ties.length; tie++) this.put(length + tie, ties[tie]!, worst)
    this.length = length + ties.length
  }

  private heapify(): void {
    for (let at = (this.length >> 1) - 1; at >= 0; at--) this.sink(at, this.sections[at]!, this.scores[at]!)
  }

  /** Puts it in this place, or below it where worse ones are. */
  private sink(place: number, section: number, score: number): void {
    const { sections, scores, length } = this
    let at = place
    for (;;) {
      let child = at * 2 + 1
      if (child >= length) break
      if (child + 1 < length && scores[child + 1]! < scores[child]!) child++
      if (scores[child]! >= score) break
      this.put(at, sections[child]!, scores[child]!)
      at = child
    }
    this.put(at, section, score)
  }

  private put(place: number, section: number, score: number): void {
    this.sections[place] = section
    this.scores[place] = score
  }

  private reserve(length: number): void {
    if (length <= this.scores.length) return
    const room = roomFor(length)
    this.sections = enlarged(this.sections, new Uint32Array(room))
    this.scores = enlarged(this.scores, new Float64Array(room))
  }
}
