/** Two stems of one family: delivery and delivered, 請求 and 請求書. Words with digits are names and must be equal. */
export function areAlike(a: string, b: string): boolean {
  if (a === b) return true
  // Nearly all pairs of words begin with other letters, and share nothing.
  if (a.charCodeAt(0) !== b.charCodeAt(0)) return false
  if (HAS_DIGIT.test(a) || HAS_DIGIT.test(b)) return false
  return LATIN.test(a) && LATIN.test(b) && shareStem(a, b)
}

const HAS_DIGIT = /\d/
const LATIN = /^[a-z]+$/
const SHORTEST = 5

function shareStem(a: string, b: string): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  if (shorter.length < SHORTEST || longer.length - shorter.length > 4) return false
  let common = 0
  while (common < shorter.length && shorter[common] === longer[common]) common++
  return common >= SHORTEST && common >= 0.8 * shorter.length
}
