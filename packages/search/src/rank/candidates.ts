import type { Corpus } from './corpus.ts'
import type { Scorer } from './scorer.ts'

export interface Candidate {
  readonly section: number
  readonly document: number
  /** The lexical score of section and document together. */
  readonly base: number
  /** The same, until the late parts are added: one object a candidate serves the whole search. */
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
  private last: Candidate | undefined

  constructor(corpus: Corpus, { scorer, accept }: SelectionTools) {
    this.corpus = corpus
    this.scorer = scorer
    this.accept = accept
  }

  /** The next best by lexical score, best first. */
  take(count: number): Candidate[] {
    const best = new BestSections(count)
    this.offerSections(best)
    this.offerDocuments(best)
    const { keys } = this.corpus.parts
    const chosen = best
      .take()
      .sort((a, b) => compareBases(keys, a, b))
      .slice(0, count)
    this.last = chosen.at(-1) ?? this.last
    return chosen
  }

  private offerSections(best: BestSections): void {
    const { sections, documents } = this.scorer
    const documentOf = this.corpus.parts.documentOf.data
    const most = this.last?.base ?? Number.POSITIVE_INFINITY
    for (let i = 0; i < sections.length; i++) {
      const section = sections.owners[i]!
      const document = documentOf[section]!
      const base = sections.scores[section]! + documents.scores[document]!
      if (base <= most && best.wants(base)) this.offer(best, { section, document, base, score: base })
    }
  }

  private offerDocuments(best: BestSections): void {
    const { sections, documents } = this.scorer
    const { firstSections, sectionCounts } = this.corpus.parts
    const most = this.last?.base ?? Number.POSITIVE_INFINITY
    for (let i = 0; i < documents.length; i++) {
      const document = documents.owners[i]!
      const section = firstSections.data[document]!
      if (sectionCounts.data[document] === 0 || sections.scores[section] !== 0) continue
      const base = documents.scores[document]!
      if (base <= most && best.wants(base)) this.offer(best, { section, document, base, score: base })
    }
  }

  private offer(best: BestSections, candidate: Candidate): void {
    const { accept, last } = this
    const { keys } = this.corpus.parts
    if (last !== undefined && compareBases(keys, last, candidate) >= 0) return
    if (accept === undefined || accept(keys[candidate.document]!)) best.add(candidate)
  }
}

export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function compareBases(keys: readonly (string | undefined)[], a: Candidate, b: Candidate): number {
  return b.base - a.base || compareText(keys[a.document]!, keys[b.document]!) || a.section - b.section
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
  private readonly capacity: number
  private readonly heap: Candidate[] = []
  private ties: Candidate[] = []

  constructor(capacity: number) {
    this.capacity = capacity
  }

  wants(base: number): boolean {
    return this.heap.length < this.capacity || base >= this.heap[0]!.base
  }

  add(entry: Candidate): void {
    const { heap } = this
    if (heap.length < this.capacity) {
      heap.push(entry)
      this.rise(heap.length - 1)
      return
    }
    if (entry.base === heap[0]!.base) {
      this.ties.push(entry)
      return
    }
    const worst = heap[0]!
    heap[0] = entry
    this.sink()
    if (heap[0]!.base === worst.base) this.ties.push(worst)
    else this.ties = []
  }

  take(): Candidate[] {
    return [...this.heap, ...this.ties]
  }

  private rise(from: number): void {
    const { heap } = this
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1
      if (heap[parent]!.base <= heap[at]!.base) return
      swap(heap, at, parent)
      at = parent
    }
  }

  private sink(): void {
    const { heap } = this
    for (let at = 0; ; ) {
      const left = at * 2 + 1
      const right = left + 1
      let least = at
      if (left < heap.length && heap[left]!.base < heap[least]!.base) least = left
      if (right < heap.length && heap[right]!.base < heap[least]!.base) least = right
      if (least === at) return
      swap(heap, at, least)
      at = least
    }
  }
}

function swap<T>(list: T[], a: number, b: number): void {
  const kept = list[a]!
  list[a] = list[b]!
  list[b] = kept
}
