import type { LineRange } from '@shoko/contract/schema'
import type { FindingKind } from './model.ts'
import { type SourceEntry, sourceEntries } from './source-lines.ts'

/** What one line of text says about the node it stands in, or about the node that it is. */
export interface LineFacts {
  readonly id: string | undefined
  /** The words of the line without marks, entries and punctuation around them. */
  readonly title: string
  readonly ranges: readonly LineRange[]
  readonly refs: readonly string[]
  readonly declared: readonly DeclaredMark[]
}

export interface DeclaredMark {
  readonly kind: FindingKind
  readonly names: readonly string[]
}

const DECLARED: readonly (readonly [FindingKind, RegExp])[] = [
  ['rootless_node', /(?<![A-Za-z0-9_])rootless_node(?![A-Za-z0-9_])|根拠なし要素/],
  ['orphan_branch', /(?<![A-Za-z0-9_])orphan_branch(?![A-Za-z0-9_])|孤立分岐/],
  ['one_way_ref', /(?<![A-Za-z0-9_])one_way_ref(?![A-Za-z0-9_])|片方向参照/],
]
/** A tally that says "none of these" declares nothing. */
const NONE =
  /^["'`*]*\s*[:：=]\s*["'`]?(?:0|none|no|null|false|なし|無し|ninguno|ninguna|\[\])["'`]?\s*(?:[,;.。、)）}\]|]|-->|$)/i
const REFS = /(?<![A-Za-z0-9_])(?:refs?|see)["'`*]*\s*[:：][*`]*\s*/gi
/** `[[Note#heading|alias]]` names Note, and `[[#heading]]` a heading of the artifact itself; in tables the bar is written `\|`. */
const WIKI_LINK = /\[\[#?([^[\]|#\\]+)(?:#[^[\]|]*)?(?:\\?\|[^[\]]*)?\]\]/g
const NAME = /[^\s:：,，、;；()（）「」[\]{}<>|`'"*]+/

/** Facts of line `at`; `lines` is needed because a YAML list below the line belongs to its key. */
export function readLine(lines: readonly string[], at: number): LineFacts {
  const line = lines[at] ?? ''
  const entries = sourceEntries(lines, at)
  return {
    id: explicitId(line, beginsText(lines, at)),
    title: titleOf(line, entries),
    ranges: entries.flatMap((entry) => entry.ranges),
    refs: referencesIn(lines, at),
    declared: declaredIn(line),
  }
}

/** Whether the line has words of its own, so that with a `source_lines` entry it is a node and not a note about one. */
export function hasOwnText(facts: LineFacts): boolean {
  return /[\p{L}\p{N}]/u.test(facts.title)
}

/** `[id:x]`, `{#x}`, or `node x` at the beginning; `begins` when the line is known to be the first of its text. */
export function explicitId(line: string, begins = true): string | undefined {
  const marked = /\[id[:：]\s*([^[\]\s][^[\]]*)\]/i.exec(line)?.[1] ?? /\{#([^\s{}]+)[^{}]*\}/.exec(line)?.[1]
  return marked?.trim() ?? leadingNodeId(line, begins)
}

export function declaredIn(line: string): DeclaredMark[] {
  const marks: DeclaredMark[] = []
  for (const [kind, pattern] of DECLARED) {
    const match = pattern.exec(line)
    if (match === null) continue
    const after = line.slice(match.index + match[0].length)
    if (!NONE.test(after)) marks.push({ kind, names: namesBeside(line.slice(0, match.index), after) })
  }
  return marks
}

/** Names after `refs:` or `see:`, and wiki links; whether they name nodes is for the graph to say. */
export function referencesIn(lines: readonly string[], at: number): string[] {
  const line = lines[at] ?? ''
  const names = wikiLinks(line)
  for (const key of line.matchAll(REFS)) {
    const value = line.slice(key.index + key[0].length).split(/(?:source[_-]?lines?|refs?|see)["'`*]*\s*[:：]|-->/i, 1)[0]!
    const found = value.trim() === '' ? listBelow(lines, at + 1) : splitNames(value)
    for (const name of found) names.push(name)
  }
  return names
}

function wikiLinks(text: string): string[] {
  return text.includes('[[') ? Array.from(text.matchAll(WIKI_LINK), (link) => link[1]!.trim()) : []
}

/** Wiki links become the names that they name, so that `[[Note#heading]]` and `[[Note]]` are one. */
export function withoutWikiMarks(text: string): string {
  return text.includes('[[') ? text.replaceAll(WIKI_LINK, '$1') : text
}

export function splitNames(value: string): string[] {
  return withoutWikiMarks(value)
    .replaceAll(/\[([^[\]]*)\]\(#?([^()\s]*)\)/g, '$2') // a Markdown link names its target
    .split(/[,，、;；]|<br\s*\/?>/i)
    .map(plainName)
    .filter((name) => name !== '')
}

/** A name without the brackets and quotes that people put around it, as ids and references are compared. */
export function plainName(name: string): string {
  return trimMarks(name, `[](){}（）「」"'#.。`)
}

function listBelow(lines: readonly string[], first: number): string[] {
  const names: string[] = []
  for (let at = first; at < lines.length; at++) {
    const item = /^[\s>%]*[-*+]\s+([^:：]+)$/.exec(lines[at]!)?.[1]
    if (item === undefined) break
    for (const name of splitNames(item)) names.push(name)
  }
  return names
}

const LINE_START = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?(?:\[[ xX]\]\s+)?(?:#{1,6}\s+)?[*_`]*/

/**
 * "node x: words" and "node A1 asks" name a node anywhere. "node x asks for the number" does where a text begins; inside a
 * paragraph it is a sentence that was broken before "node", and so it is when a verb follows the word ("node names are unique").
 */
function leadingNodeId(line: string, begins: boolean): string | undefined {
  const text = line.replace(LINE_START, '')
  const match = /^node[ \t]+["'`]?([\p{L}\p{N}_][\p{L}\p{N}\p{M}_.-]*)["'`*_]*/iu.exec(text)
  if (match === null) return undefined
  const id = match[1]!.replace(/[.-]+$/, '')
  const after = text.slice(match[0].length)
  if (/^\s*(?:$|[:：,(（[{=|;；、。<–—-]|(?:source[_-]?lines?|refs?|see|rootless_node|orphan_branch|one_way_ref)\b)/i.test(after))
    return id
  if (!text.startsWith('node')) return /^\p{Lu}+\d+$/u.test(id) ? id : undefined
  return /[\p{Lu}\p{N}_.-]/u.test(id) || (begins && !isSentence(id, after)) ? id : undefined
}

const FUNCTION_WORD =
  /^(?:and?|are|at|by|can|for|from|has|have|in|is|it|may|must|of|on|or|should|that|the|to|was|were|which|will|with)$/
const VERB_FOLLOWS = /^\s+(?:are|can|cannot|has|have|is|may|must|should|was|were|will)\b/

function isSentence(id: string, after: string): boolean {
  return id.length > 1 && (FUNCTION_WORD.test(id) || VERB_FOLLOWS.test(after))
}

/** Whether the line is the first of its paragraph, item or heading, or stands below another "node x". */
function beginsText(lines: readonly string[], at: number): boolean {
  const before = lines[at - 1] ?? ''
  const mark = LINE_START.exec(lines[at] ?? '')?.[0] ?? ''
  return before.trim() === '' || /[-*+#.)\]]/.test(mark.replace(/[*_`]+$/, '')) || /^[\s>]*node[ \t]/.test(before)
}

function titleOf(line: string, entries: readonly SourceEntry[]): string {
  const kept = [0, ...entries.map((entry) => entry.to)].map((from, index) => line.slice(from, entries[index]?.from))
  const bare = withoutWikiMarks(kept.join(' '))
    .replace(LINE_START, '')
    .replaceAll(/<!--|-->|%%|\[id[:：][^[\]]*\]|\{#[^{}]*\}/gi, ' ')
    .replace(/(?<![A-Za-z0-9_])(?:refs?|see)\s*[:：].*$/i, '')
    .replaceAll(/[([（「]\s*[)\]）」]/g, '')
  return trimMarks(bare, `:：,、|>#"'-`).replaceAll(/\s+/g, ' ')
}

/** By hand: a pattern for "marks at the end" takes quadratic time on long runs of marks inside. */
function trimMarks(text: string, marks: string): string {
  const isMark = (char: string) => marks.includes(char) || '*_`'.includes(char) || char.trim() === ''
  let start = 0
  let end = text.length
  while (start < end && isMark(text[start]!)) start++
  while (end > start && isMark(text[end - 1]!)) end--
  return text.slice(start, end)
}

function namesBeside(before: string, after: string): string[] {
  const first = NAME.exec(after)?.[0]
  const last = before.match(new RegExp(NAME, 'g'))?.at(-1)
  return [first, last].filter((name) => name !== undefined)
}
