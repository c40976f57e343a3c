import { ByteFinder } from '@shoko/core-fs'
import { FileText } from './file-text.ts'
import { JobStopped } from './job-control.ts'
import type { MatchEngine } from './protocol.ts'
import { compileRegex, escapeRegex } from './regex.ts'
import { requiredLiterals } from './required-literals.ts'

export interface Matches {
  /** Where the first match begins, as an offset into the text. */
  readonly first: number
  readonly count: number
}

export interface Matcher {
  readonly query: string
  readonly find: (file: FileText) => Matches | undefined
  /** The same question of a name or title. */
  readonly named: (name: string) => boolean
  /** A title may match where its text does not. */
  readonly anchored: boolean
  /** False: neither the text nor a part of it matches. */
  readonly mayMatch: (file: FileText) => boolean
}

/** Engines other than the plain one are loaded when first asked for: a thread's start is part of its first search. */
export async function createMatcher(engine: MatchEngine, query: string): Promise<Matcher> {
  if (engine === 'plain') return plainMatcher(query)
  if (engine === 'loose') return looseTextMatcher(query)
  if (engine === 'literals') return literalsMatcher(query)
  const regex = compileRegex(query)
  if (regex === undefined) return plainMatcher(query)
  const mayMatch = literalFilter(query)
  const find = engine === 'linear' ? await linearSearch(regex) : (text: string) => everyMatch(text, regex)
  return {
    query,
    find: (file) => (mayMatch(file) ? find(file.text) : undefined),
    named: (name) => find(name) !== undefined,
    anchored: ANCHORS.test(query),
    mayMatch,
  }
}

/** Whatever looks at what stands beside a match. */
const ANCHORS = /[\^$]|\\[bB]|\(\?/

function plainMatcher(query: string): Matcher {
  const bytes = Buffer.from(query)
  const finder = new ByteFinder(bytes)
  // Half a surrogate pair is in no text that is UTF-8.
  const find = query.isWellFormed() ? (file: FileText) => file.placesOf(finder, bytes.length) : () => undefined
  const mayMatch = (file: FileText) => find(file) !== undefined
  return {
    query,
    find,
    named: (name) => name.includes(query),
    anchored: false,
    mayMatch,
  }
}

/** What it passes over holds no match; where it finds something, one must be looked for. */
function literalsMatcher(query: string): Matcher {
  const mayMatch = literalFilter(query)
  return {
    query,
    find: (file) => (mayMatch(file) ? SOMEWHERE : undefined),
    named: (name) => mayMatch(new FileText(Buffer.from(name))),
    anchored: false,
    mayMatch,
  }
}

const SOMEWHERE: Matches = { first: 0, count: 1 }

async function looseTextMatcher(query: string): Promise<Matcher> {
  const { locateInText, looseSearch } = await import('./loose.ts')
  const search = looseSearch(query)
  const find = (file: FileText) => {
    const found = search(file)
    return found[0] === undefined ? undefined : { first: locateInText(file, found[0].start), count: found.length }
  }
  return {
    query,
    find,
    named: (name) => search(new FileText(Buffer.from(name))).length > 0,
    anchored: false,
    mayMatch: () => true,
  }
}

function everyMatch(text: string, regex: RegExp): Matches | undefined {
  regex.lastIndex = 0
  const first = regex.exec(text)
  if (first === null) return undefined
  let count = 0
  for (let match: RegExpExecArray | null = first; match !== null; match = regex.exec(text)) {
    count++
    if (match[0] === '') regex.lastIndex += width(text, match.index, regex.unicode)
  }
  return { first: first.index, count }
}

/** Case folding by code points makes these two stand for `s` and `k`. */
const ODD_LETTERS = /[sk]/

function literalFilter(pattern: string): (file: FileText) => boolean {
  const literals = requiredLiterals(pattern)
  if (literals === undefined) return () => true
  const written = literals.map((literal) => Buffer.from(literal))
  // Without letters that have two cases, the bytes are looked for as they lie.
  if (!literals.some((literal) => /[a-z]/.test(literal))) return (file) => written.some((bytes) => file.holds(bytes))
  const filter = new RegExp(written.map((bytes) => escapeRegex(bytes.toString('latin1'))).join('|'), 'i')
  const odd = literals.some((literal) => ODD_LETTERS.test(literal))
  return (file) => filter.test(file.byteString) || (odd && file.hasOddLetters)
}

async function linearSearch(regex: RegExp): Promise<(text: string) => Matches | undefined> {
  const { RE2JS } = await import('re2js')
  const compiled = await compileLinear(() =>
    RE2JS.compile(RE2JS.translateRegExp(regex.source), RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE),
  )
  return (text) => {
    const matcher = compiled.matcher(text)
    if (!matcher.find()) return undefined
    const first = matcher.start()
    let count = 1
    while (matcher.find()) count++
    return { first, count }
  }
}

async function compileLinear<T>(compile: () => T): Promise<T> {
  try {
    return compile()
  } catch {
    throw new JobStopped('unsupported')
  }
}

function width(text: string, at: number, byCodePoint: boolean): number {
  return byCodePoint && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}
