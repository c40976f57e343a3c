import { inSlices } from '../slices.ts'
import { ByteFinder } from './byte-finder.ts'

export interface Replacement {
  readonly find: Uint8Array
  readonly put: Uint8Array
  readonly max: number
}

export interface Replaced {
  readonly bytes: Uint8Array
  readonly count: number
}

/**
 * Replaces the first `max` occurrences, literally and from left to right; what was put in is not searched again. Counted
 * before anything is made, so that `check` can refuse the size of the whole, and in slices: there may be millions.
 */
export async function replaceFirst(
  bytes: Buffer,
  replacement: Replacement,
  check: (size: number) => void = () => {},
): Promise<Replaced> {
  const { find, put } = replacement
  const places = { finder: new ByteFinder(find), length: find.length, max: replacement.max }
  let count = 0
  await inSlices(eachPlace(bytes, places, () => count++))
  if (count === 0) return { bytes, count }
  const size = bytes.length + count * (put.length - find.length)
  check(size)
  const made = Buffer.allocUnsafe(size)
  let [from, filled] = [0, 0]
  const copyUntil = (end: number) => {
    filled += bytes.copy(made, filled, from, end)
  }
  await inSlices(
    eachPlace(bytes, places, (at) => {
      copyUntil(at)
      made.set(put, filled)
      filled += put.length
      from = at + find.length
    }),
  )
  copyUntil(bytes.length)
  return { bytes: made, count }
}

/** Whether the bytes stand there at all. */
export async function holdsBytes(bytes: Buffer, find: Uint8Array): Promise<boolean> {
  let held = false
  await inSlices(eachPlace(bytes, { finder: new ByteFinder(find), length: find.length, max: 1 }, () => (held = true)))
  return held
}

interface Places {
  readonly finder: ByteFinder
  readonly length: number
  readonly max: number
}

function* eachPlace(bytes: Buffer, { finder, length, max }: Places, met: (at: number) => void): Generator<void, void> {
  if (length === 0 || max === 0) return
  for (let left = max, at = yield* finder.steps(bytes); at !== -1; at = yield* finder.steps(bytes, at + length)) {
    met(at)
    if (--left === 0) return
    yield
  }
}
