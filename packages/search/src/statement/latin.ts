import { fold } from '../fold.ts'
import { type LatinGrammar, wordSet } from '../languages/language.ts'
import { normalizeLine } from '../normalize.ts'
import { createPhraseBook, type Meaning } from './latin-phrases.ts'
import { createNumberReader } from './latin-quantities.ts'
import { type Token, tokensOf } from './latin-tokens.ts'
import { type Bound, FREE, type Quantity } from './quantity.ts'
import { type Said, saysNothing, stanceOf } from './stance.ts'
import type { Clause, Sign, Statement } from './statement.ts'

type Reading = Omit<Statement, 'language'>

const STATES_NOTHING: Reading = { clauses: [], isException: false }
const WORDS_KEPT = 20_000
const QUOTED = /^["'“«‘].*["'”»’][.,]?$/

/** Reads sentences of a language whose words are divided by spaces; all that is particular to it is data. */
export function createLatinReader(grammar: LatinGrammar, stem: (word: string) => string): (sentence: string) => Reading {
  const { words } = grammar
  const phrases = createPhraseBook(words)
  const numberAt = createNumberReader(words, stem)
  const silent = wordSet(words.silent)
  const verbs = wordSet(words.verbs)
  const pronouns = wordSet(words.pronouns)
  const pointers = wordSet(words.pointers)
  const canonical = new Map(words.synonyms.flatMap((group) => group.map((word) => [stem(word), stem(group[0]!)] as const)))

  function readClause(tokens: readonly Token[], isBan: boolean): Clause {
    const draft = newDraft()
    if (isBan) draft.said.forbids++
    let at = 0
    while (at < tokens.length) at += readAt(draft, tokens, at)
    return finished(draft)
  }

  /** Takes in what begins at a token, and says how many tokens that was. */
  function readAt(draft: Draft, tokens: readonly Token[], at: number): number {
    const token = tokens[at]!
    const phrase = phrases.at(tokens, at)
    const number = phrase !== undefined && phrase.length > 1 ? undefined : numberAt(tokens, at)
    if (number !== undefined) {
      if (number.name !== undefined) wordsOf(draft).push(number.name)
      if (number.quantity !== undefined) addQuantity(draft, number.quantity)
      return number.length
    }
    if (phrase !== undefined) {
      takeIn(draft, phrase.meaning)
      return phrase.length
    }
    if (token.text === ',') draft.inCondition = false
    else if (token.kind === 'name') wordsOf(draft).push(token.text)
    else if (token.kind === 'word' && !silent.has(token.text)) wordsOf(draft).push(stemOf(token.text))
    return 1
  }

  /** The same few thousand words come again and again. */
  const stems = new Map<string, string>()

  function stemOf(word: string): string {
    const known = stems.get(word)
    if (known !== undefined) return known
    const stemmed = stem(word.replace(/'s?$/, ''))
    const meant = canonical.get(stemmed) ?? stemmed
    if (stems.size >= WORDS_KEPT) stems.clear()
    stems.set(word, meant)
    return meant
  }

  function clausesOf(tokens: readonly Token[]): Token[][] {
    const parts: Token[][] = [[]]
    for (let at = 0; at < tokens.length; at++) {
      const phrase = phrases.mayContrast(tokens[at]!.text) ? phrases.at(tokens, at) : undefined
      if (tokens[at]!.text === ';') parts.push([])
      else if (phrase?.meaning.is === 'contrasts') {
        parts.push([])
        at += phrase.length - 1
      } else parts.at(-1)!.push(tokens[at]!)
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
    const isException = words.restricts.some(
      (start) => text === start || text.startsWith(`${start} `) || text.startsWith(`${start},`),
    )
    const banned = grammar.bannedIn(text)
    const tokens = tokensOf(banned ?? text)
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
