import { joinPath, parentOf } from '@shoko/core-fs'
import type { Board } from './board/board.ts'
import { placeCard } from './board/edit-card.ts'
import { donePath, shownPath } from './board/paths.ts'
import type { Card } from './rules/card.ts'
import { isDone } from './rules/columns.ts'
import { byId } from './rules/tree.ts'

export interface CompactAction {
  readonly action: 'remove-copy' | 'move-to-month' | 'rewrite-indexes'
  readonly path: string
  readonly to?: string
}

/**
 * Tidies what accidents and hands have left: a second file of a card that says the same, byte for byte, goes; done cards lie
 * in the month of their completion; the index files are written anew. Copies that differ are left for a person.
 */
export async function compactBoard(board: Board, { dryRun }: { readonly dryRun: boolean }): Promise<CompactAction[]> {
  if (dryRun) return planCompaction(board)
  return board.change(async () => {
    const actions = await planCompaction(board)
    for (const copy of await spareCopies(board)) {
      await board.root.remove(copy.file)
      await board.index.refresh(copy.file)
    }
    for (const card of await misplaced(board)) await placeCard(board, card, monthOf(card))
    await board.files.rebuild()
    return [...actions, { action: 'rewrite-indexes', path: '.kanban/cards.ndjson' }]
  })
}

async function planCompaction(board: Board): Promise<CompactAction[]> {
  const copies = await spareCopies(board)
  const moves = await misplaced(board)
  return [
    ...copies.map((copy) => ({ action: 'remove-copy' as const, path: copy.path })),
    ...moves.map((card) => ({ action: 'move-to-month' as const, path: card.path, to: shownPath(monthOf(card)) })),
  ]
}

export async function spareCopies(board: Board): Promise<Card[]> {
  const spare: Card[] = []
  for (const card of [...(await board.index.everyCard())].sort(byId)) {
    const others = board.index.copies(card.id).filter((copy) => copy.file !== card.file)
    if (others.length === 0) continue
    const { bytes } = await board.root.read(card.file)
    for (const other of others) if ((await board.root.read(other.file)).bytes.equals(bytes)) spare.push(other)
  }
  return spare
}

/** Done cards with a date that lie elsewhere, where their month has room for them. */
async function misplaced(board: Board): Promise<Card[]> {
  const done = (await board.index.cardsIn(['done'])).filter((card) => isDone(card.column) && isDated(card)).sort(byId)
  const moves: Card[] = []
  for (const card of done) {
    if (parentOf(card.file) === donePath(card.completedAt!)) continue
    if ((await board.root.find(monthOf(card))) === undefined) moves.push(card)
  }
  return moves
}

function monthOf(card: Card) {
  return joinPath(donePath(card.completedAt!), card.name)
}

function isDated(card: Card): boolean {
  return card.completedAt !== null && !Number.isNaN(Date.parse(card.completedAt))
}
