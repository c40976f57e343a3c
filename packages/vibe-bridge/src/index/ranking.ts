import { fold, LANGUAGES } from '@shoko/search'
import { daysBefore } from '../workspace/dates.ts'
import { headingKey } from '../workspace/outline.ts'

/**
 * The whole ranking: score = -bm25 x type x recency x heading x status.
 * FTS5's bm25() is negative, the better the lower; every factor is positive, so a raised factor never lowers a chunk.
 */
export interface RankingInput {
  readonly bm25: number
  readonly type: number
  readonly recency: number
  readonly heading: number
  readonly status: number
}

export function scoreOf({ bm25, type, recency, heading, status }: RankingInput): number {
  return Math.max(-bm25, 1e-9) * type * recency * heading * status
}

/** The same product in SQL, over `bm25`, `weight` (type x heading x status) and `updated`. `today` is a date. */
export function scoreSql(today: string): string {
  const ages = RECENCY.map(({ days, weight }) => `WHEN updated >= '${daysBefore(today, days)}' THEN ${weight}`).join(' ')
  return `max(-bm25, 1e-9) * weight * (CASE ${ages} ELSE ${OLD_WEIGHT} END)`
}

/** Two decimals, and never 0: a match is a match, however common its words are. */
export function shownScore(score: number): number {
  return Math.max(0.01, Math.round(score * 100) / 100)
}

/**
 * When only some words match, how much they tell comes first: `words` is the number of words that match, rare ones counting for
 * more than common ones. The rest orders equals and is never worth as much as a word: `least` is what the commonest one counts.
 */
export function scoreOfSome({
  words,
  least,
  score,
}: {
  readonly words: number
  readonly least: number
  readonly score: number
}): number {
  return words + (least * score) / (1 + score)
}

/** The same in SQL, with `words` beside the columns of `scoreSql`. */
export function scoreOfSomeSql(today: string, least: number): string {
  return `words + ${least} * (1.0 - 1.0 / (1.0 + ${scoreSql(today)}))`
}

/** What each of several words counts, by how many of all chunks hold it: 1 on average. One that none holds counts nothing. */
export function countsOfWords(holders: readonly number[], all: number): readonly number[] {
  const weights = holders.map((count) => (count === 0 ? 0 : Math.log(1 + (all - count + 0.5) / (count + 0.5))))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const held = weights.filter((weight) => weight > 0).length
  return weights.map((weight) => (weight * held) / sum || 0)
}

const FOLDER_WEIGHTS: Readonly<Record<string, number>> = {
  tasks: 2.0,
  plans: 1.8,
  sessions: 1.5,
  changelog: 1.2,
  reports: 1.0,
  references: 0.8,
  scratch: 0.5,
  assets: 0.3,
}
const STATUS_FILE_WEIGHT = 3.0

export function typeWeight(folder: string, filename: string): number {
  if (folder === '' && filename.toLowerCase() === 'status.md') return STATUS_FILE_WEIGHT
  return FOLDER_WEIGHTS[folder] ?? 1.0
}

const STATUS_WEIGHTS: Readonly<Record<string, number>> = { 'in-progress': 2.0, blocked: 1.8, pending: 1.2, done: 0.6 }

export function statusWeight(status: string | null): number {
  return status !== null && Object.hasOwn(STATUS_WEIGHTS, status) ? STATUS_WEIGHTS[status]! : 1.0
}

/** Upper bounds in days and their weights, youngest first. */
const RECENCY: readonly { readonly days: number; readonly weight: number }[] = [
  { days: 1, weight: 2.0 },
  { days: 7, weight: 1.5 },
  { days: 30, weight: 1.2 },
  { days: 90, weight: 1.0 },
]
const OLD_WEIGHT = 0.8

export function recencyWeight(ageInDays: number): number {
  return RECENCY.find(({ days }) => ageInDays <= days)?.weight ?? OLD_WEIGHT
}

const DECISIONS = LANGUAGES.flatMap(({ workspaces }) => workspaces.headings.decisions)
/** Of headings that say what comes next or what is in the way. */
export const NEXT_WEIGHT = 2.5
const HEADING_WEIGHTS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap(({ workspaces: { headings } }) => [
    ...weigh(NEXT_WEIGHT, headings.next),
    ...weigh(2.0, headings.decisions),
    ...weigh(1.5, headings.goals),
  ]),
)

export function headingWeight(heading: string): number {
  return HEADING_WEIGHTS.get(fold(headingKey(heading))) ?? 1.0
}

export function isDecisionHeading(heading: string): boolean {
  return DECISIONS.includes(headingKey(heading))
}

/** Accents are folded: `Próximos pasos` and `Proximos pasos` are one heading. */
function weigh(weight: number, headings: readonly string[]): (readonly [string, number])[] {
  return headings.map((heading) => [fold(heading), weight] as const)
}
