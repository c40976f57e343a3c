import { slugify } from '@shoko/search'

/** The number a task's file name begins with. A date at the beginning is not one. */
export function taskNumber(filename: string): number | undefined {
  const name = filename.split('/').at(-1)!
  if (/^\d{4}-\d{2}-\d{2}(?!\d)/.test(name)) return undefined
  const digits = /^(\d{1,9})(?=[-_. ])/.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Three digits or more. */
export function formatNumber(number: number): string {
  return String(number).padStart(3, '0')
}

/** One above the highest number in use, so that a number never comes back. */
export function nextNumber(filenames: readonly string[]): string {
  return formatNumber(filenames.reduce((highest, name) => Math.max(highest, taskNumber(name) ?? 0), 0) + 1)
}

export function taskFilename(number: string, title: string): string {
  return `${number}-${slugify(title, { maxChars: 80, maxBytes: 200, fallback: 'task' })}.md`
}
