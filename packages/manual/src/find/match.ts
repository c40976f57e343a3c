import { createLooseMatcher, isAsciiWordUnit, isFormOf, type LooseTest, type LooseText, type QueryTerm } from '@shoko/search'

/** Which terms of a query stand in a comparable text, by their place in the query; made once per query, used on hundreds of nodes. */
export interface Matcher {
  /** As words, inflected or not. */
  words(text: string): number[]
  /** The same in a long text, most of which hold none. */
  wordsIn(text: LooseText): number[]
  /** How many of these terms stand there as words. */
  count(text: string, among: readonly number[]): number
  /** With other separators inside, or most of its pieces: costs more and says less, so it is asked where no word was found. */
  readonly loosely: LooseTest
}

export function createMatcher(terms: readonly QueryTerm[]): Matcher {
  // Most queries never ask for some of these: the index knew.
  const tests: ((text: string) => boolean)[] = []
  const beginnings: string[] = []
  let loosely: LooseTest | undefined
  const holds = (text: string, term: number): boolean => {
    tests[term] ??= wordTest(terms[term]!)
    return tests[term](text)
  }
  return {
    words(text) {
      const held: number[] = []
      for (let term = 0; term < terms.length; term++) if (holds(text, term)) held.push(term)
      return held
    },
    wordsIn(loose) {
      const held: number[] = []
      for (let term = 0; term < terms.length; term++) {
        beginnings[term] ??= beginningOf(terms[term]!)
        if (loose.mayHold(beginnings[term]!) && holds(loose.text, term)) held.push(term)
      }
      return held
    },
    count(text, among) {
      let held = 0
      for (const term of among) if (holds(text, term)) held++
      return held
    },
    loosely(loose) {
      loosely ??= createLooseMatcher(terms.map(({ surface }) => surface))
      return loosely(loose)
    },
  }
}

/** With what all forms of the term begin. */
function beginningOf({ surface, stems }: QueryTerm): string {
  return isAsciiWordUnit(surface.charCodeAt(0)) ? commonPrefix([surface, ...stems]) : surface
}

function wordTest(term: QueryTerm): (text: string) => boolean {
  return isAsciiWordUnit(term.surface.charCodeAt(0)) ? latinTest(term) : (text) => text.includes(term.surface)
}

/** Words that begin like the term are looked at; whether one is a form of it is asked of the analyser once. */
function latinTest(term: QueryTerm): (text: string) => boolean {
  const prefix = beginningOf(term)
  const known = new Map<string, boolean>([[term.surface, true]])
  const isForm = (word: string) => {
    const answer = known.get(word) ?? isFormOf(term, word)
    known.set(word, answer)
    return answer
  }
  return (text) => {
    for (let at = text.indexOf(prefix); at !== -1; at = text.indexOf(prefix, at + 1)) {
      if (at > 0 && isAsciiWordUnit(text.charCodeAt(at - 1))) continue
      let end = at + prefix.length
      while (end < text.length && isAsciiWordUnit(text.charCodeAt(end))) end++
      if (isForm(text.slice(at, end))) return true
    }
    return false
  }
}

function commonPrefix(forms: readonly string[]): string {
  const [first = '', ...others] = forms
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--
  return first.slice(0, length)
}
