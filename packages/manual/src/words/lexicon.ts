import { fold, isAsciiWordUnit, normalizeLine } from '@shoko/search'

export interface Entry {
  /** Of one meaning, in all languages, written as a person writes them. */
  readonly words: readonly string[]
  /** A bit, or several. */
  readonly meaning: number
}

/** The meanings of all listed words that stand in a comparable text, or-ed together. */
export type Lexicon = (comparableText: string) => number

/** The form in which listed words and texts meet: normalized, on one line, accents dropped. */
export function comparable(text: string): string {
  return fold(normalizeLine(text))
}

/**
 * One pass over a text for all lists at once, longest word first: 対象外 is not 対象, "not covered" is not "covered".
 * Latin words match whole, Japanese ones anywhere. A hundred megabytes are searched at every first index,
 * so this walks a tree of letters instead of trying one pattern a list.
 */
export function createLexicon(entries: readonly Entry[]): Lexicon {
  const root: Branch = { meaning: 0, next: new Map() }
  for (const { words, meaning } of entries) {
    for (const word of words) plant(root, comparable(word), meaning)
  }
  // Most letters of a text begin no listed word: a table tells so faster than the tree.
  const starts = new Uint8Array(0x10000)
  for (const code of root.next.keys()) starts[code] = 1
  return (text) => meaningsIn(root, starts, text)
}

interface Branch {
  meaning: number
  readonly next: Map<number, Branch>
}

function plant(root: Branch, word: string, meaning: number): void {
  let branch = root
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    const known = branch.next.get(code) ?? { meaning: 0, next: new Map() }
    branch.next.set(code, known)
    branch = known
  }
  branch.meaning |= meaning
}

function meaningsIn(root: Branch, starts: Uint8Array, text: string): number {
  let found = 0
  let insideWord = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const latin = isAsciiWordUnit(code)
    const begins = latin ? !insideWord : code > 127
    insideWord = latin
    if (!begins || starts[code] === 0) continue
    const match = longestMatch(root.next.get(code)!, text, at + 1)
    if (match === undefined) continue
    found |= match.meaning
    at = match.end - 1
    insideWord = isAsciiWordUnit(text.charCodeAt(at))
  }
  return found
}

function longestMatch(first: Branch, text: string, from: number): { readonly meaning: number; readonly end: number } | undefined {
  let best: { readonly meaning: number; readonly end: number } | undefined
  let branch: Branch | undefined = first
  for (let at = from; branch !== undefined; at++) {
    if (branch.meaning !== 0 && !cutsWord(text, at)) best = { meaning: branch.meaning, end: at }
    branch = at < text.length ? branch.next.get(text.charCodeAt(at)) : undefined
  }
  return best
}

function cutsWord(text: string, at: number): boolean {
  return at < text.length && isAsciiWordUnit(text.charCodeAt(at)) && isAsciiWordUnit(text.charCodeAt(at - 1))
}
