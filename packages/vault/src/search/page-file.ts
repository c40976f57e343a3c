import type { ScratchFile } from '@shoko/core-fs'

/**
 * Read at a time: one call brings what the next texts need too, for they are asked for in the order in which they came. What is larger
 * than a processor holds close by takes longer in all.
 */
const WINDOW_BYTES = 64 * 1024

interface Window {
  bytes: Buffer
  place: number
  start: number
  end: number
}

/** Pages of one size in a scratch file. */
export class PageFile {
  readonly #pageBytes: number
  readonly #open: () => ScratchFile
  #file: ScratchFile | undefined
  #takesMore = true
  #places = 0
  readonly #free: number[] = []
  #window: Window | undefined

  constructor(pageBytes: number, open: () => ScratchFile) {
    this.#pageBytes = pageBytes
    this.#open = open
  }

  /** Where the page lies now. Undefined: the disk does not take it, and is not asked again. */
  write(page: Uint8Array): number | undefined {
    if (!this.#takesMore) return undefined
    const place = this.#free.at(-1) ?? this.#places
    try {
      this.#file ??= this.#open()
      this.#file.write(page, place * this.#pageBytes)
    } catch {
      this.#takesMore = false // memory has room for it
      return undefined
    }
    if (this.#free.pop() === undefined) this.#places++
    if (this.#window?.place === place) this.#window.end = 0
    return place
  }

  /** A part of a page, to be looked at before the next one is read. `filled`: how much of the page there is. */
  read({ place, filled }: { readonly place: number; readonly filled: number }, start: number, end: number): Buffer {
    this.#window ??= { bytes: Buffer.allocUnsafeSlow(WINDOW_BYTES), place, start: 0, end: 0 }
    const window = this.#window
    if (end - start > window.bytes.length) Object.assign(window, { bytes: Buffer.allocUnsafeSlow(end - start), end: 0 })
    if (window.place !== place || start < window.start || end > window.end) {
      const to = Math.min(start + window.bytes.length, filled)
      window.end = 0 // until it is read
      this.#file!.read(window.bytes.subarray(0, to - start), place * this.#pageBytes + start)
      Object.assign(window, { place, start, end: to })
    }
    return window.bytes.subarray(start - window.start, end - window.start)
  }

  /** Nobody reads the page any more. */
  give(place: number): void {
    this.#free.push(place)
  }
}
