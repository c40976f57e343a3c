import { NumberPages } from './number-pages.ts'

/** 32 KB. What lies on one page goes at different times: a large one would be kept for long by a few columns. */
const PAGE_LENGTH = 1 << 13

/** Columns of zeros. */
export interface KeptColumns {
  readonly uint32: (length: number) => Uint32Array
  readonly int32: (length: number) => Int32Array
  readonly float32: (length: number) => Float32Array
  readonly float64: (length: number) => Float64Array
}

/**
 * For what is kept of one text, beside thousands of others that come and go one by one. Each with memory of its own would leave the
 * allocator's heap full of holes: 20 of 30 MB after a few hundred questions. A page that nobody reads any more is given back as a
 * whole: whoever keeps columns for another time has pages of its own.
 */
export function keptColumns(): KeptColumns {
  const pages = new NumberPages(PAGE_LENGTH)
  return {
    uint32: (length) => pages.take(length),
    int32: (length) => {
      const { buffer, byteOffset } = pages.take(length)
      return new Int32Array(buffer, byteOffset, length)
    },
    float32: (length) => {
      const { buffer, byteOffset } = pages.take(length)
      return new Float32Array(buffer, byteOffset, length)
    },
    float64: (length) => {
      const { buffer, byteOffset } = pages.take(2 * length + 1) // begins at a multiple of four bytes
      return new Float64Array(buffer, Math.ceil(byteOffset / 8) * 8, length)
    },
  }
}

/** Of sections, which are kept as long as they are asked about. */
export const sectionColumns = keptColumns()

/** Of comparable texts, all of which are given up at once. */
export const looseColumns = keptColumns()
