import type { SearchHit } from './protocol.ts'

/** A file that matches: whether its name or title does, and how often its text. */
export interface FileRank {
  readonly path: string
  readonly named: boolean
  readonly count: number
}

/** Those whose name or title matches first, then by number of matches, then by path. */
export function byRank(a: FileRank, b: FileRank): number {
  if (a.named !== b.named) return a.named ? -1 : 1
  return b.count - a.count || (a.path < b.path ? -1 : 1)
}

/** Ranks of all files, and places of the best; what is not among them is not worth a snippet. */
export class RankedHits {
  readonly #keep: number
  readonly #ranks: FileRank[] = []
  #best: { readonly rank: FileRank; readonly hit: SearchHit }[] = []
  #last: FileRank | undefined

  constructor(keep: number) {
    this.#keep = keep
  }

  add(rank: FileRank, place: () => Pick<SearchHit, 'snippet' | 'line'>): void {
    this.#ranks.push(rank)
    if (this.#last !== undefined && byRank(rank, this.#last) > 0) return
    this.#best.push({ rank, hit: { path: rank.path, ...place(), match_count: rank.count } })
    if (this.#best.length >= 2 * this.#keep + ROOM) this.#prune()
  }

  answer(): { readonly ranks: readonly FileRank[]; readonly hits: readonly SearchHit[] } {
    this.#prune()
    return { ranks: this.#ranks, hits: this.#best.map(({ hit }) => hit) }
  }

  #prune(): void {
    this.#best = this.#best.sort((a, b) => byRank(a.rank, b.rank)).slice(0, this.#keep)
    if (this.#best.length === this.#keep) this.#last = this.#best.at(-1)?.rank
  }
}

const ROOM = 64
