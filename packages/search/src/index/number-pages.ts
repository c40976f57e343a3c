/** 256 KB: the allocator maps it by itself and gives it back as a whole. */
const PAGE_LENGTH = 1 << 16

/**
 * Room for many small columns that are given up together. Thousands of arrays of their own would each take more than its numbers,
 * and leave holes between what stays that nobody gives back.
 */
export class NumberPages {
  private page = new Uint32Array(0)
  private used = 0
  private taken = 0
  private readonly pageLength: number

  constructor(pageLength = PAGE_LENGTH) {
    this.pageLength = pageLength
  }

  /** Bytes of all that was taken since it was emptied. */
  get byteSize(): number {
    return this.taken * Uint32Array.BYTES_PER_ELEMENT
  }

  /** A column of this length, filled with zeros. */
  take(length: number): Uint32Array {
    this.taken += length
    if (length > this.pageLength / 2) return new Uint32Array(length)
    if (this.used + length > this.page.length) {
      this.page = new Uint32Array(this.pageLength)
      this.used = 0
    }
    const start = this.used
    this.used += length
    return this.page.subarray(start, this.used)
  }

  /** Columns that somebody still reads stay as they are. */
  clear(): void {
    this.page = new Uint32Array(0)
    this.used = 0
    this.taken = 0
  }
}
