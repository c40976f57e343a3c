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

export interface CandidateRequest {
  readonly depth: number
  readonly accept: ((key: string) => boolean) | undefined
  /** At most so many sections of one document. */
  readonly perDocument: number
}

/** The best sections by lexical score, best first. A document that only its title or other sections speak for stands with its first section. */
export function selectCandidates(
  corpus: Corpus,
  { scorer, request }: { readonly scorer: Scorer; readonly request: CandidateRequest },
): Candidate[] {
  const { documentOf, firstSections, sectionCounts, keys } = corpus.parts
  const { accept } = request
  const isAllowed = (document: number): boolean => accept === undefined || accept(keys[document]!)
  // Room for what the limit per document will drop.
  const best = new BestSections(request.perDocument === Number.POSITIVE_INFINITY ? request.depth : request.depth * 4)
  for (let i = 0; i < scorer.sections.length; i++) {
    const section = scorer.sections.data[i]!
    const document = documentOf.data[section]!
    const base = scorer.sectionScores[section]! + scorer.documentScores[document]!
    if (best.wants(base) && isAllowed(document)) best.add({ section, document, base, score: base })
  }
  for (let i = 0; i < scorer.documents.length; i++) {
    const document = scorer.documents.data[i]!
    const section = firstSections.data[document]!
    if (sectionCounts.data[document] === 0 || scorer.sectionScores[section] !== 0) continue
    const base = scorer.documentScores[document]!
    if (best.wants(base) && isAllowed(document)) best.add({ section, document, base, score: base })
  }
  const candidates = best.take()
  candidates.sort((a, b) => b.base - a.base || compareText(keys[a.document]!, keys[b.document]!) || a.section - b.section)
  return limited(candidates, request)
}

export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function limited(candidates: readonly Candidate[], { depth, perDocument }: CandidateRequest): Candidate[] {
  if (perDocument === Number.POSITIVE_INFINITY) return candidates.slice(0, depth)
  const taken = new Map<number, number>()
  const kept: Candidate[] = []
  for (const candidate of candidates) {
    if (kept.length === depth) break
    const before = taken.get(candidate.document) ?? 0
    if (before >= perDocument) continue
    taken.set(candidate.document, before + 1)
    kept.push(candidate)
  }
  return kept
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
    this.ties = heap[0]!.base === worst.base ? [...this.ties, worst] : []
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
