import { inSlices } from '../slices.ts'

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
  let count = 0
  await inSlices(eachPlace(bytes, replacement, () => count++))
  if (count === 0) return { bytes, count }
  const size = bytes.length + count * (put.length - find.length)
  check(size)
  const made = Buffer.allocUnsafe(size)
  let [from, filled] = [0, 0]
  const copyUntil = (end: number) => {
    filled += bytes.copy(made, filled, from, end)
  }
  await inSlices(
    eachPlace(bytes, replacement, (at) => {
      copyUntil(at)
      made.set(put, filled)
      filled += put.length
      from = at + find.length
    }),
  )
  copyUntil(bytes.length)
  return { bytes: made, count }
}

function* eachPlace(bytes: Buffer, { find, max }: Replacement, met: (at: number) => void): Generator<void, void> {
  if (find.length === 0) return
  for (let left = max, at = bytes.indexOf(find); at !== -1 && left > 0; left--) {
    met(at)
    yield
    at = bytes.indexOf(find, at + find.length)
  }
}
