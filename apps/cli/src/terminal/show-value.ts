import { oneLine } from '@shoko/contract'
import { paint } from './paint.ts'

const ONE_LINE = 100

/** A value for reading: keys and texts as they are, several lines as several lines. Who wants to parse it asks for JSON. */
export function showValue(value: unknown): string {
  return linesOf(value).join('\n')
}

function linesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.length === 0 ? ['(none)'] : value.flatMap(itemLines)
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([key, inner]) => memberLines(key, inner))
  return String(value).split('\n')
}

function memberLines(key: string, value: unknown): readonly string[] {
  const name = paint('name', `${oneLine(key)}:`)
  if (Array.isArray(value) && value.length === 0) return [`${name} ${paint('quiet', '(none)')}`]
  if (isFlat(value)) return [`${name} ${flat(value)}`]
  return [name, ...linesOf(value).map((line) => `  ${line}`)]
}

function itemLines(item: unknown): readonly string[] {
  return linesOf(isFlat(item) ? flat(item) : item).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`)
}

/** One line is enough for it. */
function isFlat(value: unknown): boolean {
  if (typeof value === 'string') return !value.trimEnd().includes('\n')
  if (Array.isArray(value)) return value.every((item) => typeof item !== 'object') && flat(value).length <= ONE_LINE
  return typeof value !== 'object' || value === null
}

function flat(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : value === null ? paint('quiet', 'none') : String(value).trimEnd()
}
