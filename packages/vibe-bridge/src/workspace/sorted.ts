/** The place of the last of ascending numbers that is at most `limit`; -1 when all are beyond it. */
export function lastAtMost(ascending: readonly number[], limit: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ascending[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
