import type { CardRow } from './cards.ts'

/** What somebody did to a card while the page was open. */
export interface Change {
  readonly cardId: string
  readonly title: string
  readonly kind: 'added' | 'moved' | 'edited' | 'left'
  readonly from?: string
  readonly to?: string
  readonly at: number
  readonly isOwn: boolean
}

export type Rows = ReadonlyMap<string, CardRow>

export interface Compared {
  /** The new rows; a row that says the same as before is the very same object, so that nothing is drawn twice. */
  readonly rows: Rows
  readonly changes: readonly Change[]
}

/** What is different between two readings of a board. `isOwn` says which cards this page itself has just changed. */
export function compareRows(
  before: Rows,
  listed: readonly CardRow[],
  known: { readonly isOwn: (cardId: string) => boolean; readonly now: number },
): Compared {
  const rows = new Map<string, CardRow>()
  const changes: Change[] = []
  const note = (card: CardRow, what: Pick<Change, 'kind' | 'from' | 'to'>) =>
    changes.push({ cardId: card.cardId, title: card.title, at: known.now, isOwn: known.isOwn(card.cardId), ...what })
  for (const card of listed) {
    const old = before.get(card.cardId)
    const isSame = old !== undefined && isSameRow(old, card)
    rows.set(card.cardId, isSame ? old : card)
    if (isSame) continue
    if (old === undefined) note(card, { kind: 'added', to: card.column })
    else if (old.column !== card.column) note(card, { kind: 'moved', from: old.column, to: card.column })
    else note(card, { kind: 'edited' })
  }
  for (const old of before.values()) if (!rows.has(old.cardId)) note(old, { kind: 'left', from: old.column })
  return { rows, changes }
}

/** Cheaper than comparing them as texts: ten thousand are compared whenever one changes. */
function isSameRow(a: CardRow, b: CardRow): boolean {
  const keys = Object.keys(b) as (keyof CardRow)[]
  return keys.length === Object.keys(a).length && keys.every((key) => isSame(a[key], b[key]))
}

function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  return a.length === b.length && a.every((one, index) => one === b[index])
}
