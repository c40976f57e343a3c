import type { KeptColumns } from './index/kept-columns.ts'

/** Bits for each letter of the text: most of them stay unset. */
const SPARSENESS = 8
const MIN_BITS = 256

/** Which pairs of letters a text has, as bits by hash: it may say yes to a text that is not there, and never no to one that is. */
export class PairFilter {
  private readonly bits: Int32Array
  private readonly shift: number

  constructor(text: string, columns: Pick<KeptColumns, 'int32'>) {
    const power = 32 - Math.clz32(Math.max(MIN_BITS, text.length * SPARSENESS) - 1)
    this.bits = columns.int32(2 ** (power - 5))
    this.shift = 32 - power
    for (let at = 1; at < text.length; at++) {
      const hash = hashOf(text, at) >>> this.shift
      this.bits[hash >> 5]! |= 1 << (hash & 31)
    }
  }

  mayHold(text: string): boolean {
    for (let at = 1; at < text.length; at++) if (!this.mayHoldAt(text, at)) return false
    return true
  }

  /** Whether it may have one of the text's pairs. */
  mayHoldSome(text: string): boolean {
    for (let at = 1; at < text.length; at++) if (this.mayHoldAt(text, at)) return true
    return false
  }

  /** The pair that ends here. */
  private mayHoldAt(text: string, at: number): boolean {
    const hash = hashOf(text, at) >>> this.shift
    return ((this.bits[hash >> 5]! >>> (hash & 31)) & 1) !== 0
  }
}

/** Of the pair that ends here. */
function hashOf(text: string, at: number): number {
  return Math.imul((text.charCodeAt(at - 1) << 16) ^ text.charCodeAt(at), 0x9e3779b1)
}
