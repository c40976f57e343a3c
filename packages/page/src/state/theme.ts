const KEY = 'shoko-theme'
type Theme = 'light' | 'dark'

/** What the user chose here before; otherwise the system decides, by `color-scheme`. */
export function applyTheme(): void {
  const kept = localStorage.getItem(KEY)
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset['theme'] = kept
}

export function toggleTheme(): void {
  const { dataset } = document.documentElement
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches
  const shown: Theme = (dataset['theme'] as Theme | undefined) ?? (systemIsDark ? 'dark' : 'light')
  const next: Theme = shown === 'dark' ? 'light' : 'dark'
  dataset['theme'] = next
  localStorage.setItem(KEY, next)
}
