import type { Needle, TokenTest } from './query.ts'
import { runsOf } from './runs.ts'
import { decodeSymbol } from './symbols.ts'
import type { Token, Tokenizer } from './tokens.ts'

const WINDOW_CHARS = 200
const LEAD_CHARS = 50
const MAX_RANGES = 200

/** What is looked for in a text. */
export interface Wanted {
  readonly needles: readonly Needle[]
  readonly tokenizer: Tokenizer
}

/** A whole text on one line, the matches between `**`. */
export function markMatches(source: string, wanted: Wanted): string {
  const text = plainText(source)
  return oneLine(markRanges(text, joinRanges(text, matchRanges(text, wanted))))
}

/** How many different things of those looked for stand in the text. */
export function countMatches(text: string, { needles, tokenizer }: Wanted): number {
  return needles.filter((needle) => matchRanges(text, { needles: [needle], tokenizer }).length > 0).length
}

export interface SnippetWindow {
  readonly snippet: string
  /** Offsets in the body with its marks removed, which has the same lines; before 0 in the heading. */
  readonly start: number
  readonly end: number
}

/** The part of a chunk with the most matches, as `markMatches` shows it. A match in the heading alone shows that. */
export function windowOf({ heading, body }: { readonly heading: string; readonly body: string }, wanted: Wanted): SnippetWindow {
  const text = plainText(body)
  const ranges = joinRanges(text, matchRanges(text, wanted))
  if (ranges.length > 0 || heading === '') return markWindow(text, ranges)
  const before = plainText(`${heading}\n`)
  const whole = before + text
  const window = markWindow(whole, joinRanges(whole, matchRanges(whole, wanted)))
  return { ...window, start: window.start - before.length, end: window.end - before.length }
}

