import { isJapaneseText } from '../analyse/scripts.ts'
import { matchTitles } from './match-titles.ts'
import { nearestTitles } from './nearest-titles.ts'
import { type TitleEntry, titleKey } from './title-entry.ts'

/** What somebody means who is typing a title: those that hold what is there so far, or else those written much like it. */
export function titlesLike<Item>(entries: readonly TitleEntry<Item>[], typed: string, limit: number): Item[] {
  const found = matchTitles(entries, typed, limit)
  return found.length > 0 ? found : nearestTitles(entries, typed, limit)
}

/** How many names an answer proposes instead of one that names nothing. */
const MAX_PROPOSED = 3
/** Fewer letters stand in any title by chance; each kanji or kana tells as much as two. */
const LEAST_LETTERS = 4

/** What somebody may have meant who asked for something that is not there, best first. */
export function titlesMeant<Item>(entries: readonly TitleEntry<Item>[], asked: string): Item[] {
  const letters = asked.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  return letters * (isJapaneseText(asked) ? 2 : 1) < LEAST_LETTERS ? [] : titlesLike(entries, asked, MAX_PROPOSED)
}

/** The same for plain names. */
export function didYouMean(names: Iterable<string>, asked: string): string[] {
  return titlesMeant(
    Array.from(names, (name) => ({ key: titleKey(name), item: name })),
    asked,
  )
}
