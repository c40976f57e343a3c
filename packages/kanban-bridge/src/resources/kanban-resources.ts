import type {
  Completion,
  CompletionRequest,
  ResourceEntry,
  ResourceProvider,
  ResourceTemplate,
  ResourceText,
  TitledCompletion,
} from '@shoko/contract'
import { titleKey, titlesLike } from '@shoko/search'
import type { Board } from '../board/board.ts'
import type { KanbanContext } from '../context.ts'
import { cardNotFound, kanbanError } from '../kanban-error.ts'
import { type Card, readCard } from '../rules/card.ts'
import { isDone } from '../rules/columns.ts'
import { buildTree } from '../rules/tree.ts'
import { boardSummary } from './board-summary.ts'
import { cardState } from './card-state.ts'
import { boardManual } from './manual.ts'
import { openCards } from './open-cards.ts'
import { BOARDS_URI, boardUri, cardsUri, hostOf, manualUri, parseUri, SCHEME, type Target } from './uris.ts'

const JSON_TYPE = 'application/json'
const MARKDOWN = 'text/markdown'
const MAX_COMPLETIONS = 100
const RESOURCE_TREE_DEPTH = 10
/** The beginning of a ULID; anything else is typed by somebody who means a title. */
const MAYBE_AN_ID = /^[0-9a-hjkmnp-tv-z]{0,26}$/i

const TEMPLATES: readonly ResourceTemplate[] = [
  { uriTemplate: 'kanban://{board}/manual', name: 'kanban-manual', title: 'How to work with a board', mimeType: MARKDOWN },
  { uriTemplate: 'kanban://{board}/cards', name: 'kanban-cards', title: 'Every open card', mimeType: JSON_TYPE },
  { uriTemplate: 'kanban://{board}/board', name: 'kanban-board', title: 'Columns and counts', mimeType: JSON_TYPE },
  {
    uriTemplate: 'kanban://{board}/cards/{id}/state{?mode,limit}',
    name: 'kanban-card-state',
    title: 'Where a card stands',
    description: 'mode: brief (default) or full; limit: notes, default 3',
    mimeType: JSON_TYPE,
  },
  { uriTemplate: 'kanban://{board}/cards/{id}', name: 'kanban-card', title: 'The same as state', mimeType: JSON_TYPE },
  {
    uriTemplate: 'kanban://{board}/cards/{id}/markdown',
    name: 'kanban-card-markdown',
    title: "A card's whole file",
    mimeType: MARKDOWN,
  },
  { uriTemplate: 'kanban://{board}/cards/{id}/body', name: 'kanban-card-body', title: "A card's text", mimeType: MARKDOWN },
  { uriTemplate: 'kanban://{board}/tree/{id}', name: 'kanban-tree', title: 'A card and its descendants', mimeType: JSON_TYPE },
]

export const kanbanResources: ResourceProvider<KanbanContext> = {
  scheme: SCHEME,
  templates: TEMPLATES,
  list: listResources,
  read: readResource,
  complete: completeVariable,
  watch: watchResource,
}

async function listResources(ctx: KanbanContext): Promise<ResourceEntry[]> {
  const entries: ResourceEntry[] = [{ uri: BOARDS_URI, name: 'boards', title: 'All boards', mimeType: JSON_TYPE }]
  for (const found of await ctx.boards.all()) {
    const host = hostOf(await ctx.boards.aliasOf(found))
    entries.push({ uri: boardUri(host), name: `${found.name}-board`, title: `Board ${found.name}`, mimeType: JSON_TYPE })
    entries.push({
      uri: cardsUri(host),
      name: `${found.name}-cards`,
      title: `Open cards of board ${found.name}`,
      mimeType: JSON_TYPE,
    })
    entries.push({
      uri: manualUri(host),
      name: `${found.name}-manual`,
      title: `Manual of board ${found.name}`,
      mimeType: MARKDOWN,
    })
  }
  return entries
}

async function readResource(ctx: KanbanContext, uri: string): Promise<ResourceText> {
  const { board: word, target } = parseUri(uri)
  if (target.kind === 'boards') return { uri, ...json(await allBoards(ctx)) }
  const board = await ctx.boards.resolve(word)
  if (target.kind === 'manual') return { uri, mimeType: MARKDOWN, text: ctx.spell(await boardManual(board)) }
  return { uri, ...(await content(board, target)) }
}

