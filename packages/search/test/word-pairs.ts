/** Every other word is what the one before it becomes. */
export function wordPairs(words: string): [word: string, becomes: string][] {
  const [...all] = words.trim().split(/\s+/)
  return Array.from({ length: all.length / 2 }, (_, at) => [all[at * 2]!, all[at * 2 + 1]!])
}
