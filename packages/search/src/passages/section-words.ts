import { isWordUnit } from '../analyse/scripts.ts'
import type { PreparedSection } from './section.ts'

/** A word of a section, folded, and the sentences it stands in. */
export interface SectionWord {
  readonly text: string
  readonly sentences: readonly number[]
}

/** So many first letters find a word; shorter beginnings are not looked for here. */
export const LETTERS_KEYED = 3

/** Words by their first letters. */
type Words = ReadonlyMap<string, readonly SectionWord[]>

/** Taken apart once a section, for as long as that is kept: every question asks for words by how they begin. */
const WORDS = new WeakMap<PreparedSection, Words>()

/** The words of scripts that write words apart, which begin with the first LETTERS_KEYED letters of this. */
export function wordsKeyed(section: PreparedSection, beginning: string): readonly SectionWord[] {
  const words = WORDS.get(section) ?? readWords(section)
  return words.get(beginning.slice(0, LETTERS_KEYED)) ?? NONE
}

const NONE: readonly SectionWord[] = []

/** Adds 1 to every sentence that holds a word with this beginning; Japanese is looked for anywhere. */
export function countBeginning(section: PreparedSection, beginning: string, counts: Uint16Array): void {
  if (beginning.length < LETTERS_KEYED || !isWordUnit(beginning.charCodeAt(0))) {
    countText(section, beginning, counts)
    return
  }
  const words = wordsKeyed(section, beginning)
  let first: SectionWord | undefined
  let seen: Set<number> | undefined
  for (const word of words) {
    if (!word.text.startsWith(beginning)) continue
    // A sentence that holds several of the words counts once.
    if (first !== undefined) seen ??= new Set(first.sentences)
    first ??= word
    for (const sentence of word.sentences) {
      if (seen?.has(sentence) === true) continue
      seen?.add(sentence)
      counts[sentence]!++
    }
  }
}

function countText({ folded, starts }: PreparedSection, text: string, counts: Uint16Array): void {
  let sentence = 0
  for (let at = folded.indexOf(text); at >= 0; at = folded.indexOf(text, starts[sentence + 1]!)) {
    while (starts[sentence + 1]! <= at) sentence++
    counts[sentence]!++
  }
}

function readWords(section: PreparedSection): Words {
  const { folded, starts } = section
  const known = new Map<string, number[]>()
  const words = new Map<string, SectionWord[]>()
  let sentence = 0
  for (let at = 0; at < folded.length; at++) {
    if (!isWordUnit(folded.charCodeAt(at))) continue
    const start = at
    while (at < folded.length && isWordUnit(folded.charCodeAt(at))) at++
    while (starts[sentence + 1]! <= start) sentence++
    const text = folded.slice(start, at)
    const sentences = known.get(text)
    if (sentences === undefined) addWord({ known, words }, { text, sentence })
    else if (sentences.at(-1) !== sentence) sentences.push(sentence)
  }
  WORDS.set(section, words)
  return words
}

function addWord(
  { known, words }: { readonly known: Map<string, number[]>; readonly words: Map<string, SectionWord[]> },
  { text, sentence }: { readonly text: string; readonly sentence: number },
): void {
  const sentences = [sentence]
  known.set(text, sentences)
  const key = text.slice(0, LETTERS_KEYED)
  const alike = words.get(key)
  if (alike === undefined) words.set(key, [{ text, sentences }])
  else alike.push({ text, sentences })
}
