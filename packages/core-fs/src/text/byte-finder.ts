/**
 * Up to this length the platform's own search is used. It looks back over a longer needle's end only, so a text that was made
 * for it costs the product of both lengths: minutes for some megabytes.
 */
const NATIVE_LENGTH = 250
const AT_ONCE = 1 << 18

/** Where a sequence of bytes stands, found in time that grows with the text alone, whatever the two hold. */
export class ByteFinder {
  readonly #needle: Uint8Array
  #long: LongNeedle | undefined

  constructor(needle: Uint8Array) {
    this.#needle = needle
  }

  /** The first place from there on; -1 for none. */
  find(bytes: Buffer, from = 0): number {
    if (this.#needle.length <= NATIVE_LENGTH) return bytes.indexOf(this.#needle, from)
    const steps = this.steps(bytes, from)
    for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
  }

  /** The same, with a pause now and then. */
  *steps(bytes: Buffer, from = 0): Generator<void, number> {
    if (this.#needle.length <= NATIVE_LENGTH) return bytes.indexOf(this.#needle, from)
    this.#long ??= new LongNeedle(this.#needle)
    const long = this.#long
    while (!long.isRead) {
      long.readOn()
      yield
    }
    let held = 0
    for (let at = from; at < bytes.length; at += AT_ONCE) {
      const end = Math.min(at + AT_ONCE, bytes.length)
      held = long.goOn(bytes, { from: at, end, held })
      if (held < 0) return end + held
      yield
    }
    return -1
  }
}

/** By Knuth, Morris and Pratt: a byte that does not fit leaves as much of the needle's beginning as still does. */
class LongNeedle {
  readonly #needle: Uint8Array
  /** For each beginning of the needle: how much of its end is a beginning too. */
  readonly #shorter: Int32Array
  #read = 1

  constructor(needle: Uint8Array) {
    this.#needle = needle
    this.#shorter = new Int32Array(needle.length)
  }

  get isRead(): boolean {
    return this.#read === this.#needle.length
  }

  readOn(): void {
    const [needle, shorter] = [this.#needle, this.#shorter]
    const end = Math.min(this.#read + AT_ONCE, needle.length)
    let held = shorter[this.#read - 1]!
    for (let at = this.#read; at < end; at++) {
      const byte = needle[at]!
      while (held > 0 && byte !== needle[held]) held = shorter[held - 1]!
      if (byte === needle[held]) held++
      shorter[at] = held
    }
    this.#read = end
  }

  /** How much of the beginning the bytes up to the end hold; once all of it was met, its place less the end, which is below 0. */
  goOn(bytes: Uint8Array, { from, end, held: before }: { readonly from: number; readonly end: number; readonly held: number }) {
    const [needle, shorter] = [this.#needle, this.#shorter]
    let held = before
    for (let at = from; at < end; at++) {
      const byte = bytes[at]!
      while (held > 0 && byte !== needle[held]) held = shorter[held - 1]!
      if (byte === needle[held] && ++held === needle.length) return at - held + 1 - end
    }
    return held
  }
}
