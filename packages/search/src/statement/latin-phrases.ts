import type { Token } from './latin-tokens.ts'
import { type LatinWords, numbersOf } from './latin-words.ts'

export type Meaning =
  | {
      readonly is:
        | 'permits'
        | 'forbids'
        | 'musts'
        | 'needs'
        | 'waives'
        | 'denies'
        | 'concords'
        | 'lacks'
        | 'unsure'
        | 'contrasts'
        | 'free'
    }
  | { readonly is: 'condition'; readonly side?: readonly [string, 1 | -1] }
  | { readonly is: 'most' | 'least' }
  | { readonly is: 'axis' | 'side'; readonly name: string; readonly sign: 1 | -1 }

export interface Phrase {
  readonly words: readonly string[]
  readonly meaning: Meaning
}

export interface FoundPhrase {
  readonly meaning: Meaning
  /** How many tokens it takes. */
  readonly length: number
}

export interface PhraseBook {
  /** Those that may begin with the word; none for most words. */
  beginningWith(word: string): readonly Phrase[]
  /** The longest of the phrases that stands at a token. */
  longestOf(phrases: readonly Phrase[], tokens: readonly Token[], at: number): FoundPhrase | undefined
}

export function createPhraseBook(words: LatinWords): PhraseBook {
  const numbers = numbersOf(words)
  const phrases = phrasesOf(words).sort((a, b) => b.words.length - a.words.length)
  const byFirst = new Map<string, Phrase[]>()
  /** Those whose first word may end in any way, by its first letter. */
  const open = new Map<string, { readonly beginning: string; readonly phrase: Phrase }[]>()
  for (const phrase of phrases) {
    const first = phrase.words[0]!
    if (first.endsWith('*')) {
      open.set(first[0]!, [...(open.get(first[0]!) ?? []), { beginning: first.slice(0, -1), phrase }])
    } else byFirst.set(first, [...(byFirst.get(first) ?? []), phrase])
  }
  return {
    beginningWith(word) {
      const found = byFirst.get(word)?.slice() ?? []
      for (const { beginning, phrase } of open.get(word[0]!) ?? []) if (word.startsWith(beginning)) found.push(phrase)
      return found
    },
    longestOf(candidates, tokens, at) {
      let best: FoundPhrase | undefined
      for (const { words: parts, meaning } of candidates) {
        const length = parts.at(-1) === '#' ? parts.length - 1 : parts.length
        if ((best === undefined || length > best.length) && matches(parts, { tokens, at, numbers })) best = { meaning, length }
      }
      return best
    },
  }
}

interface Place {
  readonly tokens: readonly Token[]
  readonly at: number
  readonly numbers: ReadonlyMap<string, number>
}

function matches(parts: readonly string[], { tokens, at, numbers }: Place): boolean {
  if (at + parts.length > tokens.length) return false
  for (let index = 0; index < parts.length; index++) if (!isMet(parts[index]!, tokens[at + index]!, numbers)) return false
  return true
}

function isMet(word: string, { text, kind }: Token, numbers: ReadonlyMap<string, number>): boolean {
  if (word === '#') return kind === 'number' || numbers.has(text)
  return word.endsWith('*') ? text.startsWith(word.slice(0, -1)) : text === word
}

const PLAIN = [
  'permits',
  'forbids',
  'musts',
  'needs',
  'waives',
  'denies',
  'concords',
  'lacks',
  'unsure',
  'contrasts',
  'free',
  'most',
  'least',
] as const

function phrasesOf(words: LatinWords): Phrase[] {
  const sides = Object.entries(words.sides).flatMap(([name, opposites]) => scale('side', name, opposites))
  const sideOf = new Map(sides.map(({ words: parts, meaning }) => [parts.join(' '), meaning]))
  return [
    ...PLAIN.flatMap((is) => words[is].map((text) => ({ words: text.split(' '), meaning: { is } as Meaning }))),
    ...Object.entries(words.axes).flatMap(([name, opposites]) => scale('axis', name, opposites)),
    ...words.conditions.map((text) => ({ words: text.split(' '), meaning: conditionOf(sideOf.get(text)) })),
    ...sides.filter(({ words: parts }) => !words.conditions.includes(parts.join(' '))),
  ]
}

/** "Before" both opens a condition and has an opposite. */
function conditionOf(side: Meaning | undefined): Meaning {
  return side?.is === 'side' ? { is: 'condition', side: [side.name, side.sign] } : { is: 'condition' }
}

function scale(is: 'axis' | 'side', name: string, { yes, no }: LatinWords['axes'][string]): Phrase[] {
  const phrase = (text: string, sign: 1 | -1) => ({ words: text.split(' '), meaning: { is, name, sign } })
  return [...yes.map((text) => phrase(text, 1)), ...no.map((text) => phrase(text, -1))]
}
