import { findSection, headingKey, type Outline } from './outline.ts'
import { type Status, statusOfWord } from './status-words.ts'

export interface PlanCounts {
  readonly pending: number
  readonly in_progress: number
  readonly done: number
  readonly blocked: number
}

export function planOverview(outline: Outline): string | null {
  return findSection(outline, (heading) => OVERVIEW.has(headingKey(heading.text))) || null
}

/** The counts that `## Current Status` lists (`- **Pending**: 001, 002`), or nothing when it lists none. */
export function planCounts(outline: Outline): PlanCounts | undefined {
  const section = findSection(outline, (heading) => CURRENT_STATUS.has(headingKey(heading.text)))
  const found = (section ?? '').split('\n').flatMap((line) => readLine(line) ?? [])
  if (found.length === 0) return undefined
  const sum = (kind: Kind) => found.filter((line) => line.kind === kind).reduce((total, line) => total + line.count, 0)
  return { pending: sum('pending'), in_progress: sum('in_progress'), done: sum('done'), blocked: sum('blocked') }
}

type Kind = keyof PlanCounts

const OVERVIEW = new Set(['overview', 'resumen', 'visión general', '概要'])
export const CURRENT_STATUS = new Set(['current status', 'estado actual', '現在の状況', '現状'])
const LINE = /^\s*[-*+]\s+(?:\*\*|__)?([^:：*_\s][^:：*_]{0,60}?)(?:\*\*|__)?\s*[:：](?:\*\*|__)?\s*(.*)$/
const NOTHING = /^(?:[-–—]|none|n\/a|ninguna?|nada|なし|\(none\))?$/i
/** Beside the words that a task's status may have. */
const LABELS: ReadonlyMap<string, Status> = new Map([
  ['to do', 'pending'],
  ['todo', 'pending'],
  ['active', 'in-progress'],
  ['completed', 'done'],
])
const KINDS: Readonly<Record<Status, Kind>> = {
  pending: 'pending',
  'in-progress': 'in_progress',
  done: 'done',
  blocked: 'blocked',
}

function readLine(line: string): { readonly kind: Kind; readonly count: number } | undefined {
  const match = LINE.exec(line)
  const label = headingKey(match?.[1] ?? '')
  const status = LABELS.get(label) ?? statusOfWord(label)
  return status === undefined ? undefined : { kind: KINDS[status], count: countItems(match?.[2]?.trim() ?? '') }
}

/** `001, 002` is two, `001-003` is three, a short plain number (`5`, `5 tasks`) is a count. */
function countItems(value: string): number {
  if (NOTHING.test(value)) return 0
  const count = /^(\d{1,2})(?:\s+\p{L}+)?\.?$/u.exec(value)?.[1]
  if (count !== undefined && !count.startsWith('0')) return Number(count)
  return value
    .split(/[,、，;]/)
    .filter((item) => item.trim() !== '')
    .reduce((total, item) => total + rangeSize(item.trim()), 0)
}

function rangeSize(item: string): number {
  const range = /^#?(\d{3,})\s*[-–—~〜]\s*#?(\d{3,})$/.exec(item)
  return range === null ? 1 : Math.max(1, Number(range[2]) - Number(range[1]) + 1)
}
