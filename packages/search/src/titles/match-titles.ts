import { type TitleEntry, titleKey } from './title-entry.ts'

const NOT_FOUND = -1
const AT_START = 4
const AT_WORD = 2

/**
 * The titles that hold every word of what was typed, best first: those that begin with it, then those with a word that does, then the
 * others; among equals the shorter. Words may be cut anywhere, as they are while somebody types, and stand anywhere in a script
 * without spaces.
 */
export function matchTitles<Item>(entries: Iterable<TitleEntry<Item>>, typed: string, limit: number): Item[] {
  const words = titleKey(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
  const found: { readonly item: Item; readonly score: number; readonly length: number }[] = []
  for (const { key, item } of entries) {
    const score = scoreOf(key, words)
    if (score !== NOT_FOUND) found.push({ item, score, length: key.length })
  }
  found.sort((a, b) => b.score - a.score || a.length - b.length)
  return found.slice(0, limit).map(({ item }) => item)
}

function scoreOf(key: string, words: readonly string[]): number {
  let score = 0
  for (const [place, word] of words.entries()) {
    const at = key.indexOf(word)
    if (at < 0) return NOT_FOUND
    if (at === 0) score += place === 0 ? AT_START : AT_WORD
    else if (startsWord(key, word, at)) score += AT_WORD
  }
  return score
}

/** Whether the word, here or further on, follows something that is no letter. */
function startsWord(key: string, word: string, first: number): boolean {
  for (let at = first; at >= 0; at = key.indexOf(word, at + 1)) if (at === 0 || !/[\p{L}\p{N}]/u.test(key[at - 1]!)) return true
  return false
}
