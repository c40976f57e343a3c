/** Room for more entries than this is given up when a list is emptied. */
const MOST_KEPT = 1 << 16

/** A list of unsigned 32-bit numbers that grows; unset entries are 0. */
export class NumberList {
  data: Uint32Array
  length: number

  constructor(data: Uint32Array = new Uint32Array(16), length = 0) {
    this.data = data
    this.length = length
  }

  push(value: number): number {
    if (this.length === this.data.length) this.reserve(this.length + 1)
    this.data[this.length] = value
    return this.length++
  }

  /** Empties it to be filled again. */
  clear(): void {
    this.length = 0
    if (this.data.length > MOST_KEPT) this.data = new Uint32Array(16)
  }

  /** Makes the list at least this long, filled up with 0. */
  extend(length: number): void {
    if (length > this.data.length) this.reserve(length)
    if (length > this.length) this.length = length
  }

  /** Exactly the entries, without the room behind them. */
  values(): Uint32Array {
    return this.data.subarray(0, this.length)
  }

  private reserve(length: number): void {
    this.data = enlarged(this.data, new Uint32Array(roomFor(length)))
  }
}

/** Capacity to allocate for this many entries, so that appending one by one copies each entry a bounded number of times. */
export function roomFor(length: number): number {
  return Math.max(16, Math.ceil(length * 1.5))
}

/** The larger column, with what the other holds at its beginning. */
export function enlarged<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array>(column: T, larger: T): T {
  larger.set(column)
  return larger
}
