import { type ReadonlySignal, signal } from '@preact/signals'
import { CallFailed, type Mcp, SIGNED_OUT } from './mcp.ts'

export type LiveState = 'connecting' | 'live' | 'gone' | 'signed-out'

export interface Live {
  readonly state: ReadonlySignal<LiveState>
  /** Calls back when this has changed, or may have while nobody could tell; returns what ends it. */
  want(uri: string, changed: () => void): () => void
}

/** What the tabs of a browser tell each other. */
type Word =
  | { readonly kind: 'who' }
  | { readonly kind: 'want'; readonly tab: string; readonly uris: readonly string[] }
  | { readonly kind: 'changed'; readonly uri: string }
  | { readonly kind: 'state'; readonly state: LiveState; readonly isFresh: boolean }

const LOCK = 'shoko-live'
const GATHER_MS = 30
const FIRST_RETRY_MS = 300
const LAST_RETRY_MS = 10_000

/**
 * One stream a browser: a server on HTTP/1.1 gets six connections of it, and six tabs would use them up. The visible tabs share the
 * stream of the one that holds the lock; a hidden tab asks for nothing and looks again when it is shown.
 */
export function createLive(mcp: Mcp): Live {
  const state = signal<LiveState>('connecting')
  const handlers = new Map<string, Set<() => void>>()
  const channel = new BroadcastChannel(LOCK)
  const tab = crypto.randomUUID()
  const wantedBy = new Map<string, readonly string[]>()
  let leading: ReturnType<typeof lead> | undefined
  let giveUp = new AbortController()

  const tell = (word: Word) => channel.postMessage(word)
  const ownUris = () => (document.hidden ? [] : [...handlers.keys()].sort())
  const changed = (uri: string) => {
    for (const handler of handlers.get(uri) ?? []) handler()
  }
  const enter = (next: LiveState, isFresh: boolean) => {
    state.value = next
    if (isFresh) for (const uri of handlers.keys()) changed(uri)
  }
  const sayWanted = () => {
    wantedBy.set(tab, ownUris())
    tell({ kind: 'want', tab, uris: ownUris() })
    leading?.wantedChanged()
  }
  channel.onmessage = ({ data: word }: MessageEvent<Word>) => {
    if (word.kind === 'who') sayWanted()
    if (word.kind === 'changed') changed(word.uri)
    if (word.kind === 'state' && leading === undefined) enter(word.state, word.isFresh)
    if (word.kind !== 'want') return
    wantedBy.set(word.tab, word.uris)
    leading?.wantedChanged()
    if (leading !== undefined) tell({ kind: 'state', state: state.value, isFresh: false })
  }
  const compete = () => {
    giveUp = new AbortController()
    const { signal: ended } = giveUp
    navigator.locks
      .request(LOCK, { signal: ended }, async () => {
        wantedBy.clear()
        leading = lead(mcp, {
          uris: () => [...new Set([...wantedBy.values()].flat())].sort(),
          changed: (uri) => {
            changed(uri)
            tell({ kind: 'changed', uri })
          },
          enter: (next, isFresh) => {
            enter(next, isFresh)
            tell({ kind: 'state', state: next, isFresh })
          },
        })
        tell({ kind: 'who' })
        sayWanted()
        await new Promise((resolve) => ended.addEventListener('abort', resolve))
        leading.stop()
        leading = undefined
      })
      .catch(() => {}) // it went out of sight while it waited
  }
  const follow = () => {
    if (document.hidden) {
      giveUp.abort()
      return sayWanted()
    }
    compete()
    sayWanted()
    for (const uri of handlers.keys()) changed(uri)
  }
  document.addEventListener('visibilitychange', follow)
  addEventListener('pagehide', () => tell({ kind: 'want', tab, uris: [] }))
  if (!document.hidden) compete()

  return {
    state,
    want(uri, handler) {
      const known = handlers.get(uri) ?? new Set()
      handlers.set(uri, known.add(handler))
      sayWanted()
      return () => {
        known.delete(handler)
        if (known.size === 0) handlers.delete(uri)
        sayWanted()
      }
    },
  }
}

interface Led {
  readonly uris: () => readonly string[]
  readonly changed: (uri: string) => void
  readonly enter: (state: LiveState, isFresh: boolean) => void
}

/** Keeps one stream open for what is wanted now; begins anew, ever more slowly, when the server goes away. */
function lead(mcp: Mcp, led: Led) {
  let current: { readonly key: string; readonly end: AbortController } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryMs = FIRST_RETRY_MS
  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(open, ms)
  }
  function open(): void {
    const uris = led.uris()
    const key = JSON.stringify(uris)
    if (current?.key === key) return
    const before = current
    if (uris.length === 0) {
      current = undefined
      before?.end.abort()
      return
    }
    const opened = { key, end: new AbortController() }
    current = opened
    const over = (failed: unknown) => {
      before?.end.abort()
      if (current !== opened) return
      current = undefined
      led.enter(failed instanceof CallFailed && failed.code === SIGNED_OUT ? 'signed-out' : 'gone', false)
      later(retryMs)
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
    }
    const ready = () => {
      before?.end.abort() // only now: in between the older stream has told of everything
      retryMs = FIRST_RETRY_MS
      led.enter('live', true)
    }
    mcp.listen(uris, { signal: opened.end.signal, ready, changed: led.changed }).then(() => over(undefined), over)
  }
  return {
    wantedChanged: () => later(GATHER_MS),
    stop() {
      clearTimeout(timer)
      const last = current
      current = undefined
      last?.end.abort()
    },
  }
}
