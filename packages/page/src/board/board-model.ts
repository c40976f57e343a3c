import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { App } from '../state/app.ts'
import { overtaken } from '../state/words-for.ts'
import { type BoardRef, type BoardSummary, type CardRow, cardsUri, DONE } from './cards.ts'
import { type Change, compareRows, type Rows } from './changes.ts'

/** Where a card is to be; the lane only when that changes too. */
export interface Place {
  readonly column: string
  readonly lane?: string | null
}

export interface BoardModel {
  readonly board: string
  readonly boards: ReadonlySignal<readonly BoardRef[]>
  readonly summary: ReadonlySignal<BoardSummary | undefined>
  /** Cards as they are shown: the server's, with the moves under way already made. */
  readonly cards: ReadonlySignal<Rows>
  readonly pending: ReadonlySignal<ReadonlyMap<string, Place>>
  /** What others did, newest first. */
  readonly changes: ReadonlySignal<readonly Change[]>
  /** Changed by somebody else and not looked at since. */
  readonly unseen: ReadonlySignal<ReadonlyMap<string, Change>>
  readonly failure: ReadonlySignal<unknown>
  /** A card that has to be there for the keyboard, whether or not it is in sight. */
  readonly sought: ReadonlySignal<string | undefined>
  seek(cardId: string): void
  see(cardId: string): void
  /** One card was looked at by itself: the board goes on there. */
  leave(cardId: string): void
  comeBack(): void
  refresh(): Promise<void>
  /** Whoever moved it is led to where it has gone, or stays where it was with `isLeft`. */
  move(cardId: string, to: Place, how?: Pick<Move, 'isLeft'>): Promise<boolean>
  create(card: { readonly title: string; readonly column: string; readonly lane?: string | null }): Promise<string | undefined>
  /** What this page itself does to a card is no news to its user. */
  mine(cardId: string): void
  close(): void
}

interface Move {
  /** The keyboard stays with the card that takes its place. */
  readonly isLeft?: boolean
  /** Of a move that takes another back: the card as that one left it. */
  readonly expected?: string
}

interface MoveResult {
  readonly from: string
  readonly hash: string
  readonly warnings?: readonly string[]
}

const MOST_CHANGES = 200
const OWN_FOR_MS = 3000

