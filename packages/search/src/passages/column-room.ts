/** More than this is not kept from one piece of work to the next: a question about very long sections would hold it for good. */
const MOST_KEPT = 1 << 20
const FIRST = 1 << 16
/** All kinds of numbers may begin at a multiple of it. */
const ALIGNED = 8

/** Sets a short column to zeros: to call the platform's own `fill` takes longer than a few numbers do. */
export function clear(column: Float64Array): void {
  for (let at = 0; at < column.length; at++) column[at] = 0
}

/**
 * Columns of zeros for one piece of work after the other, in room that is kept. A question wants dozens, and the engine takes
 * longer to make one of its own than most of them are used.
 */
export class ColumnRoom {
  private buffer = new ArrayBuffer(FIRST)
  private used = 0

  /** What was given out so far is given out again. */
  begin(): void {
    if (this.used > this.buffer.byteLength) this.buffer = new ArrayBuffer(Math.min(MOST_KEPT, this.used * 2))
    this.used = 0
  }

  float64(length: number): Float64Array {
    const start = this.take(length * Float64Array.BYTES_PER_ELEMENT)
    return start < 0 ? new Float64Array(length) : new Float64Array(this.buffer, start, length).fill(0)
  }

  float32(length: number): Float32Array {
    const start = this.take(length * Float32Array.BYTES_PER_ELEMENT)
    return start < 0 ? new Float32Array(length) : new Float32Array(this.buffer, start, length).fill(0)
  }

  uint32(length: number): Uint32Array {
    const start = this.take(length * Uint32Array.BYTES_PER_ELEMENT)
    return start < 0 ? new Uint32Array(length) : new Uint32Array(this.buffer, start, length).fill(0)
  }

  uint8(length: number): Uint8Array {
    const start = this.take(length)
    return start < 0 ? new Uint8Array(length) : new Uint8Array(this.buffer, start, length).fill(0)
  }

  /** Where so many bytes begin; -1 when there is no room, which is larger the next time. */
  private take(bytes: number): number {
    const start = this.used
    this.used += Math.ceil(bytes / ALIGNED) * ALIGNED
    return this.used <= this.buffer.byteLength ? start : -1
  }
}
