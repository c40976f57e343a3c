import { useApp } from '../state/app.ts'

/** A day as its reader writes it; the year where it is another one. What is no date stays as it is. */
export function Day({ date }: { readonly date: string }) {
  const { language } = useApp()
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return <>{date}</>
  const isThisYear = date.startsWith(`${new Date().getFullYear()}-`)
  const inYear = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  const parts = isThisYear ? inYear : ({ ...inYear, year: 'numeric' } as const)
  return <time dateTime={date}>{new Date(date).toLocaleDateString(language, parts)}</time>
}
