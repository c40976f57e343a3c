/** More than the allocator keeps for later when it is freed: a page goes back to the system, whatever lies beside it. */
const PAGE_BYTES = 1024 * 1024
/** Larger texts lie alone: they would leave too much of a page free. */
const MOST = PAGE_BYTES / 4

interface Page {
  readonly memory: Buffer
  taken: number
  live: number
}

/**
 * Memory for many small texts. One by one they would lie between everything else that is allocated, and what is freed between two
 * things that stay cannot be given back: of two thousand notes all their bytes were kept after their thread had ended.
 */
export class TextPages {
  readonly #pages = new Map<ArrayBufferLike, Page>()
  #current: Page | undefined
  #live = 0

  /** Room for so many bytes; undefined: too many to share a page. */
  take(bytes: number): Buffer | undefined {
    if (bytes > MOST || bytes === 0) return undefined
    if (this.#current === undefined || this.#current.taken + bytes > PAGE_BYTES) this.#current = this.#add()
    const page = this.#current
    const room = page.memory.subarray(page.taken, page.taken + bytes)
    page.taken += bytes
    return room
  }

  /** What was taken holds a text that is kept; one that is not is gone with its page. */
  keep({ buffer, byteLength }: Buffer): void {
    const page = this.#pages.get(buffer)
    if (page === undefined) return
    page.live += byteLength
    this.#live += byteLength
  }

  /** The text is kept no longer; somebody may still be reading it, so its place is not used again. */
  release({ buffer, byteLength }: Buffer): void {
    const page = this.#pages.get(buffer)
    if (page === undefined) return
    page.live -= byteLength
    this.#live -= byteLength
    if (page.live === 0 && page !== this.#current) this.#pages.delete(buffer)
  }

  /** More than half of the memory is held for texts that are no longer kept. */
  get isSparse(): boolean {
    return this.#pages.size * PAGE_BYTES > 2 * this.#live + 2 * PAGE_BYTES
  }

  /** Whether the text lies in a page of which less than half is kept: it had better be read again. */
  isWasteful({ buffer }: Buffer): boolean {
    const page = this.#pages.get(buffer)
    return page !== undefined && page !== this.#current && page.live < PAGE_BYTES / 2
  }

  #add(): Page {
    const memory = Buffer.allocUnsafeSlow(PAGE_BYTES)
    const page = { memory, taken: 0, live: 0 }
    if (this.#current !== undefined && this.#current.live === 0) this.#pages.delete(this.#current.memory.buffer)
    this.#pages.set(memory.buffer, page)
    return page
  }
}