export function createBoardModel(app: App, board: string): BoardModel {
  const boards = signal<readonly BoardRef[]>([])
  const summary = signal<BoardSummary | undefined>(undefined)
  const rows = signal<Rows | undefined>(undefined)
  const pending = signal<ReadonlyMap<string, Place>>(new Map())
  const changes = signal<readonly Change[]>([])
  const unseen = signal<ReadonlyMap<string, Change>>(new Map())
  const failure = signal<unknown>(undefined)
  const sought = signal<string | undefined>(undefined)
  const own = new Map<string, number>()
  let running: Promise<void> | undefined
  let isStale = false
  let left: string | undefined

  const cards = computed<Rows>(() => {
    if (pending.value.size === 0) return rows.value ?? new Map()
    const shown = new Map(rows.value)
    for (const [id, place] of pending.value) {
      const card = shown.get(id)
      if (card === undefined) continue
      if (place.column === DONE) shown.delete(id)
      else shown.set(id, { ...card, column: place.column, ...(place.lane === undefined ? {} : { lane: place.lane }) })
    }
    return shown
  })

  const isOwn = (id: string) =>
    pending.value.has(id) || performance.now() - (own.get(id) ?? Number.NEGATIVE_INFINITY) < OWN_FOR_MS
  const mine = (id: string) => void own.set(id, performance.now())

  async function load(): Promise<void> {
    try {
      const { cards: listed, ...about } = await app.mcp.read<BoardSummary & { cards: CardRow[] }>(cardsUri(board))
      batch(() => {
        const first = rows.value === undefined
        const compared = compareRows(rows.value ?? new Map(), listed, { isOwn, now: Date.now() })
        rows.value = compared.rows
        summary.value = about
        failure.value = undefined
        if (!first) remember(compared.changes)
      })
    } catch (error) {
      failure.value = error
    }
  }

  function remember(found: readonly Change[]): void {
    if (found.length === 0) return
    changes.value = [...found, ...changes.value].slice(0, MOST_CHANGES)
    const theirs = found.filter((change) => !change.isOwn && change.kind !== 'left')
    if (theirs.length > 0) unseen.value = new Map([...unseen.value, ...theirs.map((change) => [change.cardId, change] as const)])
  }

  /** One reading at a time; what changes meanwhile is read once more afterwards. */
  function refresh(): Promise<void> {
    isStale = running !== undefined
    running ??= (async () => {
      do {
        isStale = false
        await load()
      } while (isStale)
      running = undefined
    })()
    return running
  }

  const forget = (id: string) => {
    pending.value = new Map([...pending.value].filter(([other]) => other !== id))
  }

  async function carryOut(cardId: string, to: Place, expected?: string): Promise<MoveResult> {
    const moved = await app.mcp.call<MoveResult>('kanban_move', {
      board,
      cardId,
      toColumn: to.column,
      ...(expected === undefined ? {} : { expected_hash: expected }),
    })
    if (to.lane === undefined || to.column === DONE) return moved
    const { hash } = await app.mcp.call<{ hash: string }>('kanban_update', {
      board,
      cardId,
      expected_hash: moved.hash,
      patch: { fm: { lane: to.lane } },
    })
    return { ...moved, hash }
  }

  /** Shown at once; the server's answer confirms it or takes it back. */
  async function move(cardId: string, to: Place, { isLeft = false, expected }: Move = {}): Promise<boolean> {
    const before = cards.value.get(cardId)
    if (before === undefined && to.column === DONE) return false
    batch(() => {
      seek(isLeft ? besideOf(cardId) : cardId)
      pending.value = new Map([...pending.value, [cardId, to]])
    })
    let isMoved = false
    try {
      const moved = await carryOut(cardId, to, expected)
      mine(cardId)
      await refresh()
      for (const warning of warningsOf(moved, to.column)) app.say(warning)
      if (expected === undefined) offerUndo({ cardId, before, moved, to })
      isMoved = true
    } catch (error) {
      app.complain(expected === undefined ? error : overtaken(error, app.t))
    } finally {
      if (!isMoved && elementOf(cardId)?.contains(document.activeElement) === true) seek(cardId)
      forget(cardId)
    }
    return isMoved
  }

  /**
   * A moved card is drawn anew in its other column: whoever moved it sees where it has gone, and the keyboard stays on it; or on
   * the one that stood beside it, where it is done or a filter hides it.
   */
  function seek(cardId: string | undefined): void {
    if (cardId === undefined) return
    const beside = besideOf(cardId)
    sought.value = cardId
    requestAnimationFrame(() => (elementOf(cardId) ?? elementOf(beside))?.querySelector('a')?.focus())
  }

  function offerUndo(done: {
    readonly cardId: string
    readonly before: CardRow | undefined
    readonly moved: MoveResult
    readonly to: Place
  }): void {
    const { cardId, before, moved, to } = done
    const back: Place = { column: moved.from, ...(to.lane === undefined ? {} : { lane: before?.lane ?? null }) }
    const label = app.t.moved(before?.title ?? cardId, titleOf(to.column))
    app.undo.push({ label, run: () => move(cardId, back, { expected: moved.hash }) })
    app.say(label, { label: app.t.undo, run: () => void app.undo.undo() })
  }

  /** That a column is too full is said in the page's language; what else the server warns of, in its own words. */
  function warningsOf({ warnings = [] }: MoveResult, column: string): readonly string[] {
    const { count = 0, wip_limit: limit = null } = summary.value?.columns.find(({ key }) => key === column) ?? {}
    return warnings.length === 0 || limit === null || count <= limit ? warnings : [app.t.overLimit(titleOf(column), count, limit)]
  }

  const titleOf = (column: string) => summary.value?.columns.find(({ key }) => key === column)?.title ?? column

  const findBoards = () =>
    app.mcp.read<{ boards: BoardRef[] }>('kanban://boards').then(
      (found) => {
        boards.value = found.boards
      },
      () => {}, // the board itself says what is wrong
    )
  const ends = [app.live.want(cardsUri(board), () => void refresh())]
  void refresh().then(() => {
    if (app.tools.value === undefined) void app.learnTools()
    void findBoards()
  })
  let wasGone = false
  ends.push(
    app.live.state.subscribe((state) => {
      if (state === 'live' && wasGone) {
        void app.learnTools()
        void findBoards()
      }
      wasGone = state !== 'live' && (wasGone || state !== 'connecting')
    }),
  )

  return {
    board,
    boards,
    summary,
    cards,
    pending,
    changes,
    unseen,
    failure,
    sought,
    seek,
    mine,
    refresh,
    move,
    see(cardId) {
      if (!unseen.value.has(cardId)) return
      unseen.value = new Map([...unseen.value].filter(([id]) => id !== cardId))
    },
    leave(cardId) {
      left = cardId
    },
    comeBack() {
      seek(left)
      left = undefined
    },
    async create(card) {
      try {
        const made = await app.mcp.call<{ cardId: string }>('kanban_new', {
          board,
          title: card.title,
          column: card.column,
          ...(card.lane === undefined || card.lane === null ? {} : { lane: card.lane }),
        })
        mine(made.cardId)
        await refresh()
        return made.cardId
      } catch (error) {
        app.complain(error)
        return undefined
      }
    },
    close() {
      for (const end of ends) end()
    },
  }
}

function elementOf(cardId: string | undefined): HTMLElement | null {
  return document.querySelector(`[data-card="${cardId}"]`)
}

/** The card that takes the place of one that leaves. */
function besideOf(cardId: string): string | undefined {
  const { nextElementSibling: next, previousElementSibling: before } = elementOf(cardId) ?? {}
  return ((next ?? before) as HTMLElement | null | undefined)?.dataset['card'] // cards stand among cards
}
