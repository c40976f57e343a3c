import { type ReadonlySignal, signal } from '@preact/signals'

export interface Route {
  /** What the address says behind the question mark. */
  readonly query: ReadonlySignal<URLSearchParams>
  /** Another place in the history; keys that are undefined go, the others stay. */
  go(changes: Readonly<Record<string, string | undefined>>, how?: { readonly replace?: boolean; readonly fresh?: boolean }): void
  /** To where one came from within the page; false when one came from elsewhere. */
  back(): boolean
  /** Where one came from within the page. */
  readonly before: () => URLSearchParams | undefined
  href(changes: Readonly<Record<string, string | undefined>>): string
}

/** Kept with each place in the history: what was shown before it. */
interface Kept {
  readonly before?: string
}

/** The address holds what is shown, so that going back, reloading and sending it to somebody all show the same. */
export function createRoute(): Route {
  const query = signal(new URLSearchParams(location.search))
  const kept = () => (history.state ?? {}) as Kept // nobody else writes it
  addEventListener('popstate', () => {
    query.value = new URLSearchParams(location.search)
  })
  return {
    query,
    go(changes, { replace = false, fresh = false } = {}) {
      const next = changedQuery(fresh ? new URLSearchParams() : query.value, changes)
      if (next.toString() === query.value.toString()) return
      if (replace) history.replaceState(history.state, '', addressOf(next))
      else history.pushState({ before: query.value.toString() } satisfies Kept, '', addressOf(next))
      query.value = next
    },
    back() {
      if (kept().before === undefined) return false
      history.back()
      return true
    },
    before() {
      const { before } = kept()
      return before === undefined ? undefined : new URLSearchParams(before)
    },
    href: (changes) => addressOf(changedQuery(new URLSearchParams(), changes)),
  }
}

export function changedQuery(from: URLSearchParams, changes: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const next = new URLSearchParams(from)
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(key)
    else next.set(key, value)
  }
  return next
}

function addressOf(query: URLSearchParams): string {
  const text = query.toString()
  return text === '' ? '/' : `/?${text}`
}
