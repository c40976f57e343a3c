import { DomainError } from '@shoko/contract'
import { firstSegmentIs, nameOf, parentOf, type RelativePath } from '@shoko/core-fs'
import type { VaultReason } from './reasons.ts'

export type Change = 'create' | 'append' | 'overwrite' | 'replace'

const RESERVED = '.system'
const DAILY = 'daily'

/** Which notes may be changed, and how: nothing below `.system`, and daily notes only grow. */
export function checkChange(path: RelativePath, change: Change): void {
  if (firstSegmentIs(path, RESERVED)) {
    throw new DomainError<VaultReason>('reserved_area', `${path}: ${RESERVED}/ is reserved; choose another folder`)
  }
  if (!firstSegmentIs(path, DAILY)) return
  if (change === 'overwrite' || change === 'replace') {
    throw new DomainError<VaultReason>('daily_rule', `${path}: daily notes only grow; use vault_write with mode "append"`)
  }
  if (!isDailyNote(path)) {
    throw new DomainError<VaultReason>(
      'daily_rule',
      `${path}: in ${DAILY}/ only ${DAILY}/YYYY-MM-DD.md with a real date is allowed`,
    )
  }
}

function isDailyNote(path: RelativePath): boolean {
  const date = /^(\d{4})-(\d{2})-(\d{2})\.md$/.exec(nameOf(path))
  if (date === null || parentOf(path).includes('/') || parentOf(path) === '') return false
  const [year, month, day] = date.slice(1).map(Number) as [number, number, number] // the pattern has three groups of digits
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function daysIn(year: number, month: number): number {
  if (year === 0) return 0
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