/** `board` is the word that names it in a call. */
async function allBoards(ctx: KanbanContext) {
  const boards = []
  for (const found of await ctx.boards.all())
    boards.push({ board: await ctx.boards.aliasOf(found), name: found.name, path: found.path === '' ? '.' : found.path })
  return { boards }
}

async function content(
  board: Board,
  target: Exclude<Target, { kind: 'boards' | 'manual' }>,
): Promise<{ mimeType: string; text: string }> {
  if (target.kind === 'board') return json(await boardSummary(board))
  if (target.kind === 'cards') return json(await openCards(board))
  if (target.kind === 'tree') return json(await treeOf(board, target.id))
  const card = await board.card(target.id)
  if (target.view === 'state') return json(await cardState(board, card, target))
  const { text } = await board.root.readText(card.file)
  return { mimeType: MARKDOWN, text: target.view === 'markdown' ? text : readCard(text, card).body }
}

async function treeOf(board: Board, id: string) {
  const cards = await board.index.byId()
  const root = cards.get(id)
  if (root === undefined) throw cardNotFound(id)
  return buildTree(cards, root, RESOURCE_TREE_DEPTH)
}

async function completeVariable(ctx: KanbanContext, request: CompletionRequest): Promise<readonly Completion[]> {
  const { argument, value, known } = request
  if (argument === 'mode') return ['brief', 'full'].filter((word) => word.startsWith(value))
  if (argument === 'board') return startingWith(await boardWords(ctx), value)
  if (argument !== 'id') return []
  if (!MAYBE_AN_ID.test(value)) return cardsLike(ctx, value, known.board)
  const board = await ctx.boards.resolve(known.board ?? '.')
  const [open, done] = openAndDone(await board.index.everyCard())
  for (const cards of [open, done]) {
    const ids = startingWith(
      cards.map(({ id }) => id),
      value.toUpperCase(),
    )
    if (ids.length > 0) return ids
  }
  return cardsLike(ctx, value, known.board)
}

/** Cards by their titles, the open ones first: of one board, or of all. */
async function cardsLike(ctx: KanbanContext, typed: string, only: string | undefined): Promise<readonly TitledCompletion[]> {
  const found: TitledCompletion[] = []
  for (const word of only === undefined ? await boardWords(ctx) : [only]) {
    const { index } = await ctx.boards.resolve(word)
    for (const cards of openAndDone(await index.everyCard())) {
      const entries = cards.map((card) => ({ key: keyOf(card), item: card }))
      for (const { id, title } of titlesLike(entries, typed, MAX_COMPLETIONS))
        found.push({ value: id, title, with: { board: word } })
    }
  }
  return found.slice(0, MAX_COMPLETIONS)
}

/** Of one look at the board: whoever types a title waits for it with each key. */
function openAndDone(cards: readonly Card[]): readonly [open: readonly Card[], done: readonly Card[]] {
  return [cards.filter(({ column }) => !isDone(column)), cards.filter(({ column }) => isDone(column))]
}

const keys = new WeakMap<Card, string>()

function keyOf(card: Card): string {
  const known = keys.get(card) ?? titleKey(card.title)
  keys.set(card, known)
  return known
}

async function boardWords(ctx: KanbanContext): Promise<string[]> {
  const words: string[] = []
  for (const found of await ctx.boards.all()) words.push(await ctx.boards.aliasOf(found))
  return words
}

function startingWith(words: readonly string[], typed: string): string[] {
  const found = words.filter((word) => word.startsWith(typed))
  return found.sort().slice(0, MAX_COMPLETIONS)
}

async function watchResource(ctx: KanbanContext, uri: string): Promise<void> {
  const { board: word, target } = parseUri(uri)
  if (target.kind === 'boards') return // a folder that becomes a board is found by the next reading
  const board = await ctx.boards.resolve(word)
  await ctx.watchers.subscribe(board, { uri, target })
}

function json(value: unknown): { mimeType: string; text: string } {
  const text = JSON.stringify(value)
  if (text === undefined) throw kanbanError('resource_not_found', 'resource is empty')
  return { mimeType: JSON_TYPE, text }
}
