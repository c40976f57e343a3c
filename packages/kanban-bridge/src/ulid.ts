import type { Clock, Ids } from '@shoko/contract'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_LENGTH = 10
const RANDOM_LENGTH = 16

/**
 * Makes ULIDs that grow from call to call: within one millisecond, and while the clock stands or steps back, the random part
 * is counted up instead of drawn anew.
 */
export function createUlids(clock: Clock, ids: Ids): () => string {
  let lastTime = -1
  let lastRandom: number[] = []
  return () => {
    const now = clock.now()
    if (now > lastTime) {
      lastTime = now
      lastRandom = Array.from(ids.bytes(RANDOM_LENGTH), (byte) => byte & 31)
    } else if (!countUp(lastRandom)) {
      lastTime += 1
    }
    return encodeTime(lastTime) + lastRandom.map((digit) => ALPHABET[digit]).join('')
  }
}

/** False when the counter ran over; it is then all zeros and the time has to carry. */
function countUp(digits: number[]): boolean {
  for (let at = digits.length - 1; at >= 0; at--) {
    if (digits[at]! < 31) {
      digits[at]! += 1
      return true
    }
    digits[at] = 0
  }
  return false
}

function encodeTime(time: number): string {
  let rest = time
  let text = ''
  for (let at = 0; at < TIME_LENGTH; at++) {
    text = ALPHABET[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}
