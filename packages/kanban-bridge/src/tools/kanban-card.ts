import { charactersOf, defineTool, MIN_BOUND, pageOf } from '@shoko/contract'
import { nullable } from '@shoko/contract/schema'
import { codePointLength, splitLines, takeWindow } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { Board } from '../board/board.ts'
import { notesOf } from '../board/notes-file.ts'
import type { KanbanContext } from '../context.ts'
import { BOARD_REASONS, CARD_REASONS, type KanbanReason } from '../kanban-error.ts'
import { readCard, type WholeCard } from '../rules/card.ts'
import { neighboursOf } from '../rules/neighbours.ts'
import type { CardsById } from '../rules/relations.ts'
import { BoardParam, CardIdParam, Hash, type NoteItem, Words } from './parameters.ts'

// The shapes inside related, more and notes are told by their keys; models pay for every schema.
export const KanbanCardInput = Type.Object(
  {
    board: BoardParam,
    cardId: CardIdParam,
    start_line: Type.Optional(Type.Integer({ minimum: 1, description: 'Of the body' })),
    limits: Type.Optional(Type.Object({ max_chars: Type.Optional(Type.Integer({ minimum: 1, description: 'Of the body' })) })),
  },
  { additionalProperties: false },
)
export const KanbanCardOutput = Type.Object({
  cardId: Type.String(),
  title: Type.String(),
  column: Type.String(),
  path: Type.String(),
  hash: Hash,
  modified: Type.String(),
  fm: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
  parent: nullable(Type.String()),
  children: Words,
  depends_on: Words,
  blocked_by: Words,
  blocks: Words,
  relates: Words,
  related: Type.Unsafe<Record<string, { title: string; column: string }>>({ type: 'object' }),
  more: Type.Optional(Type.Unsafe<Record<string, number>>({ type: 'object' })),
  notes: Type.Unsafe<NoteItem[]>({ type: 'array' }),
  body: Type.String(),
  truncated: Type.Boolean(),
  next_offset: nullable(Type.Integer()),
})

export type KanbanCardInput = Static<typeof KanbanCardInput>
export type KanbanCardOutput = Static<typeof KanbanCardOutput>

const LATEST_NOTES = 3
// An epic of a hundred cards is for kanban/tree; here its first ones show what kind of card it is.
const MAX_NEIGHBOURS = 20
const TITLE_CHARS = 80

export async function showCard(ctx: KanbanContext, input: KanbanCardInput): Promise<KanbanCardOutput> {
  const board = await ctx.boards.resolve(input.board)
  const card = await board.card(input.cardId)
  const { text, hash, info } = await board.root.readText(card.file)
  const whole = readCard(text, card)
  const about = { ...(await aboutCard(board, whole)), hash, modified: new Date(info.mtimeMs).toISOString() }
  const bound = Math.max(MIN_BOUND, ctx.hardMaxChars)
  // What is beside the body gets half of the answer at most, cut as an entry of a list would be.
  const { truncated: isCut = false, ...shown } = cutTo(about, bound / 2)
  const room = bound - charactersOf(shown) - ENVELOPE
  const part = bodyPart(whole.body, { start: input.start_line ?? 1, maxChars: input.limits?.max_chars ?? room, room })
  return { ...shown, ...part, truncated: part.truncated || isCut }
}

/** For the keys that follow the body. */
const ENVELOPE = 100

type About = Omit<KanbanCardOutput, 'hash' | 'modified' | 'body' | 'truncated' | 'next_offset'>

async function aboutCard(board: Board, card: WholeCard): Promise<About> {
  const cards = await board.index.byId()
  const { notes } = await notesOf(board, card.id)
  const neighbours = neighboursOf(cards, card)
  const lists = Object.entries(neighbours).map(([key, ids]) => [key, ids.slice(0, MAX_NEIGHBOURS)] as const)
  const left = [...Object.entries(neighbours), ['notes', notes] as const]
    .map(([key, all]) => [key, all.length - (key === 'notes' ? LATEST_NOTES : MAX_NEIGHBOURS)] as const)
    .filter(([, count]) => count > 0)
  const shown = Object.fromEntries(lists) as Pick<About, 'children' | 'depends_on' | 'blocked_by' | 'blocks' | 'relates'> // the keys of `neighbours`
  return {
    cardId: card.id,
    title: card.title,
    column: card.column,
    path: card.path,
    fm: { ...card.data },
    parent: card.parent,
    ...shown,
    related: relatedCards(cards, [card.parent ?? '', ...lists.flatMap(([, ids]) => ids)]),
    ...(left.length > 0 ? { more: Object.fromEntries(left) } : {}),
    notes: notes
      .slice(0, LATEST_NOTES)
      .map(({ tags, ...note }) => ({ ...note, ...(tags === undefined ? {} : { tags: [...tags] }) })),
  }
}

/** Each neighbour once; one that does not exist is not among them. */
function relatedCards(cards: CardsById, ids: readonly string[]): About['related'] {
  const found = [...new Set(ids)].map((id) => cards.get(id)).filter((card) => card !== undefined)
  return Object.fromEntries(
    found.map(({ id, title, column }) => [id, { title: [...title].slice(0, TITLE_CHARS).join(''), column }]),
  )
}

function cutTo<Item extends object>(item: Item, hardMaxChars: number): Item & { readonly truncated?: boolean } {
  return pageOf([item], {}, { hardMaxChars, show: (entry) => entry, identityOf: () => '' }).items[0]!
}

interface BodyLimits {
  readonly start: number
  readonly maxChars: number
  /** Characters that are left of the answer, quotes and escapes included. */
  readonly room: number
}

/** The body as it is when it fits, else whole lines of it. */
function bodyPart(body: string, { start, maxChars, room }: BodyLimits) {
  let most = Math.min(maxChars, room)
  if (start === 1 && codePointLength(body) <= most && charactersOf(body) <= room)
    return { body, truncated: false, next_offset: null }
  const lines = splitLines(body)
  for (;;) {
    const window = takeWindow(lines, start, { endLine: lines.length, maxChars: most })
    const size = charactersOf(window.text)
    if (size <= room) return { body: window.text, truncated: window.cut, next_offset: window.cut ? window.nextLine : null }
    most = Math.min(most - 1, Math.floor((most * room) / size))
  }
}

export const kanbanCard = defineTool<KanbanContext, typeof KanbanCardInput, typeof KanbanCardOutput, KanbanReason>({
  name: 'kanban/card',
  title: 'Open a card',
  description:
    "Open one by its id: read its text, keys and hash, where it belongs, who waits for it or holds it up, and the latest of its journal. Example: {cardId: '01…'}.",
  effect: 'read',
  input: KanbanCardInput,
  output: KanbanCardOutput,
  errors: [...BOARD_REASONS, ...CARD_REASONS, 'not_text'],
  run: showCard,
})
