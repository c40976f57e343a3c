/**
 * Up to this length the platform's own search is used. It looks back over a longer needle's end only, so a text that was made
 * for it costs the product of both lengths: minutes for some megabytes.
 */
const NATIVE_LENGTH = 250
const STEPS_AT_ONCE = 0xffff

/** Where a sequence of bytes stands, found in time that grows with the text alone, whatever the two hold. */
export class ByteFinder {
  readonly #needle: Uint8Array
  #fallbacks: Int32Array | undefined

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
    const needle = this.#needle
    if (needle.length <= NATIVE_LENGTH) return bytes.indexOf(needle, from)
    this.#fallbacks ??= yield* fallbacksOf(needle)
    const fallbacks = this.#fallbacks
    let held = 0
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]
      while (held > 0 && byte !== needle[held]) held = fallbacks[held - 1]!
      if (byte === needle[held] && ++held === needle.length) return at - held + 1
      if ((at & STEPS_AT_ONCE) === 0) yield
    }
    return -1
  }
}

/** For each beginning of the needle: how much of its end is a beginning too (Knuth, Morris, Pratt). */
function* fallbacksOf(needle: Uint8Array): Generator<void, Int32Array> {
  const fallbacks = new Int32Array(needle.length)
  let held = 0
  for (let at = 1; at < needle.length; at++) {
    while (held > 0 && needle[at] !== needle[held]) held = fallbacks[held - 1]!
    if (needle[at] === needle[held]) held++
    fallbacks[at] = held
    if ((at & STEPS_AT_ONCE) === 0) yield
  }
  return fallbacks
}
