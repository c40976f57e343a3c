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
      .transform((value) =>
        value
          .split(separator)
          .map((part) => part.trim())
          .filter((part) => part !== ''),
      )
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

export const url = () =>
  text().refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'must be an http(s) URL')
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
