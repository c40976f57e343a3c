import type { RelativePath } from '@shoko/core-fs'
import { type FrontMatter, readFrontMatter } from '@shoko/core-fs/front-matter'
import { canonicalId, isPlainId } from './card-id.ts'

/** The order of a new card's keys, and the place where an update puts a key that is new to the file. */
export const KEY_ORDER = [
  'id',
  'title',
  'description',
  'lane',
  'priority',
  'size',
  'labels',
  'assignees',
  'parent',
  'depends_on',
  'relates',
  'created_at',
  'completed_at',
  'resume_hint',
  'next_steps',
  'blockers',
] as const

export const PRIORITIES = ['P0', 'P1', 'P2', 'P3'] as const

/** Where a card's file lies; the directory is the column, the name begins with the id. */
export interface CardPlace {
  readonly id: string
  readonly file: RelativePath
  /** The same, as outputs show it. */
  readonly path: string
  readonly name: string
  readonly column: string
}

/** What the board needs to know of every card. */
export interface Card extends CardPlace {
  readonly title: string
  readonly lane: string | null
  readonly priority: string | null
  readonly size: number | null
  readonly labels: readonly string[]
  readonly assignees: readonly string[]
  readonly parent: string | null
  readonly dependsOn: readonly string[]
  readonly relates: readonly string[]
  readonly blockers: readonly string[]
  readonly completedAt: string | null
  readonly problems: readonly Problem[]
}

/** Something in a card's file that a person should mend. */
export interface Problem {
  readonly level: 'error' | 'warn'
  readonly text: string
}

/** A card with everything that is in its file. */
export interface WholeCard extends Card {
  readonly data: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Reads any file as a card, as well as can be: what is missing or broken becomes a problem, never an error. */
export function readCard(text: string, place: CardPlace): WholeCard {
  const front = readFront(text)
  const data = front.data
  const body = front.body.replace(/^\r?\n/, '')
  const parents = idList(data.parent)
  return {
    ...place,
    title: scalar(data.title) ?? firstHeading(body) ?? titleOfName(place),
    lane: scalar(data.lane),
    priority: scalar(data.priority)?.toUpperCase() ?? null,
    size: typeof data.size === 'number' ? data.size : null,
    labels: stringList(data.labels),
    assignees: stringList(data.assignees),
    parent: parents[0] ?? null,
    dependsOn: idList(data.depends_on),
    relates: idList(data.relates ?? data.relates_to),
    blockers: sentenceList(data.blockers),
    completedAt: scalar(data.completed_at),
    problems: problemsOf({
      text,
      data,
      id: place.id,
      parents,
      broken: front.problem,
      bare: front.bare === true,
    }),
    data,
    body,
  }
}

/** One line of text, or null; numbers and booleans count as what they look like. */
export function scalar(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** A list of words; a single word counts as a list of one, `a, b` as two. */
export function stringList(value: unknown): string[] {
  if (value === undefined || value === null) return []
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value]
  return items.map(scalar).filter((item) => item !== null)
}

/** A list of sentences; a single one is not split at its commas. */
export function sentenceList(value: unknown): string[] {
  return stringList(typeof value === 'string' ? [value] : value)
}

export function hasConflictMarkers(text: string): boolean {
  return text.includes('<<<<<<<') && /^<{7}(?: |\r?$)/m.test(text) && /^>{7}(?: |\r?$)/m.test(text)
}

/** Front matter that begins and never ends; a rule at the top of plain Markdown is none. */
export function isUnclosed(text: string, front: FrontMatter): boolean {
  return !front.present && /^\uFEFF?---[ \t]*\r?\n[A-Za-z_][\w-]*:/.test(text)
}

interface ReadFront {
  readonly data: Readonly<Record<string, unknown>>
  readonly body: string
  readonly problem?: string
  readonly bare?: boolean
}

function readFront(text: string): ReadFront {
  const front: FrontMatter = readFrontMatter(text)
  if (front.problem !== undefined) return { data: scavenge(text), body: front.body, problem: front.problem }
  if (isUnclosed(text, front)) return { data: scavenge(text), body: front.body, problem: 'front matter has no closing line' }
  if (!front.present) return { data: {}, body: front.body, bare: true }
  return { data: front.data, body: front.body }
}

/** The readable `key: value` lines of front matter that YAML refuses, for instance between merge conflict markers. */
function scavenge(text: string): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  let fences = 0
  for (const line of text.split(/\r?\n/, 200)) {
    if (line.trim() === '---' && ++fences === 2) break
    const one = /^[a-z_]+: *\S/.test(line) ? readFrontMatter(`---\n${line}\n---\n`) : undefined
    for (const [key, value] of Object.entries(one?.data ?? {})) data[key] ??= value
  }
  return data
}

/** Ids as people write them: also as an Obsidian link, `[[01ABC…__slug|alias]]`. */
function idList(value: unknown): string[] {
  if (value === undefined || value === null) return []
  const flat = Array.isArray(value) ? value.flat(2) : value
  return [...new Set(stringList(flat).map(bareId).filter(isPlainId).map(canonicalId))]
}

function bareId(text: string): string {
  const inner = /^\[\[([^\]|#]+).*\]\]$/.exec(text)?.[1] ?? text
  return inner.split('__')[0]!
}

function firstHeading(body: string): string | null {
  return scalar(/^#{1,6}[ \t]+(.+?)[ \t]*#*\r?$/m.exec(body)?.[1])
}

function titleOfName({ id, name }: CardPlace): string {
  const slug = name.slice(id.length).replace(/\.md$/i, '')
  return slug.replaceAll(/[-_]+/g, ' ').trim() || id
}

interface Findings {
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
  readonly id: string
  readonly parents: readonly string[]
  readonly broken: string | undefined
  readonly bare: boolean
}

function problemsOf(found: Findings): Problem[] {
  const problems: Problem[] = []
  const error = (text: string) => problems.push({ level: 'error', text })
  const warn = (text: string) => problems.push({ level: 'warn', text })
  if (hasConflictMarkers(found.text)) error('merge conflict markers')
  if (found.broken !== undefined) error(`broken front matter: ${found.broken}`)
  if (found.bare) error('missing front matter')
  const own = scalar(found.data.id)
  if (own === null && found.broken === undefined && !found.bare) error('missing id')
  if (scalar(found.data.title) === null && found.broken === undefined && !found.bare) error('missing title')
  if (found.parents.length > 1) error(`multiple parent edges for child ${found.id}`)
  if (own !== null && canonicalId(own) !== found.id) warn(`id differs: file name ${found.id}, front matter ${own}`)
  if (own !== null && canonicalId(own) === found.id && own !== found.id) warn(`id is not in upper case: ${own}`)
  return problems
}
