import { normalize, queryTerms } from '@shoko/search'
import { lookAlikesOf } from './look-alikes.ts'
import { runsOf } from './runs.ts'
import { createSymbolReader } from './symbols.ts'
import { pairsOf, type Token, type Tokenizer } from './tokens.ts'

/** What a user asked for: units that must match, and units that must not. */
export interface ParsedQuery {
  readonly wanted: readonly Unit[]
  readonly unwanted: readonly Unit[]
  /** The text without exclusions and marks. */
  readonly text: string
}

/** One word, phrase or prefix: how FTS5 finds it, and how a snippet recognizes it. */
export interface Unit {
  /** An FTS5 expression. Holds nothing of the user's text but letters, marks, digits and symbols beyond ASCII between quotes. */
  readonly match: string
  readonly needles: readonly Needle[]
  /** Expressions for the word itself, and for chunks that only hold another word of its stem. */
  readonly itself?: string
  readonly lookAlike?: string
}

/** Consecutive tokens that are highlighted together. */
export type Needle = readonly TokenTest[]
/** `initials`: what a word that passes can begin with. */
export type TokenTest =
  | { readonly kind: 'stem'; readonly stems: ReadonlySet<string>; readonly initials: ReadonlySet<string> }
  | { readonly kind: 'word'; readonly word: string; readonly initials: ReadonlySet<string> }
  | { readonly kind: 'prefix'; readonly prefix: string; readonly initials: ReadonlySet<string> }
  | { readonly kind: 'part'; readonly part: string }
  | { readonly kind: 'symbol'; readonly token: string }

/** Never fails: whatever is not a phrase, a prefix or an exclusion is text. */
export function parseQuery(query: string, tokenizer: Tokenizer): ParsedQuery {
  const parts = splitQuery(query)
  const plain = parts.filter((part) => part.kind === 'words' && !part.excluded).map((part) => part.text)
  const wanted = [
    ...parts.flatMap((part) => (part.excluded || part.kind === 'words' ? [] : exactUnit(part, tokenizer))),
    ...plainUnits(plain.join(' '), tokenizer),
  ]
  const unwanted = parts
    .filter((part) => part.excluded)
    .flatMap((part) => (part.kind === 'words' ? wordUnits(part.text, tokenizer) : exactUnit(part, tokenizer)))
  const text = parts.flatMap((part) => (part.excluded ? [] : [part.text])).join(' ')
  return { wanted: distinct(wanted).slice(0, MAX_UNITS), unwanted: distinct(unwanted).slice(0, MAX_UNITS), text }
}

/** All units in one chunk. */
export function matchAll(query: ParsedQuery): string {
  return without(query.wanted.map((unit) => `(${unit.match})`).join(' AND '), query)
}

/** A word by itself, for counting who holds it; undefined when there is nothing to count. */
export function matchWord(word: string, tokenizer: Tokenizer): string | undefined {
  const parts = tokenizer.tokens(word).map((token) => `(${tokenMatch(token, tokenizer).match})`)
  return parts.length === 0 ? undefined : parts.join(' AND ')
}

/** One unit, whatever the others do. */
export function matchOne(unit: Unit, query: ParsedQuery): string {
  return without(unit.match, query)
}

interface QueryPart {
  readonly kind: 'words' | 'phrase' | 'prefix'
  readonly text: string
  readonly excluded: boolean
}

const MAX_UNITS = 32
/** An exclusion begins a word and is followed by a letter or a quote; a star ends one. Everything else is text. */
const PARTS = /(?<=^|[\s"”])(?<minus>-(?=["“\p{L}\p{N}]))?(?:"(?<phrase>[^"]+)"|“(?<curly>[^”]+)”|(?<word>\S+))/gu
const SURFACE = '{heading body}'

function splitQuery(query: string): readonly QueryPart[] {
  return Array.from(query.slice(0, MAX_QUERY_CHARS).matchAll(PARTS), ({ groups = {} }) => {
    const excluded = groups.minus !== undefined
    const phrase = groups.phrase ?? groups.curly
    if (phrase !== undefined) return { kind: 'phrase', text: phrase, excluded } as const
    const word = groups.word ?? ''
    const prefix = /^(.*[\p{L}\p{N}\p{M}])\*+$/u.exec(word)?.[1]
    return prefix === undefined
      ? ({ kind: 'words', text: word, excluded } as const)
      : ({ kind: 'prefix', text: prefix, excluded } as const)
  })
}

const MAX_QUERY_CHARS = 2000

/** Words and symbols. Signs of ASCII among words are punctuation ("login & signup"); alone they are what is asked for. */
function plainUnits(text: string, tokenizer: Tokenizer): readonly Unit[] {
  const words = wordUnits(text, tokenizer)
  const symbols = symbolUnits(text, tokenizer)
  return [...words, ...symbols.filter(({ sign }) => words.length === 0 || !sign).map(({ unit }) => unit)]
}

