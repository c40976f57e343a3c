import { isJapaneseWord } from '../analyse/scripts.ts'
import { type TitleEntry, titleKey } from './title-entry.ts'

/** So much of the letter pairs of what was typed must stand in a title, and so like one of its words each word must be. */
const LEAST_SHARED = 0.4
const LEAST_ALIKE = 0.5

/**
 * The titles that are written much like what was typed, best first: for a name with a slip of the pen. Every word has to be like
 * some word of the title, by the letter pairs that they share; Japanese is compared as it stands. Most titles share too few pairs
 * and are passed over by substring searches, so thousands are looked at in milliseconds and nothing is kept between two calls.
 */
export function nearestTitles<Item>(entries: Iterable<TitleEntry<Item>>, typed: string, limit: number): Item[] {
  const words = wordsOf(titleKey(typed)).map((text) => ({ text, pairs: pairsOf(text) }))
  const pairs = words.flatMap((word) => [...word.pairs])
  if (pairs.length === 0) return []
  const found: { readonly item: Item; readonly score: number; readonly length: number }[] = []
  for (const { key, item } of entries) {
    if (!sharesEnough(key, pairs)) continue
    const score = likeness(wordsOf(key), words)
    if (score >= LEAST_ALIKE) found.push({ item, score, length: key.length })
  }
  found.sort((a, b) => b.score - a.score || a.length - b.length)
  return found.slice(0, limit).map(({ item }) => item)
}

interface TypedWord {
  readonly text: string
  readonly pairs: ReadonlySet<string>
}

function sharesEnough(key: string, pairs: readonly string[]): boolean {
  let missing = Math.floor(pairs.length * (1 - LEAST_SHARED))
  for (const pair of pairs) if (!key.includes(pair) && --missing < 0) return false
  return true
}

/** The worst word decides: a title that is like one word of three is another title. */
function likeness(titleWords: readonly string[], typed: readonly TypedWord[]): number {
  let least = 1
  let sum = 0
  for (const word of typed) {
    const best = Math.max(0, ...titleWords.map((own) => alike(own, word)))
    least = Math.min(least, best)
    sum += best
  }
  return least < LEAST_ALIKE ? 0 : sum / typed.length
}

/** Dice of the pairs; of Japanese, which has no words to compare, the share of what was typed. */
function alike(own: string, { text, pairs }: TypedWord): number {
  if (own === text) return 1
  const ownPairs = pairsOf(own)
  let shared = 0
  for (const pair of pairs) if (ownPairs.has(pair)) shared++
  return isJapaneseWord(text) ? shared / pairs.size : (2 * shared) / (pairs.size + ownPairs.size)
}

function wordsOf(key: string): readonly string[] {
  return key.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

function pairsOf(word: string): ReadonlySet<string> {
  const pairs = new Set<string>()
  for (let at = 0; at + 2 <= word.length; at++) pairs.add(word.slice(at, at + 2))
  return pairs
}
