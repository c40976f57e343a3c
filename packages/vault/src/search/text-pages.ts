import type { ScratchFile } from '@shoko/core-fs'
import { PageFile } from './page-file.ts'

/** More than the allocator keeps for later when it is freed: a page goes back to the system, whatever lies beside it. */
const PAGE_BYTES = 1024 * 1024
/** Larger texts lie alone: they would leave too much of a page free. */
const MOST = PAGE_BYTES / 4

/** The bytes of a text that is kept, wherever they are. */
export interface TextBytes {
  readonly byteLength: number
  /** To be looked at now: the next text that is read may come to lie in the same memory. */
  read(): Buffer
}

interface Page {
  /** Absent: it lies in the file. */
  memory: Buffer | undefined
  place: number
  filled: number
  live: number
}

/**
 * Room for many small texts, by the page. One by one they would lie between everything else that is allocated, and what is freed
 * between two things that stay cannot be given back: of two thousand notes all their bytes were kept after their thread had ended.
 * Full pages go to a scratch file where there is one: the system lends its memory to files only as long as nobody needs it.
 */
export class TextPages {
  readonly #file: PageFile | undefined
  readonly #pages = new Set<Page>()
  readonly #pageOf = new WeakMap<TextBytes, Page>()
  #current: Page | undefined
  #live = 0

  constructor(openScratch?: () => ScratchFile) {
    this.#file = openScratch === undefined ? undefined : new PageFile(PAGE_BYTES, openScratch)
  }

  /** Room for so many bytes, which is whoever's takes next unless it is kept; undefined: too many to share a page. */
  take(bytes: number): Buffer | undefined {
    if (bytes > MOST || bytes === 0) return undefined
    if (this.#current === undefined || this.#current.filled + bytes > PAGE_BYTES) this.#current = this.#turn(this.#current)
    const page = this.#current
    const room = page.memory!.subarray(page.filled, page.filled + bytes)
    page.filled += bytes
    return room
  }

  /** What was taken last holds a text that is kept; bytes from elsewhere are kept as they are. */
  keep(bytes: Buffer): TextBytes {
    const { byteLength, byteOffset: start } = bytes
    const page = this.#current
    if (page?.memory?.buffer !== bytes.buffer) return { byteLength, read: () => bytes }
    page.live += byteLength
    this.#live += byteLength
    const text = { byteLength, read: () => this.#read(page, start, start + byteLength) }
    this.#pageOf.set(text, page)
    return text
  }

  /** The text is kept no longer, and must not be read. */
  release(text: TextBytes): void {
    const page = this.#pageOf.get(text)
    if (page === undefined) return
    page.live -= text.byteLength
    this.#live -= text.byteLength
    if (page.live === 0 && page !== this.#current) this.#giveUp(page)
  }

  /** More than half of the room is held for texts that are no longer kept. */
  get isSparse(): boolean {
    return this.#pages.size * PAGE_BYTES > 2 * this.#live + 2 * PAGE_BYTES
  }

  /** Whether the text lies in a page of which less than half is kept: it had better be read again. */
  isWasteful(text: TextBytes): boolean {
    const page = this.#pageOf.get(text)
    return page !== undefined && page !== this.#current && page.live < PAGE_BYTES / 2
  }

  #read(page: Page, start: number, end: number): Buffer {
    return page.memory?.subarray(start, end) ?? this.#file!.read(page, start, end)
  }

  /** A page to fill, in the memory of the one before where nobody needs it there. */
  #turn(last: Page | undefined): Page {
    if (last !== undefined && last.live === 0) {
      last.filled = 0
      return last
    }
    const page = { memory: this.#spilled(last) ?? Buffer.allocUnsafeSlow(PAGE_BYTES), place: 0, filled: 0, live: 0 }
    this.#pages.add(page)
    return page
  }

  /** The memory of a page that lies in the file now. */
  #spilled(page: Page | undefined): Buffer | undefined {
    const memory = page?.memory
    if (page === undefined || memory === undefined) return undefined
    const place = this.#file?.write(memory.subarray(0, page.filled))
    if (place === undefined) return undefined
    Object.assign(page, { memory: undefined, place })
    return memory
  }

  #giveUp(page: Page): void {
    this.#pages.delete(page)
    if (page.memory === undefined) this.#file!.give(page.place)
  }
}