function symbolUnits(text: string, tokenizer: Tokenizer): readonly { readonly unit: Unit; readonly sign: boolean }[] {
  const units: { readonly unit: Unit; readonly sign: boolean }[] = []
  const reader = createSymbolReader((token) => {
    const needle: TokenTest = { kind: 'symbol', token }
    // A sign behind a word ("C++") begins with the word's letters.
    units.push({ unit: { match: quote(token), needles: [[needle]] }, sign: /^[\ue000-\ue0ff]/.test(token) })
  })
  runsOf(text, (start, end, kind) => {
    const run = text.slice(start, end)
    if (kind === 'symbols') reader.symbols(run, start)
    else if (kind === 'word') reader.word(tokenizer.normalize(run, false), end)
  })
  return units
}

/** The real words of a text, as the shared analyser sees them: stop words go, Japanese falls into words. */
function wordUnits(text: string, tokenizer: Tokenizer): readonly Unit[] {
  const words = queryTerms(text).map((term) => term.text)
  return joinCharacters(words, text).flatMap((word) => {
    const tokens = tokenizer.tokens(word)
    if (tokens.length === 0) return []
    const parts = tokens.map((token) => tokenMatch(token, tokenizer))
    const match = parts.map((part) => `(${part.match})`).join(' AND ')
    return { match, needles: parts.map((part) => [part.test]), ...(tokens.length === 1 ? apart(tokens[0]!, tokenizer) : {}) }
  })
}

function apart(token: Token, tokenizer: Tokenizer): Pick<Unit, 'itself' | 'lookAlike'> {
  const alike = lookAlikesOf(token, tokenizer)
  if (alike === undefined) return {}
  const itself = `${SURFACE} : (${alike.own.map(quote).join(' OR ')})`
  return { itself, lookAlike: `(${SURFACE} : (${alike.others.map(quote).join(' OR ')})) NOT (${itself})` }
}

/**
 * A name that the segmenter does not know falls into single characters; they were written together, so they are looked
 * for together.
 */
function joinCharacters(words: readonly string[], text: string): readonly string[] {
  const source = normalize(text)
  const joined: string[] = []
  for (const word of words) {
    const last = joined.at(-1)
    if (last !== undefined && (isCharacter(word) || isCharacter(last)) && source.includes(last + word))
      joined[joined.length - 1] = last + word
    else joined.push(word)
  }
  return joined
}

function isCharacter(word: string): boolean {
  return word.length <= 2 && Array.from(word).length === 1
}

function tokenMatch(token: Token, tokenizer: Tokenizer): { readonly match: string; readonly test: TokenTest } {
  if (token.unspaced) return { match: partMatch(token.text), test: { kind: 'part', part: token.text } }
  const stems = new Set([...tokenizer.stems(token.text), token.text])
  return { match: [...stems].map(quote).join(' OR '), test: { kind: 'stem', stems, initials: initialsOf([...stems]) } }
}

/** Any part of an unspaced run: its pairs in order, or for a single character, every pair that begins with it. */
function partMatch(run: string): string {
  const pairs = pairsOf(run)
  return pairs.length === 1 ? `${SURFACE} : ${quote(run)} *` : `${SURFACE} : ${quote(pairs.slice(0, -1).join(' '))}`
}

/** Words in this order, next to each other, as they are written; the last one may be only begun. */
function exactUnit(part: QueryPart, tokenizer: Tokenizer): readonly Unit[] {
  const tokens = tokenizer.tokens(part.text)
  const last = tokens.at(-1)
  if (last === undefined) return []
  const begun = part.kind === 'prefix' || (last.unspaced && pairsOf(last.text).length === 1)
  const words = tokens.flatMap((token) => (token.unspaced ? pairsOf(token.text) : [token.text]))
  // The end of the last run is open: what follows it in the text is not part of the question.
  const ordered = last.unspaced && pairsOf(last.text).length > 1 ? words.slice(0, -1) : words
  return [
    {
      match: `${SURFACE} : ${quote(ordered.join(' '))}${begun ? ' *' : ''}`,
      needles: [tokens.map((token) => testOf(token, token === last && begun))],
    },
  ]
}

function testOf(token: Token, begun: boolean): TokenTest {
  if (token.unspaced) return { kind: 'part', part: token.text }
  const initials = initialsOf([token.text])
  return begun ? { kind: 'prefix', prefix: token.text, initials } : { kind: 'word', word: token.text, initials }
}

function initialsOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map((word) => word.charAt(0)))
}

function without(match: string, { unwanted }: ParsedQuery): string {
  return unwanted.length === 0 ? match : `(${match}) NOT (${unwanted.map((unit) => `(${unit.match})`).join(' OR ')})`
}

function quote(words: string): string {
  return `"${words}"`
}

function distinct(units: readonly Unit[]): readonly Unit[] {
  return [...new Map(units.map((unit) => [unit.match, unit])).values()]
}
