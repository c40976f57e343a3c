/** Reads the text of a setting; throws `InvalidSetting`. No schemas: every start of a client pays for what reads its settings. */
export type Parser<T> = (value: string) => T

/** Says what the setting must be. */
export class InvalidSetting extends Error {}

export function tryParser<T>(parse: Parser<T>, value: string): { readonly value: T } | { readonly problem: string } {
  try {
    return { value: parse(value) }
  } catch (error) {
    if (error instanceof InvalidSetting) return { problem: error.message }
    throw error
  }
}

export const text: Parser<string> = (value) => {
  if (value === '') throw new InvalidSetting('must not be empty')
  return value
}

/** A text of which something more holds. */
export function textThat(holds: (value: string) => boolean, otherwise: string): Parser<string> {
  return (value) => {
    if (!holds(text(value))) throw new InvalidSetting(otherwise)
    return value
  }
}

export function matching(pattern: RegExp, otherwise: string): Parser<string> {
  return textThat((value) => pattern.test(value), otherwise)
}

export const flag: Parser<boolean> = (value) => {
  const word = value.trim().toLowerCase()
  if (['1', 'true', 'yes', 'on'].includes(word)) return true
  if (['0', 'false', 'no', 'off'].includes(word)) return false
  throw new InvalidSetting('must be 1/true/yes/on or 0/false/no/off')
}

export function number(kind: 'integer' | 'decimal', low: number, high = Number.MAX_SAFE_INTEGER): Parser<number> {
  const pattern = kind === 'integer' ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/
  const bounds = high === Number.MAX_SAFE_INTEGER ? `at least ${low}` : `from ${low} to ${high}`
  return (value) => {
    const parsed = Number(value.trim())
    if (pattern.test(value.trim()) && parsed >= low && parsed <= high) return parsed
    throw new InvalidSetting(`must be ${kind === 'integer' ? 'an integer' : 'a number'} ${bounds}`)
  }
}

export function list<T extends string>(separator: string | RegExp, item: Parser<T>, least = 1): Parser<readonly T[]> {
  return (value) => {
    const items = splitList(value, separator).map(item)
    if (items.length < least) throw new InvalidSetting('must not be empty')
    return items
  }
}

export function word<const Words extends readonly [string, ...string[]]>(words: Words): Parser<Words[number]> {
  return (value) => {
    const found = words.find((candidate) => candidate === value.trim().toLowerCase())
    if (found === undefined) throw new InvalidSetting(`must be one of ${words.join(', ')}`)
    return found
  }
}

/** A manual that lies outside MANUALS_ROOT: what it is called, and where it is. */
export interface NamedManual {
  readonly name: string
  readonly path: string
}

export function manuals(separator: string): Parser<readonly NamedManual[]> {
  return (value) => {
    const found = splitList(value, separator).map((part) => {
      const at = part.indexOf('=')
      return { name: part.slice(0, Math.max(at, 0)).trim(), path: part.slice(at + 1).trim() }
    })
    if (found.some(({ name, path }) => path === '' || !/^[^./\\\p{Cc}][^/\\\p{Cc}]*$/u.test(name)))
      throw new InvalidSetting('must be a list of name=path, the name without a slash or a dot in front')
    const folded = found.map(({ name }) => name.normalize('NFC').toLowerCase())
    if (new Set(folded).size < folded.length) throw new InvalidSetting('must not name a manual twice')
    return found
  }
}

/** A folder below a root, or the root itself: segments between slashes, none of them hidden or leading out. */
export const folderBelow: Parser<string> = (value) => {
  const segments = splitList(value, '/')
  if (value.startsWith('/') || segments.some((segment) => segment.startsWith('.') || /[\\\p{Cc}]/u.test(segment)))
    throw new InvalidSetting('must be a folder below the root, such as journal/daily, or empty')
  return segments.join('/')
}

export const dateFormat: Parser<string> = (value) => {
  const format = value.trim()
  const whole = ['YYYY', 'MM', 'DD'].every((part) => format.includes(part))
  if (!whole || !/^(YYYY|MM|DD|-|\/(?!\/|$))+$/.test(format) || format.startsWith('/'))
    throw new InvalidSetting('must be made of YYYY, MM and DD, with - or / between them')
  return format
}

export const url = textThat((value) => hasProtocol(value, /^https?:$/), 'must be an http(s) URL')
export const databaseUrl = textThat(
  (value) => hasProtocol(value, /^postgres(ql)?:$/),
  'must be a URL such as postgres://user@host/database',
)
export const origin = textThat(
  (value) => URL.canParse(value) && new URL(value).origin === value,
  'must be an origin such as https://example.com',
)
export const hostName = matching(/^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)$/, 'must be host names without scheme or port')

export const rate: Parser<number | null> = (value) => {
  if (value.trim().toLowerCase() === 'off') return null
  if (/^\d+$/.test(value.trim()) && Number(value) >= 1) return Number(value)
  throw new InvalidSetting('must be off or a number of requests per minute, at least 1')
}

function hasProtocol(value: string, protocol: RegExp): boolean {
  return URL.canParse(value) && protocol.test(new URL(value).protocol)
}

function splitList(value: string, separator: string | RegExp): string[] {
  return value
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
