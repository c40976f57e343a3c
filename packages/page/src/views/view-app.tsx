import { type Signal, signal } from '@preact/signals'
import { type ComponentType, render } from 'preact'
import type { Live } from '../client/live.ts'
import { AppContext, createApp } from '../state/app.ts'
import { followLink } from '../state/follow-link.ts'
import { changedQuery, type Route } from '../state/route.ts'
import { chooseLanguage, stringsOf } from '../strings/choose.ts'
import { connectHost, type Host, type HostContext, reportSize } from './host.ts'
import { createHostPort } from './host-port.ts'

/** Shows a view in the frame of a host: the tool's arguments are its address, and it looks again whenever the tool was called. */
export async function showView(
  View: ComponentType,
  addressOf: (args: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>,
): Promise<void> {
  const query = signal(new URLSearchParams())
  const changed = new Map<string, Set<() => void>>()
  const lookAgain = () => {
    for (const handlers of changed.values()) for (const handler of handlers) handler()
  }
  const host = await connectHost({
    toolInput: (args) => {
      query.value = new URLSearchParams(addressOf(args))
    },
    toolResult: lookAgain,
    contextChanged: applyContext,
  })
  applyContext(host.context)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) lookAgain()
  })
  addEventListener('click', (event) => openOutside(event, host))
  reportSize(host, document.getElementById('page')!)
  const language = chooseLanguage([host.context.locale ?? navigator.language])
  document.documentElement.lang = language
  const isReadOnly = document.documentElement.dataset['readOnly'] !== undefined
  const mcp = createHostPort(host, { isReadOnly })
  const app = createApp({ mcp, live: quietLive(changed), route: memoryRoute(query), t: stringsOf(language), language })
  addEventListener('click', (event) => followLink(event, app))
  addEventListener('click', submitForm)
  render(
    <AppContext.Provider value={app}>
      <View />
    </AppContext.Provider>,
    document.getElementById('page')!,
  )
}

function applyContext({ theme }: HostContext): void {
  if (theme !== undefined) document.documentElement.dataset['theme'] = theme
}

/** A frame in a chat has no address of its own, and the browser's way back is the host's. */
function memoryRoute(query: Signal<URLSearchParams>): Route {
  const past: URLSearchParams[] = []
  return {
    query,
    go(changes, { replace = false, fresh = false } = {}) {
      if (!replace) past.push(query.value)
      query.value = changedQuery(fresh ? new URLSearchParams() : query.value, changes)
    },
    back() {
      const last = past.pop()
      if (last !== undefined) query.value = last
      return last !== undefined
    },
    before: () => past.at(-1),
    href: (changes) => `/?${changedQuery(new URLSearchParams(), changes)}`,
  }
}

/** Views hear of no changes; they look again when the tool has answered or when they come into sight. */
function quietLive(handlers: Map<string, Set<() => void>>): Live {
  return {
    state: signal('live' as const),
    want(uri, handler) {
      const known = handlers.get(uri) ?? new Set()
      handlers.set(uri, known.add(handler))
      return () => void known.delete(handler)
    },
  }
}

/** Frames of chat programs may not be allowed to submit forms, and then not even their handlers hear of it. */
function submitForm(event: MouseEvent): void {
  const button = (event.target as Element | null)?.closest<HTMLButtonElement>('button[type=submit]')
  const form = button?.form
  if (event.defaultPrevented || form === null || form === undefined) return
  event.preventDefault()
  if (form.reportValidity()) form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
}

/** Where a link leads out of the chat, the host asks whether it may. */
function openOutside(event: MouseEvent, host: Host): void {
  const href = (event.target as Element | null)?.closest('a')?.getAttribute('href') ?? ''
  if (!/^https?:\/\//i.test(href)) return
  event.preventDefault()
  host.request('ui/open-link', { url: href }).catch(() => {}) // the host has said no
}
