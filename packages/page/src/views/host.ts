/** The chat program around a view, spoken to by messages: the part of MCP Apps (2026-01-26) that a view needs. */
export interface Host {
  readonly context: HostContext
  readonly capabilities: { readonly serverTools?: object; readonly serverResources?: object }
  request<T>(method: string, params: object): Promise<T>
  notify(method: string, params: object): void
}

export interface HostContext {
  readonly theme?: 'light' | 'dark'
  readonly locale?: string
}

/** What the host tells of its own accord. */
export interface HostEvents {
  toolInput?(args: Readonly<Record<string, unknown>>): void
  toolResult?(result: Readonly<Record<string, unknown>>): void
  contextChanged?(context: HostContext): void
}

interface Message {
  readonly jsonrpc: '2.0'
  readonly id?: number | string
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

const REVISION = '2026-01-26'

/** Resolves when the host has answered the handshake; a view that skips it stays blank in some of them. */
export async function connectHost(events: HostEvents): Promise<Host> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let ids = 0
  // Where the host lives is not known to a frame without an origin; only its parent is listened to, and nothing secret is said.
  const post = (message: Omit<Message, 'jsonrpc'>) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const request = <T>(method: string, params: object): Promise<T> => {
    const id = ++ids
    const answer = Promise.withResolvers<unknown>()
    waiting.set(id, answer)
    post({ id, method, params: params as Record<string, unknown> })
    return answer.promise as Promise<T> // as the method's page documents it
  }
  addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
    if (source !== parent || data?.jsonrpc !== '2.0') return
    if (data.method === undefined) return settle(waiting, data)
    if (data.id !== undefined) return post({ id: data.id, result: {} }) // ping and teardown want no more than an answer
    tell(events, data)
  })
  const { hostCapabilities = {}, hostContext = {} } = await request<{
    hostCapabilities?: Host['capabilities']
    hostContext?: HostContext
  }>('ui/initialize', { protocolVersion: REVISION, appInfo: { name: 'shoko', version: '1' }, appCapabilities: {} })
  const notify = (method: string, params: object) => post({ method, params: params as Record<string, unknown> })
  notify('ui/notifications/initialized', {})
  return { context: hostContext, capabilities: hostCapabilities, request, notify }
}

function settle(waiting: Map<number, PromiseWithResolvers<unknown>>, { id, result, error }: Message): void {
  const answer = waiting.get(Number(id))
  waiting.delete(Number(id))
  if (error === undefined) answer?.resolve(result)
  else answer?.reject(new Error(error.message))
}

function tell(events: HostEvents, { method, params = {} }: Message): void {
  if (method === 'ui/notifications/tool-input') events.toolInput?.((params['arguments'] ?? {}) as Record<string, unknown>)
  if (method === 'ui/notifications/tool-result') events.toolResult?.(params)
  if (method === 'ui/notifications/host-context-changed') events.contextChanged?.(params)
}

/** Tells the host how high the view is, now and whenever that changes. */
export function reportSize(host: Host, element: HTMLElement): void {
  new ResizeObserver(() => {
    const { width, height } = element.getBoundingClientRect()
    host.notify('ui/notifications/size-changed', { width: Math.ceil(width), height: Math.ceil(height) })
  }).observe(element)
}
