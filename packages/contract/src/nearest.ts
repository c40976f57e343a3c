/** Nobody mistypes a word of this length; comparing takes the product of both lengths. */
const LONGEST = 64

/** The known word closest to a mistyped one, if it is close enough to be worth naming. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > LONGEST) return undefined
  const limit = Math.min(word.length - 1, Math.max(2, Math.floor(word.length / 3)))
  let best: string | undefined
  let bestDistance = limit + 1
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  const letters = sameLetters(word)
  return best ?? known.find((candidate) => letters.length >= 3 && sameLetters(candidate).includes(letters))
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    row = next
  }
  return row[b.length]!
}

function sameLetters(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
