import { looseColumns } from '../index/kept-columns.ts'

/** So many letters make a run. */
export const RUN = 4

/** Bits for each letter of the text: nearly all of them stay unset, for a yes by mistake costs reading the text. */
const SPARSENESS = 16
const MIN_BITS = 64

/** Which runs of four letters a text has, as bits by hash: it may say yes to one that is not there, and never no to one that is. */
export class RunFilter {
  private readonly bits: Int32Array
  private readonly shift: number

  constructor(text: string) {
    const power = 32 - Math.clz32(Math.max(MIN_BITS, text.length * SPARSENESS) - 1)
    this.bits = looseColumns.int32(2 ** (power - 5))
    this.shift = 32 - power
    let run = 0
    for (let at = 0; at < text.length; at++) {
      run = appended(run, text.charCodeAt(at))
      const hash = hashOf(run) >>> this.shift
      this.bits[hash >> 5]! |= 1 << (hash & 31)
    }
  }

  mayHold(run: number): boolean {
    const hash = hashOf(run) >>> this.shift
    return ((this.bits[hash >> 5]! >>> (hash & 31)) & 1) !== 0
  }
}

/** The run of letters as one number, of seven bits each; letters beyond ASCII are alike. */
export function runOf(letters: string): number {
  let run = 0
  for (let at = 0; at < letters.length; at++) run = appended(run, letters.charCodeAt(at))
  return run
}

/** The run that ends with one more letter. */
function appended(run: number, code: number): number {
  return ((run << 7) | (code < 128 ? code : 0)) & 0xfffffff
}

/** In all 32 bits, the upper ones the best. */
function hashOf(run: number): number {
  return Math.imul(run, 0x9e3779b1)
}
