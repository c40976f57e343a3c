import { DomainError } from '@shoko/contract'
import { firstSegmentIs, type RelativePath, refuseHidden } from '@shoko/core-fs'
import { isInTrash } from './links/trash.ts'
import type { VaultReason } from './reasons.ts'

export type Change = 'create' | 'append' | 'overwrite' | 'replace'

/** Where daily notes are and what they are called. */
export interface DailyNotes {
  /** '' when they lie among the others. */
  readonly dir: string
  /** Below the folder, without `.md`: YYYY, MM and DD, with `-` or `/` between them. */
  readonly format: string
}

const RESERVED = '.system'

/** Which notes may be changed, and how: nothing below `.system`, and daily notes only grow. */
export function checkChange(path: RelativePath, change: Change, daily: DailyNotes): void {
  if (firstSegmentIs(path, RESERVED)) throw reserved(path)
  if (!isDaily(path, daily)) return
  if (change === 'overwrite' || change === 'replace') {
    throw new DomainError<VaultReason>('daily_rule', `${path}: daily notes only grow; use vault_write with mode "append"`)
  }
  if (isDated(path, daily)) return
  const wanted = [daily.dir, `${daily.format}.md`].filter((part) => part !== '').join('/')
  throw new DomainError<VaultReason>('daily_rule', `${path}: in ${daily.dir}/ only ${wanted} with a real date is allowed`)
}

/** Daily notes stay where they are, and only the trash gives back what lies below `.system`. */
export function checkMove({ from, to }: { readonly from: RelativePath; readonly to: RelativePath }, daily: DailyNotes): void {
  if (firstSegmentIs(from, RESERVED) && !isInTrash(from)) throw reserved(from)
  if (firstSegmentIs(to, RESERVED)) throw reserved(to)
  for (const path of [from, to]) {
    refuseHidden(path)
    checkStays(path, daily)
  }
}

export function checkTrash(path: RelativePath, daily: DailyNotes): void {
  if (firstSegmentIs(path, RESERVED)) throw reserved(path)
  checkStays(path, daily)
}

function checkStays(path: RelativePath, daily: DailyNotes): void {
  if (!isDaily(path, daily)) return
  throw new DomainError<VaultReason>('daily_rule', `${path}: daily notes are neither moved nor removed; they only grow`)
}

function reserved(path: string): DomainError<VaultReason> {
  return new DomainError('reserved_area', `${path}: ${RESERVED}/ is reserved; choose another folder`)
}

/** Everything in the folder of daily notes; without such a folder, what has the name of one. */
function isDaily(path: RelativePath, daily: DailyNotes): boolean {
  if (daily.dir === '') return isDated(path, daily)
  const [folded, dir] = [path.toLowerCase(), daily.dir.toLowerCase()]
  return folded === dir || folded.startsWith(`${dir}/`)
}

function isDated(path: RelativePath, { dir, format }: DailyNotes): boolean {
  const name = dir === '' ? path : path.slice(dir.length + 1)
  const date = datePattern(format).exec(name)?.groups
  if (date === undefined) return false
  const [year, month, day] = [Number(date.YYYY), Number(date.MM), Number(date.DD)]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** A part that comes twice must be the same both times. */
function datePattern(format: string): RegExp {
  const seen = new Set<string>()
  const pattern = format.replaceAll(/YYYY|MM|DD/g, (part) => {
    if (seen.has(part)) return `\\k<${part}>`
    seen.add(part)
    return `(?<${part}>\\d{${part.length}})`
  })
  return new RegExp(`^${pattern}\\.md$`)
}

function daysIn(year: number, month: number): number {
  if (year === 0) return 0
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
