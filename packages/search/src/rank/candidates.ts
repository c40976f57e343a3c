import type { Corpus } from './corpus.ts'
import { scoreOrder } from './score-order.ts'
import type { Scorer } from './scorer.ts'

/** Sections and their scores, best first: the lexical score of section and document together, until the late parts are added. */
export interface Chosen {
  readonly sections: readonly number[]
  readonly scores: readonly number[]
}

export interface SelectionTools {
  readonly scorer: Scorer
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
  private readonly accept: SelectionTools['accept']
  /** The last that was taken, and its score then. */
  private lastSection = -1
  private lastScore = Number.POSITIVE_INFINITY

  constructor(corpus: Corpus, { scorer, accept }: SelectionTools) {
    this.corpus = corpus
    this.scorer = scorer
    this.accept = accept
  }

  /** The next best by lexical score, best first. */
  take(count: number): Chosen {
    const best = new BestSections(Math.min(count, this.scorer.sections.length + this.scorer.documents.length))
    this.offerSections(best)
    this.offerDocuments(best)
    const chosen = slice(inOrder(this.corpus, best.all()), 0, count)
    const { length } = chosen.sections
    if (length > 0) {
      this.lastSection = chosen.sections[length - 1]!
      this.lastScore = chosen.scores[length - 1]!
    }
    return chosen
  }

  private offerSections(best: BestSections): void {
    const { sections, documents } = this.scorer
    const documentOf = this.corpus.parts.documentOf.data
    const most = this.lastScore
    for (let i = 0; i < sections.length; i++) {
      const section = sections.owners[i]!
      const score = sections.scores[section]! + documents.scores[documentOf[section]!]!
      if (score <= most && best.wants(score) && this.isWanted(section, score)) best.add(section, score)
    }
  }

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

/** Best first; equal scores by key, then section. */
export function inOrder(corpus: Corpus, { sections, scores }: Chosen): Chosen {
  const order = scoreOrder(scores, (a, b) => comparePlaces(corpus, sections[a]!, sections[b]!))
  return { sections: order.map((place) => sections[place]!), scores: order.map((place) => scores[place]!) }
}

export function slice({ sections, scores }: Chosen, start: number, end = sections.length): Chosen {
  return { sections: sections.slice(start, end), scores: scores.slice(start, end) }
}

export function joined(a: Chosen, b: Chosen): Chosen {
  return { sections: a.sections.concat(b.sections), scores: a.scores.concat(b.scores) }
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
 * which of them survive is decided by key and not by the order of insertion.
 */
class BestSections {
  private readonly capacity: number
  private readonly sections: number[] = []
  private readonly scores: number[] = []
  private ties: number[] = []

  constructor(capacity: number) {
    this.capacity = capacity
  }

  wants(score: number): boolean {
    return this.scores.length < this.capacity || score >= this.scores[0]!
  }

  /** Only what is wanted. */
  add(section: number, score: number): void {
    const { sections, scores } = this
    if (scores.length < this.capacity) {
      sections.push(section)
      scores.push(score)
      // Until there are too many, nobody asks which is the worst.
      if (scores.length === this.capacity) this.heapify()
      return
    }
    const worst = scores[0]!
    if (score === worst) {
      this.ties.push(section)
      return
    }
    const dropped = sections[0]!
    this.sink(0, section, score)
    if (scores[0] === worst) this.ties.push(dropped)
    else this.ties.length = 0
  }

  /** In no order, with the ties. */
  all(): Chosen {
    const { sections, scores, ties } = this
    return ties.length === 0
      ? { sections, scores }
      : joined({ sections, scores }, { sections: ties, scores: ties.map(() => scores[0]!) })
  }

  private heapify(): void {
    for (let at = (this.scores.length >> 1) - 1; at >= 0; at--) this.sink(at, this.sections[at]!, this.scores[at]!)
  }

  /** Puts it in this place, or below it where worse ones are. */
  private sink(place: number, section: number, score: number): void {
    const { sections, scores } = this
    const { length } = scores
    let at = place
    for (;;) {
      let child = at * 2 + 1
      if (child >= length) break
      if (child + 1 < length && scores[child + 1]! < scores[child]!) child++
      if (scores[child]! >= score) break
      this.move(child, at)
      at = child
    }
    sections[at] = section
    scores[at] = score
  }

  private move(from: number, to: number): void {
    this.sections[to] = this.sections[from]!
    this.scores[to] = this.scores[from]!
  }
}
