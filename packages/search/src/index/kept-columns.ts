import { NumberPages } from './number-pages.ts'

/** 32 KB. What lies on one page goes at different times: a large one would be kept for long by a few columns. */
const PAGE_LENGTH = 1 << 13

/** One for all: a page that nobody reads any more is given back as a whole, whoever wrote on it. */
const PAGES = new NumberPages(PAGE_LENGTH)

/**
 * Columns of zeros for what is kept of one text, beside thousands of others that come and go one by one. Each with memory of its
 * own would leave the allocator's heap full of holes: 20 of 30 MB after a few hundred questions.
 */
export const keptColumn = {
  uint32: (length: number): Uint32Array => PAGES.take(length),
  int32: (length: number): Int32Array => {
    const { buffer, byteOffset } = PAGES.take(length)
    return new Int32Array(buffer, byteOffset, length)
  },
  float32: (length: number): Float32Array => {
    const { buffer, byteOffset } = PAGES.take(length)
    return new Float32Array(buffer, byteOffset, length)
  },
  float64: (length: number): Float64Array => {
    const { buffer, byteOffset } = PAGES.take(2 * length + 1) // begins at a multiple of four bytes
    return new Float64Array(buffer, Math.ceil(byteOffset / 8) * 8, length)
  },
}
