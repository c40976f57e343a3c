import { fold } from '../fold.ts'
import { type LatinGrammar, wordSet } from '../languages/language.ts'
import { normalizeLine } from '../normalize.ts'
import { ownText } from '../own-text.ts'
import { createPhraseBook, type Meaning, type Phrase } from './latin-phrases.ts'
import { createNumberReader } from './latin-quantities.ts'
import { kindOf, type Token, tokenTexts } from './latin-tokens.ts'
import { type Bound, FREE, type Quantity } from './quantity.ts'
import { type Said, saysNothing, stanceOf } from './stance.ts'
import type { Clause, Sign, Statement } from './statement.ts'

type Reading = Omit<Statement, 'language'>

/** A token with what the language knows of it. */
interface Word extends Token {
  readonly phrases: readonly Phrase[]
  /** A phrase that sets two clauses against each other may begin with it. */
  readonly mayContrast: boolean
  readonly mayBeNumber: boolean
  /** What it adds to the words of its clause; undefined for marks, and for words that say nothing. */
  readonly said: string | undefined
}

const STATES_NOTHING: Reading = { clauses: [], isException: false }
const WORDS_KEPT = 20_000
const ENDS_WORD = /^[ ,]?$/
const QUOTED = /^["'“«‘].*["'”»’][.,]?$/

/** Reads sentences of a language whose words are divided by spaces; all that is particular to it is data. */
export function createLatinReader(grammar: LatinGrammar, stem: (word: string) => string): (sentence: string) => Reading {
  const { words } = grammar
  const phrases = createPhraseBook(words)
  const numbers = createNumberReader(words, stem)
  const silent = wordSet(words.silent)
  const verbs = wordSet(words.verbs)
  const pronouns = wordSet(words.pronouns)
  const pointers = wordSet(words.pointers)
  const canonical = new Map(words.synonyms.flatMap((group) => group.map((word) => [stem(word), stem(group[0]!)] as const)))

  /** The same few thousand words come again and again. */
  const known = new Map<string, Word>()

  function wordOf(token: string): Word {
    const word = known.get(token)
    if (word !== undefined) return word
    const text = ownText(token)
    const kind = kindOf(text)
    const starting = phrases.beginningWith(text)
    const read: Word = {
      text,
      kind,
      phrases: starting,
      mayContrast: starting.some(({ meaning }) => meaning.is === 'contrasts'),
      mayBeNumber: numbers.mayBegin({ text, kind }),
      said: saidBy({ text, kind }),
    }
    if (known.size >= WORDS_KEPT) known.clear()
    known.set(text, read)
    return read
  }

  function saidBy({ text, kind }: Token): string | undefined {
    if (kind === 'name') return text
    if (kind !== 'word' || silent.has(text)) return undefined
    const stemmed = stem(text.replace(/'s?$/, ''))
    return canonical.get(stemmed) ?? stemmed
  }

  function readClause(tokens: readonly Word[], isBan: boolean): Clause {
    const draft = newDraft()
    if (isBan) draft.said.forbids++
    let at = 0
    while (at < tokens.length) at += readAt(draft, tokens, at)
    return finished(draft)
  }

  /** Takes in what begins at a token, and says how many tokens that was. */
  function readAt(draft: Draft, tokens: readonly Word[], at: number): number {
    const word = tokens[at]!
    const phrase = word.phrases.length === 0 ? undefined : phrases.longestOf(word.phrases, tokens, at)
    const number = word.mayBeNumber && (phrase === undefined || phrase.length === 1) ? numbers.at(tokens, at) : undefined
    if (number !== undefined) {
      if (number.name !== undefined) wordsOf(draft).push(number.name)
      if (number.quantity !== undefined) addQuantity(draft, number.quantity)
      return number.length
    }
    if (phrase !== undefined) {
      takeIn(draft, phrase.meaning)
      return phrase.length
    }
    if (word.text === ',') draft.inCondition = false
    else if (word.said !== undefined) wordsOf(draft).push(word.said)
    return 1
  }

  function clausesOf(tokens: readonly Word[]): Word[][] {
    const parts: Word[][] = [[]]
    for (let at = 0; at < tokens.length; at++) {
      const word = tokens[at]!
      const phrase = word.mayContrast ? phrases.longestOf(word.phrases, tokens, at) : undefined
      if (word.text === ';') parts.push([])
      else if (phrase?.meaning.is === 'contrasts') {
        parts.push([])
        at += phrase.length - 1
      } else parts.at(-1)!.push(word)
    }
    const meant = parts.filter(({ length }) => length > 0)
    return meant.length === 1 ? meant : meant.filter((part) => part.some(({ text }) => verbs.has(text)))
  }

  function pointsBack([first, second]: readonly Token[]): boolean {
    if (first === undefined || pronouns.has(first.text)) return true
    return pointers.has(first.text) && (second === undefined || verbs.has(second.text))
  }

  return (sentence) => {
    const folded = fold(normalizeLine(sentence)).replaceAll('’', "'").trim()
    if (grammar.isQuestion(folded) || QUOTED.test(folded)) return STATES_NOTHING
    const text = grammar.rewrite(folded)
    const isException = words.restricts.some((start) => text.startsWith(start) && ENDS_WORD.test(text.charAt(start.length)))
    const banned = grammar.bannedIn(text)
    const tokens = tokenTexts(banned ?? text).map(wordOf)
    if (tokens.length === 0 || pointsBack(tokens)) return STATES_NOTHING
    return { clauses: clausesOf(tokens).map((part, index) => readClause(part, banned !== undefined && index === 0)), isException }
  }
}

interface Draft {
  readonly subject: string[]
  readonly conditions: string[]
  readonly said: Said
  readonly axes: Map<string, 1 | -1>
  readonly sides: Map<string, Sign>
  readonly quantities: Quantity[]
  inCondition: boolean
  bound: Bound
}

function newDraft(): Draft {
  return {
    subject: [],
    conditions: [],
    said: saysNothing(),
    axes: new Map(),
    sides: new Map(),
    quantities: [],
    inCondition: false,
    bound: 'exact',
  }
}

function wordsOf(draft: Draft): string[] {
  return draft.inCondition ? draft.conditions : draft.subject
}

function takeIn(draft: Draft, meaning: Meaning): void {
  if (meaning.is === 'condition') {
    draft.inCondition = true
    if (meaning.side !== undefined) draft.sides.set(...meaning.side)
  } else if (meaning.is === 'most' || meaning.is === 'least') draft.bound = meaning.is
  else if (meaning.is === 'free') draft.quantities.push(FREE)
  else if (meaning.is === 'side') draft.sides.set(meaning.name, meaning.sign)
  else if (meaning.is === 'contrasts') return
  // What stands in a condition says when something holds, not whether it does.
  else if (draft.inCondition) draft.conditions.push(meaning.is === 'axis' ? `${meaning.name}${meaning.sign}` : meaning.is)
  // "Not excluded from the cover": the word that denies is the predicate, the other one the thing.
  else if (meaning.is === 'axis') draft.axes.set(meaning.name, draft.axes.get(meaning.name) === -1 ? -1 : meaning.sign)
  else draft.said[meaning.is]++
}

function addQuantity(draft: Draft, quantity: Omit<Quantity, 'bound'>): void {
  draft.quantities.push({ ...quantity, bound: draft.bound })
  draft.bound = 'exact'
}

function finished({ subject, conditions, said, axes, sides, quantities, bound }: Draft): Clause {
  const last = quantities.at(-1)
  // "10 MB at most": the bound came after its quantity.
  if (bound !== 'exact' && last?.bound === 'exact') quantities.splice(-1, 1, { ...last, bound })
  const stance = stanceOf(said, [...axes.values()])
  return {
    subject: [...new Set(subject)],
    conditions: [...new Set(stance.leaves === undefined ? conditions : [...conditions, stance.leaves])],
    mode: stance.mode,
    sign: stance.sign,
    axes: new Set(axes.keys()),
    sides,
    quantities,
  }
}
