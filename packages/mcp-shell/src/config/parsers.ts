import * as z from 'zod'

/** How the text of a setting is read. Made when it is needed: most settings are never given, and schemas are dear to make. */
export type Parser<T> = () => z.ZodType<T, string>

export const text = () => z.string().min(1, 'must not be empty')
export const flag: Parser<boolean> = () =>
  z.string().transform((value, context): boolean => {
    const word = value.trim().toLowerCase()
    if (['1', 'true', 'yes', 'on'].includes(word)) return true
    if (['0', 'false', 'no', 'off'].includes(word)) return false
    context.addIssue('must be 1/true/yes/on or 0/false/no/off')
    return z.NEVER
  })

export function number(kind: 'integer' | 'decimal', low: number, high = Number.MAX_SAFE_INTEGER): Parser<number> {
  const pattern = kind === 'integer' ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/
  const bounds = high === Number.MAX_SAFE_INTEGER ? `at least ${low}` : `from ${low} to ${high}`
  return () =>
    z.string().transform((value, context): number => {
      const parsed = Number(value.trim())
      if (pattern.test(value.trim()) && parsed >= low && parsed <= high) return parsed
      context.addIssue(`must be ${kind === 'integer' ? 'an integer' : 'a number'} ${bounds}`)
      return z.NEVER
    })
}

export function list<T extends string>(separator: string | RegExp, item: Parser<T>, least = 1): Parser<readonly T[]> {
  return () =>
    z
      .string()
      .transform((value) => splitList(value, separator))
      .pipe(z.array(item()).min(least, 'must not be empty'))
      .readonly()
}

export function word<const Words extends readonly [string, ...string[]]>(words: Words): Parser<Words[number]> {
  return () =>
    z.string().transform((value, context): Words[number] => {
      const found = words.find((candidate) => candidate === value.trim().toLowerCase())
      if (found !== undefined) return found
      context.addIssue(`must be one of ${words.join(', ')}`)
      return z.NEVER
    })
}

/** A manual that lies outside MANUALS_ROOT: what it is called, and where it is. */
export interface NamedManual {
  readonly name: string
  readonly path: string
}

export function manuals(separator: string): Parser<readonly NamedManual[]> {
  return () =>
    z.string().transform((value, context): readonly NamedManual[] => {
      const found = splitList(value, separator).map((part) => {
        const at = part.indexOf('=')
        return { name: part.slice(0, Math.max(at, 0)).trim(), path: part.slice(at + 1).trim() }
      })
      if (found.some(({ name, path }) => path === '' || !/^[^./\\\p{Cc}][^/\\\p{Cc}]*$/u.test(name)))
        context.addIssue('must be a list of name=path, the name without a slash or a dot in front')
      const folded = found.map(({ name }) => name.normalize('NFC').toLowerCase())
      if (new Set(folded).size < folded.length) context.addIssue('must not name a manual twice')
      return found
    })
}

/** A folder below a root, or the root itself: segments between slashes, none of them hidden or leading out. */
export const folderBelow: Parser<string> = () =>
  z.string().transform((value, context): string => {
    const segments = splitList(value, '/')
    if (value.startsWith('/') || segments.some((segment) => segment.startsWith('.') || /[\\\p{Cc}]/u.test(segment)))
      context.addIssue('must be a folder below the root, such as journal/daily, or empty')
    return segments.join('/')
  })

export const dateFormat: Parser<string> = () =>
  z.string().transform((value, context): string => {
    const format = value.trim()
    const whole = ['YYYY', 'MM', 'DD'].every((part) => format.includes(part))
    if (!whole || !/^(YYYY|MM|DD|-|\/(?!\/|$))+$/.test(format) || format.startsWith('/'))
      context.addIssue('must be made of YYYY, MM and DD, with - or / between them')
    return format
  })

export const url = () =>
  text().refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'must be an http(s) URL')
export const databaseUrl = () =>
  text().refine(
    (value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol),
    'must be a URL such as postgres://user@host/database',
  )
export const origin = () =>
  text().refine(
    (value) => URL.canParse(value) && new URL(value).origin === value,
    'must be an origin such as https://example.com',
  )
export const hostName = () => text().regex(/^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)$/, 'must be host names without scheme or port')
export const rate: Parser<number | null> = () =>
  z.string().transform((value, context): number | null => {
    if (value.trim().toLowerCase() === 'off') return null
    if (/^\d+$/.test(value.trim()) && Number(value) >= 1) return Number(value)
    context.addIssue('must be off or a number of requests per minute, at least 1')
    return z.NEVER
  })

function splitList(value: string, separator: string | RegExp): string[] {
  return value
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
