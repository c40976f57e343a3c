import { kanbanError } from '../kanban-error.ts'
import { parseCardId } from '../rules/card-id.ts'

export const SCHEME = 'kanban'

export type CardView = 'state' | 'markdown' | 'body'

/** What a `kanban://` URI names on its board. */
export type Target =
  | { readonly kind: 'manual' }
  | { readonly kind: 'board' }
  /** All boards; the only one that names none. */
  | { readonly kind: 'boards' }
  | { readonly kind: 'cards' }
  | { readonly kind: 'tree'; readonly id: string }
  | {
      readonly kind: 'card'
      readonly id: string
      readonly view: CardView
      readonly mode: 'brief' | 'full'
      readonly limit: number
    }

export interface KanbanUri {
  /** The host as it was written: any word that names the board. */
  readonly host: string
  readonly board: string
  readonly target: Target
}

const FORM = /^kanban:\/\/([^/?#]+)(\/[^?#]*)?(?:\?([^#]*))?$/i
const DEFAULT_LIMIT = 3
const MAX_LIMIT = 1000

export function parseUri(uri: string): KanbanUri {
  const [, host, path = '', query = ''] = FORM.exec(uri.trim()) ?? []
  const board = host === undefined ? undefined : decode(host)
  const segments = path.split('/').slice(1).map(decode)
  const isOfAll = host?.toLowerCase() === 'boards' && ['', '/'].includes(path)
  const target = isOfAll ? { kind: 'boards' as const } : targetOf(segments, new URLSearchParams(query))
  if (host === undefined || board === undefined || target === undefined) throw unknownResource(uri)
  return { host, board, target }
}

export function boardUri(host: string): string {
  return `${SCHEME}://${host}/board`
}

export const BOARDS_URI = `${SCHEME}://boards`

export function cardsUri(host: string): string {
  return `${SCHEME}://${host}/cards`
}

export function manualUri(host: string): string {
  return `${SCHEME}://${host}/manual`
}

export function cardUri(host: string, id: string): string {
  return `${SCHEME}://${host}/cards/${encodeURIComponent(id)}`
}

/** A board's alias as the host of a URI. */
export function hostOf(alias: string): string {
  return encodeURIComponent(alias)
}

function targetOf(segments: readonly (string | undefined)[], query: URLSearchParams): Target | undefined {
  const [first, id, view = 'state', ...rest] = segments
  if (rest.length > 0) return undefined
  if (id === undefined) return first === 'manual' || first === 'board' || first === 'cards' ? { kind: first } : undefined
  if (first === 'tree' && segments.length === 2) return { kind: 'tree', id: parseCardId(id) }
  if (first !== 'cards' || (view !== 'state' && view !== 'markdown' && view !== 'body')) return undefined
  return { kind: 'card', id: parseCardId(id), view, mode: modeOf(query), limit: limitOf(query) }
}

function modeOf(query: URLSearchParams): 'brief' | 'full' {
  const mode = query.get('mode') ?? 'brief'
  if (mode === 'brief' || mode === 'full') return mode
  throw kanbanError('invalid_argument', `mode: must be one of brief, full (got ${JSON.stringify(mode.slice(0, 40))})`)
}

function limitOf(query: URLSearchParams): number {
  const text = query.get('limit')
  if (text === null) return DEFAULT_LIMIT
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (limit >= 0 && limit <= MAX_LIMIT) return limit
  throw kanbanError(
    'invalid_argument',
    `limit: must be an integer from 0 to ${MAX_LIMIT} (got ${JSON.stringify(text.slice(0, 40))})`,
  )
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function unknownResource(uri: string) {
  const hint = 'forms: kanban://boards, kanban://{board}/manual, /board, /cards, /cards/{id}[/state|/markdown|/body], /tree/{id}'
  return kanbanError('resource_not_found', `resource ${uri.slice(0, 200)}`, hint)
}
