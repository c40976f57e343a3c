/** Dates are `YYYY-MM-DD` in the machine's time zone: the day the user sees on the wall. */
export function localDate(epochMs: number): string {
  const date = new Date(epochMs)
  return [String(date.getFullYear()).padStart(4, '0'), pad(date.getMonth() + 1), pad(date.getDate())].join('-')
}

export function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
}

export function daysBetween(earlier: string, later: string): number {
  return Math.round((Date.parse(`${later}T00:00:00Z`) - Date.parse(`${earlier}T00:00:00Z`)) / DAY_MS)
}

/** The date a value names (`2026-11-13`, `2026-11-13T08:00:00Z`, a Date), or nothing. */
export function dateOf(value: unknown): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString().slice(0, 10)
  if (typeof value !== 'string') return undefined
  const date = /^\s*(\d{4}-\d{2}-\d{2})(?!\d)/.exec(value)?.[1]
  return date === undefined || Number.isNaN(Date.parse(`${date}T00:00:00Z`)) ? undefined : date
}

const DAY_MS = 24 * 60 * 60 * 1000

function pad(part: number): string {
  return String(part).padStart(2, '0')
}
