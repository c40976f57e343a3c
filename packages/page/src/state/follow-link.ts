import type { App } from './app.ts'

/** Our own links change the view, not the page; whoever wants another tab gets one. */
export function followLink(event: MouseEvent, { route }: App): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element | null)?.closest('a')
  const href = link?.getAttribute('href')
  if (href === null || href === undefined || !/^\/(\?|$)/.test(href)) return
  event.preventDefault()
  route.go(Object.fromEntries(new URLSearchParams(href.slice(2))), { fresh: true })
  document.getElementById('content')?.scrollTo(0, 0)
}
