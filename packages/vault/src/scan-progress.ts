import type { MemorySlot } from '@shoko/contract'
import type { LineRange } from '@shoko/contract/schema'
import { mergeRanges } from './ranges.ts'

/** The lines of each file that one connection has scanned, so that the last chunk can cite them all. */
export class ScanProgress {
  readonly #scanned: Map<string, readonly LineRange[]>

  constructor(scanned: Iterable<readonly [string, readonly LineRange[]]> = []) {
    this.#scanned = new Map(scanned)
  }

  /** All of it, as the constructor takes it. */
  entries(): [string, readonly LineRange[]][] {
    return [...this.#scanned]
  }

  /** Adds a range and returns everything scanned of the file, cut to the lines it has now. */
  add(path: string, range: LineRange, totalLines: number): LineRange[] {
    const merged = mergeRanges([...(this.#scanned.get(path) ?? []), range])
    this.#scanned.delete(path)
    this.#scanned.set(path, merged)
    this.#forgetOldest()
    return cutTo(merged, Math.max(1, totalLines))
  }

  /** A connection may live for weeks; what was scanned longest ago is the least likely to be cited. */
  #forgetOldest(): void {
    if (this.#scanned.size <= MAX_FILES) return
    const [oldest] = this.#scanned.keys()
    if (oldest !== undefined) this.#scanned.delete(oldest)
  }
}

export const scanProgress: MemorySlot<ScanProgress> = {
  name: 'vault scan progress',
  create: () => new ScanProgress(),
  dump: (progress) => progress.entries(),
  restore: (dumped) => new ScanProgress(dumped as [string, LineRange[]][]), // by the line above
}

const MAX_FILES = 1000

function cutTo(ranges: readonly LineRange[], last: number): LineRange[] {
  return ranges
    .filter((range) => range.start_line <= last)
    .map((range) => ({ start_line: range.start_line, end_line: Math.min(range.end_line, last) }))
}
