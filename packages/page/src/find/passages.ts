import type { Lines } from '../text/markdown.tsx'

export interface PassageRef {
  readonly path?: string
  readonly range?: { readonly start_line: number; readonly end_line: number }
  readonly manual_id?: string
  readonly start_line?: number
  readonly end_line?: number
  readonly board?: string
  readonly cardId?: string
}

export interface Passage {
  readonly family: string
  readonly ref: PassageRef
  readonly heading: string
  readonly text: string
  readonly confidence: number
}

/** What shoko_find answers. */
export interface Found {
  readonly passages: readonly Passage[]
  readonly summary: {
    readonly integration_status: string
    readonly families: Readonly<Record<string, { readonly candidates?: number; readonly ms?: number; readonly error?: string }>>
  }
}

export function linesOf(ref: PassageRef): Lines | undefined {
  const start = ref.range?.start_line ?? ref.start_line
  return start === undefined ? undefined : { from: start, to: ref.range?.end_line ?? ref.end_line ?? start }
}

export function placeOf({ manual_id, path, board, cardId }: PassageRef): string {
  if (cardId !== undefined) return board === undefined || board === '.' ? cardId : `${board} ${cardId}`
  return [manual_id, path].filter((part) => part !== undefined).join('/')
}

/** Whoever reads knows a card by its title, not by its id. */
export function shownPlace(ref: PassageRef): string {
  return ref.cardId === undefined ? placeOf(ref) : ref.board === undefined || ref.board === '.' ? '' : ref.board
}

/** Where in the page a passage opens. */
export function hrefOf({ family, ref }: Pick<Passage, 'family' | 'ref'>): Record<string, string | undefined> {
  const lines = linesOf(ref)
  const line = lines === undefined ? undefined : `${lines.from}-${lines.to}`
  if (family === 'kanban') return { board: ref.board === '.' ? undefined : ref.board, card: ref.cardId }
  if (family === 'manual') return { manual: ref.manual_id, note: ref.path, line }
  if (family === 'vibe') return { from: 'projects', note: ref.path, line }
  return { note: ref.path, line }
}

export function parseLines(text: string | null): Lines | undefined {
  const [, from, to] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text ?? '') ?? []
  return from === undefined ? undefined : { from: Number(from), to: Number(to ?? from) }
}
