import { DomainError } from '@shoko/contract'
import { giveWayFor, joinPath, parentOf, type RelativePath, requireChangeable, sha256InSlices } from '@shoko/core-fs'
import { type KanbanReason, kanbanError } from '../kanban-error.ts'
import { type Card, readCard } from '../rules/card.ts'
import { isDone } from '../rules/columns.ts'
import { editCardKeys, isEditable } from '../rules/compose-card.ts'
import { takeIn } from './after-commit.ts'
import type { Board } from './board.ts'
import { columnPath, donePath, placeOf } from './paths.ts'

const ATTEMPTS = 5
/** A card is held as text several times over while it is changed. */
const LARGEST_CARD = 8 * 1024 * 1024

/**
 * Reads, changes and writes a card's file. An editor that saves in between is not overwritten: the change is applied again
 * to what it saved. Under the board's lock.
 */
export async function rewriteCard(board: Board, { card, edit, expectedHash }: CardEdit): Promise<WrittenCard> {
  for (let attempt = 1; ; attempt++) {
    const file = await board.root.readToChange(card.file, LARGEST_CARD)
    refuseIfChanged(card, file.hash, expectedHash)
    const next = edit(file.text)
    if (next === file.text) return { ...card, hash: file.hash }
    await giveWayFor(next)
    requireChangeable(card.file, Buffer.byteLength(next), LARGEST_CARD)
    let hash: string
    try {
      hash = (await board.root.replace(card.file, next, { hash: file.hash })).hash
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== 'changed' || attempt === ATTEMPTS) throw error
      continue
    }
    return { ...(await takeIn(board, readCard(next, card))), hash }
  }
}

export interface CardEdit {
  readonly card: Card
  readonly edit: (text: string) => string
  /** What the caller has seen: a file that says something else by now is not changed. */
  readonly expectedHash?: string | undefined
}

/** A card as it now lies on the disk. */
export type WrittenCard = Card & { readonly hash: string }

/** Rewrites several cards: all of them, or after a failure none. */
export async function rewriteCards(board: Board, edits: readonly CardEdit[]): Promise<WrittenCard[]> {
  const written: WrittenCard[] = []
  const undo: (() => Promise<unknown>)[] = []
  try {
    for (const edit of edits) {
      const rewritten = await rewriteForNow(board, edit)
      undo.push(rewritten.undo)
      written.push(rewritten.card)
    }
    return written
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => {}) // the first error is the one to report
    throw error
  }
}

/** Changes a card's file and gives it another place; when it cannot be placed, the change is taken back. */
async function rewriteAndPlace(board: Board, edit: CardEdit, to: RelativePath): Promise<WrittenCard> {
  const rewritten = await rewriteForNow(board, edit)
  try {
    return await placeCard(board, rewritten.card, to)
  } catch (error) {
    await rewritten.undo().catch(() => {}) // the first error is the one to report
    throw error
  }
}

/** Rewrites a card, and says how to take that back. What somebody else has changed since is not taken back. */
async function rewriteForNow(board: Board, { card, edit, expectedHash }: CardEdit) {
  let texts = { before: '', after: '' }
  const remembered = (before: string) => {
    texts = { before, after: edit(before) }
    return texts.after
  }
  const rewritten = await rewriteCard(board, { card, edit: remembered, expectedHash })
  const undo = (now: string) => (now === texts.after ? texts.before : now)
  return { card: rewritten, undo: () => rewriteCard(board, { card, edit: undo }) }
}

/** Sets (null: clears) keys of the front matter; a card that cannot be edited safely is left to its owner. */
export function editKeys(card: Card, text: string, changes: Readonly<Record<string, unknown>>): string {
  if (Object.keys(changes).length === 0) return text
  if (isEditable(text)) return editCardKeys(text, changes)
  throw kanbanError(
    'broken_card',
    `card ${card.id} has front matter that cannot be read`,
    `mend ${card.path} by hand, then try again`,
  )
}

/** Gives a card's file another place, in one step that is either done or not. Under the board's lock. */
export async function placeCard<Placed extends Card>(board: Board, card: Placed, to: RelativePath): Promise<Placed> {
  if (to === card.file) return card
  try {
    await board.root.move(card.file, to)
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'already_exists') throw error
    throw kanbanError(
      'duplicate_card',
      `card ${card.id} exists twice`,
      `another file of that name is in the way: .kanban/${to}; delete one`,
    )
  }
  const place = placeOf(to)!
  const placed = { ...card, ...place }
  return board.index.follow(card.file, place) ? placed : takeIn(board, placed)
}

/** Completes a card: first the date into the file, then the file to its month. A kill in between leaves one open card. */
export async function completeCard(
  board: Board,
  card: Card,
  expectedHash?: string,
): Promise<{ card: WrittenCard; completedAt: string }> {
  const known = isDone(card.column) ? card.completedAt : null
  const completedAt = known !== null && !Number.isNaN(Date.parse(known)) ? known : new Date(board.clock.now()).toISOString()
  const edit = (text: string) => (completedAt === known ? text : editKeys(card, text, { completed_at: completedAt }))
  // A done card stays where it lies: only `compact` tidies the months.
  const change = { card, edit, expectedHash }
  if (known !== null) return { card: await rewriteCard(board, change), completedAt }
  return { card: await rewriteAndPlace(board, change, joinPath(donePath(completedAt), card.name)), completedAt }
}

/** Moves a card to a column other than done; what leaves done is no longer completed. */
export async function moveToColumn(
  board: Board,
  card: Card,
  { column, expectedHash }: { readonly column: string; readonly expectedHash: string | undefined },
): Promise<WrittenCard> {
  const to = joinPath(columnPath(column), card.name)
  if (isDone(card.column)) {
    const edit = (text: string) => editKeys(card, text, { completed_at: null })
    return rewriteAndPlace(board, { card, edit, expectedHash }, to)
  }
  const hash = await sha256InSlices((await board.root.read(card.file)).bytes)
  refuseIfChanged(card, hash, expectedHash)
  return card.column === column ? { ...card, hash } : placeCard(board, { ...card, hash }, to)
}

function refuseIfChanged(card: Card, hash: string, expectedHash: string | undefined): void {
  if (expectedHash === undefined || expectedHash === hash) return
  const hint = 'look at it again with kanban/card, then repeat the change with the new hash'
  throw new DomainError<KanbanReason>('changed', `card ${card.id} has changed since it was read`, { details: { hash }, hint })
}

/** A new name in the same directory. */
export function siblingOf(card: Card, name: string): RelativePath {
  return joinPath(parentOf(card.file), name)
}