/** Emphasis and heading marks of the text itself go: in a snippet, `**` marks a match and nothing else. */
function plainText(text: string): string {
  return text.replace(/\*\*|__/g, '').replace(/^#{1,6}[ \t]+/gm, '')
}

function markWindow(text: string, ranges: readonly Range[]): SnippetWindow {
  const { start, end } = bestWindow(text, ranges)
  const inside = ranges
    .filter((range) => range.start >= start && range.end <= end)
    .map((range) => ({ start: range.start - start, end: range.end - start }))
  const line = oneLine(markRanges(text.slice(start, end), inside))
  const snippet = `${text.slice(0, start).trim() === '' ? '' : '...'}${line}${text.slice(end).trim() === '' ? '' : '...'}`
  return { snippet, start, end }
}

function markRanges(text: string, ranges: readonly Range[]): string {
  return ranges.reduceRight(
    (line, { start, end }) => `${line.slice(0, start)}**${line.slice(start, end)}**${line.slice(end)}`,
    text,
  )
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

interface Range {
  readonly start: number
  readonly end: number
}

function matchRanges(text: string, { needles, tokenizer }: Wanted): readonly Range[] {
  const runs: Run[] = []
  const symbols: Range[] = []
  runsOf(text, (start, end, kind) => {
    if (kind === 'symbols') symbols.push({ start, end })
    else runs.push({ start, end, unspaced: kind === 'unspaced' })
  })
  const matcher = createMatcher(text, tokenizer)
  const ranges: Range[] = []
  for (let at = 0; at < runs.length && ranges.length < MAX_RANGES; at++) {
    for (const needle of needles) ranges.push(...needleRange({ runs, at }, needle, matcher))
  }
  for (const [test] of needles) {
    if (test?.kind === 'symbol') ranges.push(...symbols.flatMap((run) => symbolRange(text, run, test.token) ?? []))
  }
  return ranges.sort((a, b) => a.start - b.start || b.end - a.end)
}

/** Where the symbol stands in a run of symbols, with the word before it where that belongs to it. */
function symbolRange(text: string, run: Range, token: string): Range | undefined {
  const { word, signs } = decodeSymbol(token)
  const before = text.slice(Math.max(0, run.start - word.length), run.start).toLowerCase()
  if (word !== '') return before === word ? { start: run.start - word.length, end: run.start + signs.length } : undefined
  const at = text.slice(run.start, run.end).indexOf(signs)
  return at === -1 ? undefined : { start: run.start + at, end: run.start + at + signs.length }
}

interface Run extends Range {
  readonly unspaced: boolean
}

type Matcher = (run: Run | undefined, test: TokenTest) => readonly Range[]

function needleRange(
  { runs, at }: { readonly runs: readonly Run[]; readonly at: number },
  needle: Needle,
  matcher: Matcher,
): readonly Range[] {
  const first = matcher(runs[at], needle[0]!)
  if (first.length === 0 || needle.length === 1) return first
  const rest = needle.slice(1).map((test, step) => matcher(runs[at + 1 + step], test))
  return rest.some((ranges) => ranges.length === 0) ? [] : [{ start: first.at(-1)!.start, end: rest.at(-1)![0]!.end }]
}

/** Most words begin with another letter than the one looked for, and need not be worked out. */
function createMatcher(text: string, tokenizer: Tokenizer): Matcher {
  return (run, test) => {
    if (test.kind === 'symbol' || run === undefined || run.unspaced !== (test.kind === 'part')) return []
    if (test.kind === 'part')
      return partRanges({ ...run, text: tokenizer.normalize(text.slice(run.start, run.end), true) }, test.part)
    const first = text.charCodeAt(run.start)
    if (first < 0x80 && !test.initials.has(text.charAt(run.start).toLowerCase())) return []
    return matchesWord(tokenizer.normalize(text.slice(run.start, run.end), false), test, tokenizer) ? [run] : []
  }
}

function matchesWord(word: string, test: Exclude<TokenTest, { kind: 'part' | 'symbol' }>, tokenizer: Tokenizer): boolean {
  if (test.kind === 'word') return word === test.word
  if (test.kind === 'prefix') return word.startsWith(test.prefix)
  return test.stems.has(word) || tokenizer.stems(word).some((stem) => test.stems.has(stem))
}

/** Where a part stands in a run. When normalizing changed the run's length, offsets do not carry over: the whole run it is. */
function partRanges(token: Token, part: string): readonly Range[] {
  if (token.text.length !== token.end - token.start) return token.text.includes(part) ? [token] : []
  const ranges: Range[] = []
  for (let at = token.text.indexOf(part); at !== -1; at = token.text.indexOf(part, at + part.length)) {
    ranges.push({ start: token.start + at, end: token.start + at + part.length })
  }
  return ranges
}

/** Overlapping matches and matches with only white space between them are marked as one. */
function joinRanges(text: string, ranges: readonly Range[]): readonly Range[] {
  const joined: Range[] = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (last !== undefined && text.slice(last.end, range.start).trim() === '') {
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
    } else joined.push(range)
  }
  return joined
}

function bestWindow(text: string, ranges: readonly Range[]): Range {
  const inWindow = (first: Range) =>
    ranges.filter(({ start, end }) => start >= first.start && end <= first.start + WINDOW_CHARS - LEAD_CHARS)
  const best = ranges.reduce<Range | undefined>(
    (found, range) => (found === undefined || inWindow(range).length > inWindow(found).length ? range : found),
    undefined,
  )
  const start = best === undefined ? 0 : Math.min(best.start, wordStart(text, Math.max(0, best.start - LEAD_CHARS)))
  return { start, end: Math.max(best?.end ?? 0, wordEnd(text, start + WINDOW_CHARS)) }
}

/** Not in the middle of a spaced word, and never inside a surrogate pair. */
function wordStart(text: string, at: number): number {
  if (at === 0) return 0
  const space = /\s/.exec(text.slice(at, at + 20))
  return space === null ? wholeCharacter(text, at) : at + space.index + 1
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = text.slice(Math.max(0, at - 20), at).search(/\s\S*$/)
  return space === -1 ? wholeCharacter(text, at) : Math.max(0, at - 20) + space
}

function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at
}
