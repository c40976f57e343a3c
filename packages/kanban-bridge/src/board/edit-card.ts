import { DomainError } from '@shoko/contract'
import { joinPath, parentOf, type RelativePath } from '@shoko/core-fs'
import { kanbanError } from '../kanban-error.ts'
import { type Card, readCard } from '../rules/card.ts'
import { isDone } from '../rules/columns.ts'
import { editCardKeys, isEditable } from '../rules/compose-card.ts'
import { takeIn } from './after-commit.ts'
import type { Board } from './board.ts'
import { columnPath, donePath, placeOf } from './paths.ts'

const ATTEMPTS = 5

/**
 * Reads, changes and writes a card's file. An editor that saves in between is not overwritten: the change is applied again
 * to what it saved. Under the board's lock.
 */
export async function rewriteCard(board: Board, card: Card, edit: (text: string) => string): Promise<Card> {
  for (let attempt = 1; ; attempt++) {
    const file = await board.root.readText(card.file)
    const next = edit(file.text)
    if (next === file.text) return card
    try {
      await board.root.replace(card.file, next, { hash: file.hash })
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== 'changed' || attempt === ATTEMPTS) throw error
      continue
    }
    return takeIn(board, readCard(next, card))
  }
}

export interface CardEdit {
  readonly card: Card
  readonly edit: (text: string) => string
}

/** Rewrites several cards: all of them, or after a failure none. */
export async function rewriteCards(board: Board, edits: readonly CardEdit[]): Promise<Card[]> {
  const written: Card[] = []
  const undo: (() => Promise<unknown>)[] = []
  try {
    for (const { card, edit } of edits) {
      const rewritten = await rewriteForNow(board, card, edit)
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
async function rewriteAndPlace(board: Board, { card, edit }: CardEdit, to: RelativePath): Promise<Card> {
  const rewritten = await rewriteForNow(board, card, edit)
  try {
    return await placeCard(board, rewritten.card, to)
  } catch (error) {
    await rewritten.undo().catch(() => {}) // the first error is the one to report
    throw error
  }
}

/** Rewrites a card, and says how to take that back. What somebody else has changed since is not taken back. */
async function rewriteForNow(board: Board, card: Card, edit: CardEdit['edit']) {
  let texts = { before: '', after: '' }
  const rewritten = await rewriteCard(board, card, (before) => {
    texts = { before, after: edit(before) }
    return texts.after
  })
  return { card: rewritten, undo: () => rewriteCard(board, card, (now) => (now === texts.after ? texts.before : now)) }
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
export async function placeCard(board: Board, card: Card, to: RelativePath): Promise<Card> {
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
  board.index.forget(card.file)
  return takeIn(board, { ...card, ...placeOf(to) })
}

/** Completes a card: first the date into the file, then the file to its month. A kill in between leaves one open card. */
export async function completeCard(board: Board, card: Card): Promise<{ card: Card; completedAt: string }> {
  const known = isDone(card.column) ? card.completedAt : null
  const completedAt = known !== null && !Number.isNaN(Date.parse(known)) ? known : new Date(board.clock.now()).toISOString()
  const edit = (text: string) => (completedAt === known ? text : editKeys(card, text, { completed_at: completedAt }))
  // A done card stays where it lies: only `compact` tidies the months.
  if (known !== null) return { card: await rewriteCard(board, card, edit), completedAt }
  return { card: await rewriteAndPlace(board, { card, edit }, joinPath(donePath(completedAt), card.name)), completedAt }
}

/** Moves a card to a column other than done; what leaves done is no longer completed. */
export async function moveToColumn(board: Board, card: Card, column: string): Promise<Card> {
  if (card.column === column) return card
  const to = joinPath(columnPath(column), card.name)
  if (!isDone(card.column)) return placeCard(board, card, to)
  return rewriteAndPlace(board, { card, edit: (text) => editKeys(card, text, { completed_at: null }) }, to)
}

/** A new name in the same directory. */
export function siblingOf(card: Card, name: string): RelativePath {
  return joinPath(parentOf(card.file), name)
}
