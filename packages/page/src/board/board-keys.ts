import type { ColumnInfo } from './cards.ts'

export interface BoardActions {
  readonly columns: () => readonly ColumnInfo[]
  readonly move: (cardId: string, column: string) => void
  readonly openMoveMenu: (cardId: string, anchor: HTMLElement) => void
  readonly newCard: () => void
  readonly search: () => void
  readonly undo: () => void
}

/** Keys of the board; true when one was meant for it. Every one of them works without a mouse in reach. */
export function onBoardKey(event: KeyboardEvent, board: HTMLElement, actions: BoardActions): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false
  const link = cardOf(event.target as Element | null)
  if (event.key.startsWith('Arrow')) return go(board, link, event.key)
  if (event.key === 'c') return done(actions.newCard)
  if (event.key === '/') return done(actions.search)
  if (event.key === 'z') return done(actions.undo)
  const id = link?.dataset['card']
  if (link === undefined || id === undefined) return false
  if (event.key === 'm') return done(() => actions.openMoveMenu(id, titleOf(link)))
  if (event.key === '[' || event.key === ']') return done(() => moveBeside(link, event.key === ']' ? 1 : -1, actions))
  return false
}

function done(work: () => void): true {
  work()
  return true
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

function moveBeside(card: HTMLElement, step: number, { columns, move }: BoardActions): void {
  const column = card.closest<HTMLElement>('[data-cell]')?.dataset['cell']
  const keys = columns().map(({ key }) => key)
  const next = keys[keys.indexOf(column ?? '') + step]
  if (column !== undefined && next !== undefined) move(card.dataset['card']!, next)
}

/** So long a key waits for cards that are still to be drawn. */
const MAX_FRAMES = 20

/** Up and down within a column, left and right to the nearest one that has cards, at the same height. */
function go(board: HTMLElement, card: HTMLElement | undefined, key: string, frames = MAX_FRAMES): boolean {
  const all = [...board.querySelectorAll<HTMLElement>('[data-card]')]
  if (card === undefined) return focusCard(all[0])
  const cell = card.closest<HTMLElement>('[data-cell]')!
  const inColumn = [...board.querySelectorAll<HTMLElement>(`[data-cell="${CSS.escape(cell.dataset['cell']!)}"] [data-card]`)]
  const at = inColumn.indexOf(card)
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const next = inColumn[at + (key === 'ArrowDown' ? 1 : -1)]
    if (next !== undefined || frames === 0 || !hasMore(cell, key)) return focusCard(next)
    // Pressed faster than a long column is drawn: from wherever the keys before this one have come to.
    requestAnimationFrame(() => {
      const here = cardOf(document.activeElement)
      if (here !== undefined) go(board, here, key, frames - 1)
    })
    return true
  }
  const row = [...board.querySelectorAll<HTMLElement>('[data-cell]')].filter(
    (one) => one.dataset['lane'] === cell.dataset['lane'],
  )
  const step = key === 'ArrowRight' ? 1 : -1
  for (let to = row.indexOf(cell) + step; to >= 0 && to < row.length; to += step) {
    const cards = [...row[to]!.querySelectorAll<HTMLElement>('[data-card]')]
    const own = [...cell.querySelectorAll('[data-card]')].indexOf(card)
    if (cards.length > 0) return focusCard(cards[Math.min(own, cards.length - 1)])
  }
  return true
}

/** Whether a column goes on beyond what is in sight. */
function hasMore({ scrollTop, clientHeight, scrollHeight }: HTMLElement, key: string): boolean {
  return key === 'ArrowUp' ? scrollTop > 0 : scrollTop + clientHeight < scrollHeight - 1
}

function cardOf(element: Element | null): HTMLElement | undefined {
  return element?.closest<HTMLElement>('[data-card]') ?? undefined
}

function focusCard(card: HTMLElement | undefined): true {
  if (card !== undefined) titleOf(card).focus()
  return true
}

function titleOf(card: HTMLElement): HTMLElement {
  return card.querySelector<HTMLElement>('a')!
}
