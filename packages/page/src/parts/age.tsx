import { signal } from '@preact/signals'
import { useApp } from '../state/app.ts'

const MINUTE_MS = 60_000
/** Moves on by itself, so that what says "2 min" does not say so for an hour. */
const now = signal(Date.now())
setInterval(() => {
  now.value = Date.now()
}, MINUTE_MS)

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 24 * 60],
  ['month', 30 * 24 * 60],
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
]

/** How long ago; the exact time when one points at it. */
export function Age({ at }: { readonly at: string | number | null | undefined }) {
  const { language, t } = useApp()
  const time = at === undefined || at === null ? Number.NaN : new Date(at).getTime()
  if (Number.isNaN(time)) return null
  const minutes = Math.max(0, Math.floor((Math.max(now.value, Date.now()) - time) / MINUTE_MS))
  const [unit, size] = STEPS.find(([, length]) => minutes >= length) ?? ['minute', 1]
  return (
    <time
      class="age"
      dateTime={new Date(time).toISOString()}
      onMouseEnter={(event) => {
        event.currentTarget.title = exactOf(language).format(time)
      }}
    >
      {minutes < 1 ? t.justNow : relativeOf(language).format(-Math.floor(minutes / size), unit)}
    </time>
  )
}

/** Made once: making one takes longer than drawing a card. Without a region, which may spell out what is short in the language. */
const relativeOf = once((language) => new Intl.RelativeTimeFormat(language.split('-', 1), { style: 'narrow', numeric: 'always' }))
const exactOf = once((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }))

function once<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>()
  return (language) => {
    const known = made.get(language) ?? make(language)
    made.set(language, known)
    return known
  }
}
