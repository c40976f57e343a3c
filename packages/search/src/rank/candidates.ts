import type { Corpus } from './corpus.ts'
import type { Scorer } from './scorer.ts'

export interface Candidate {
  readonly section: number
  readonly document: number
  /** The lexical score of section and document together, until the late parts are added. */
  score: number
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
  /** The last that was taken, as it was then. */
  private last: Readonly<Candidate> | undefined

  constructor(corpus: Corpus, { scorer, accept }: SelectionTools) {
    this.corpus = corpus
    this.scorer = scorer
    this.accept = accept
  }

  /** The next best by lexical score, best first. */
  take(count: number): Candidate[] {
    const { keys, documentOf } = this.corpus.parts
    const best = new BestSections(Math.min(count, this.scorer.sections.length + this.scorer.documents.length))
    this.offerSections(best)
    this.offerDocuments(best)
    const chosen = best
      .take((section, score) => ({ section, document: documentOf.data[section]!, score }))
      .sort((a, b) => compareScores(keys, a, b))
    if (chosen.length > count) chosen.length = count
    if (chosen.length > 0) this.last = { ...chosen.at(-1)! }
    return chosen
  }

  private offerSections(best: BestSections): void {
    const { sections, documents } = this.scorer
    const documentOf = this.corpus.parts.documentOf.data
    const most = this.last?.score ?? Number.POSITIVE_INFINITY
    for (let i = 0; i < sections.length; i++) {
      const section = sections.owners[i]!
      const score = sections.scores[section]! + documents.scores[documentOf[section]!]!
      if (score <= most && best.wants(score) && this.isWanted(section, score)) best.add(section, score)
    }
  }

  private offerDocuments(best: BestSections): void {
    const { sections, documents } = this.scorer
    const { firstSections, sectionCounts } = this.corpus.parts
    const most = this.last?.score ?? Number.POSITIVE_INFINITY
    for (let i = 0; i < documents.length; i++) {
      const document = documents.owners[i]!
      const section = firstSections.data[document]!
      if (sectionCounts.data[document] === 0 || sections.scores[section] !== 0) continue
      const score = documents.scores[document]!
      if (score <= most && best.wants(score) && this.isWanted(section, score)) best.add(section, score)
    }
  }

  private isWanted(section: number, score: number): boolean {
    const { accept, last } = this
    const { keys, documentOf } = this.corpus.parts
    const document = documentOf.data[section]!
    if (score === last?.score && compareScores(keys, last, { section, document, score }) >= 0) return false
    return accept === undefined || accept(keys[document]!)
  }
}

/** Best first; equal scores by key, then section. */
export function compareScores(keys: readonly (string | undefined)[], a: Readonly<Candidate>, b: Readonly<Candidate>): number {
  return b.score - a.score || compareText(keys[a.document]!, keys[b.document]!) || a.section - b.section
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** At most so many of each document, in their order. */
export function limitedPerDocument(candidates: readonly Candidate[], most: number): Candidate[] {
  const taken = new Map<number, number>()
  return candidates.filter(({ document }) => {
    const before = taken.get(document) ?? 0
    taken.set(document, before + 1)
    return before < most
  })
}

/**
 * A heap that keeps the best so many, the worst of them on top. Ties with the worst are kept beyond the limit, so that
 * which of them survive is decided by key and not by the order of insertion.
 */
class BestSections {
  private readonly sections: Uint32Array
  private readonly scores: Float64Array
  private length = 0
  private ties: number[] = []

  constructor(capacity: number) {
    this.sections = new Uint32Array(capacity)
    this.scores = new Float64Array(capacity)
  }

  wants(score: number): boolean {
    return this.length < this.scores.length || score >= this.scores[0]!
  }

  /** Only what is wanted. */
  add(section: number, score: number): void {
    const { sections, scores } = this
    if (this.length < scores.length) {
      this.rise(this.length++, section, score)
      return
    }
    const worst = scores[0]!
    if (score === worst) {
      this.ties.push(section)
      return
    }
    const dropped = sections[0]!
    this.sink(section, score)
    if (scores[0] === worst) this.ties.push(dropped)
    else this.ties.length = 0
  }

  take<T>(show: (section: number, score: number) => T): T[] {
    const { sections, scores, ties, length } = this
    const taken: T[] = []
    for (let i = 0; i < length; i++) taken.push(show(sections[i]!, scores[i]!))
    for (const section of ties) taken.push(show(section, scores[0]!))
    return taken
  }

  private rise(from: number, section: number, score: number): void {
    const { sections, scores } = this
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (scores[parent]! <= score) break
      this.move(parent, at)
      at = parent
    }
    sections[at] = section
    scores[at] = score
  }

  /** In the place of the worst. */
  private sink(section: number, score: number): void {
    const { sections, scores, length } = this
    let at = 0
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
