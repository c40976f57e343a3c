import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Failure } from '../parts/failure.tsx'
import { Instead } from '../parts/instead.tsx'
import { Menu } from '../parts/menu.tsx'
import { type App, canCall, useApp, withTool } from '../state/app.ts'
import { BoardHead } from './board-head.tsx'
import { onBoardKey } from './board-keys.ts'
import type { BoardModel } from './board-model.ts'
import { type CardRow, DONE } from './cards.ts'
import { Cell, ColumnHead } from './column.tsx'
import { DoneColumn } from './done-column.tsx'
import { enableDragging } from './drag.ts'
import { clearFilters, filterOf, isFiltered } from './filters.ts'
import { useBodyMatches } from './use-body-matches.ts'

interface OpenMenu {
  readonly cardId: string
  readonly anchor: HTMLElement
}

/** The board: its head, its columns, and in swim lanes when they are asked for. */
export function BoardView({ model }: { readonly model: BoardModel }) {
  const app = useApp()
  const { t, route } = app
  const ref = useRef<HTMLDivElement>(null)
  const menu = useSignal<OpenMenu | undefined>(undefined)
  const summary = model.summary.value
  const query = route.query.value
  const mayMove = canCall(app, 'kanban_move')

  useEffect(() => model.comeBack(), [model])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (ref.current === null || app.dialog.value !== undefined || menu.value !== undefined || event.defaultPrevented) return
      const board = ref.current
      const isStillHere = () => board.isConnected && app.dialog.value === undefined && model.summary.value !== undefined
      const used = onBoardKey(event, board, {
        columns: () => model.summary.value?.columns ?? [],
        move: (cardId, column) => void withTool(app, 'kanban_move', isStillHere, () => void model.move(cardId, { column })),
        openMoveMenu: (cardId, anchor) => {
          menu.value = { cardId, anchor }
        },
        newCard: () =>
          void withTool(app, 'kanban_new', isStillHere, () => {
            app.dialog.value = 'new-card'
          }),
        search: () => route.go({ view: 'find' }, { fresh: true }),
        undo: () => void app.undo.undo(),
      })
      if (used) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    const endDragging = enableDragging(ref.current!, {
      mayDrag: () => canCall(app, 'kanban_move'),
      drop: (cardId, to) => void model.move(cardId, to),
    })
    return () => {
      removeEventListener('keydown', onKey)
      endDragging()
    }
  }, [app, model, menu, route])

  return (
    <section class="board-view" aria-label={summary?.board ?? t.board}>
      <BoardHead model={model} />
      <div ref={ref} class="board" data-lanes={query.get('lanes') === null ? undefined : ''} onFocusIn={seeFocused(model)}>
        {summary === undefined ? (
          <BoardState model={model} />
        ) : (
          <Columns
            model={model}
            openMenu={(cardId, anchor) => {
              menu.value = { cardId, anchor }
            }}
          />
        )}
      </div>
      {menu.value !== undefined && (
        <Menu
          label={mayMove ? t.moveTo : t.cardMenu('')}
          anchor={menu.value.anchor}
          items={menuItems(app, model, menu.value)}
          close={() => {
            menu.value = undefined
          }}
        />
      )}
    </section>
  )
}

function BoardState({ model }: { readonly model: BoardModel }) {
  const { t, route } = useApp()
  const failure = model.failure.value
  if (failure === undefined) return <p class="state">{t.loading}</p>
  const others = model.boards.value
  if (others.length === 0) return <Failure error={failure} missing={t.noBoard} />
  return (
    <>
      <Failure error={failure} missing={t.otherBoards} />
      <ul class="rows">
        {others.map(({ board, name }) => (
          <li key={board}>
            <a href={route.href({ board: board === '.' ? undefined : board })} dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

function menuItems({ t, route, ...app }: App, model: BoardModel, { cardId, anchor }: OpenMenu) {
  const card = model.cards.value.get(cardId)
  const open = { label: t.open, run: () => route.go({ card: cardId }) }
  if (!canCall({ t, route, ...app }, 'kanban_move')) return [open]
  const columns = model.summary.value?.columns ?? []
  const moves = columns.map(({ key, title }) => ({
    label: title,
    isCurrent: card?.column === key,
    // A pointer that goes from card to card is not led away; keys that opened it on the title go on with the card.
    run: () => void model.move(cardId, { column: key }, anchor.matches('button') ? { isLeft: true } : {}),
  }))
  return [...moves, open]
}

function seeFocused(model: BoardModel) {
  return (event: FocusEvent) => {
    const id = (event.target as Element | null)?.closest<HTMLElement>('[data-card]')?.dataset['card']
    if (id !== undefined) model.see(id)
  }
}

interface ColumnsProps {
  readonly model: BoardModel
  readonly openMenu: (cardId: string, anchor: HTMLElement) => void
}

function Columns({ model, openMenu }: ColumnsProps) {
  const { route, t } = useApp()
  const query = route.query.value
  const inBodies = useBodyMatches(model)
  const cards = model.cards.value
  const shown = useMemo(() => [...cards.values()].filter(filterOf(query, inBodies)), [cards, query, inBodies])
  const wanted = query.get('column')
  const columns = (model.summary.value?.columns ?? []).filter(({ key }) => wanted === null || key === wanted)
  const byColumn = Map.groupBy(shown, (card) => card.column)
  const open = columns.filter(({ key }) => key !== DONE)
  const done = columns.find(({ key }) => key === DONE)
  const isNarrowed = isFiltered(query)
  const cell = { model, openMenu }
  if (query.get('lanes') !== null) {
    const lanes = laneGroups(shown)
    return (
      <div class="lanes">
        {isNarrowed && shown.length === 0 && <NothingPasses />}
        <div class="lane-columns">
          {open.map((column) => (
            <ColumnHead
              key={column.key}
              column={column}
              shown={byColumn.get(column.key)?.length ?? 0}
              isNarrowed={isNarrowed}
              cards={cards}
            />
          ))}
          {done !== undefined && <ColumnHead column={done} shown={done.count} isNarrowed={false} cards={cards} />}
        </div>
        {lanes.map(([lane, inLane], index) => (
          <section key={lane} class="lane-row" aria-label={lane === '' ? t.noLane : lane}>
            <h3 class="lane-name">{lane === '' ? t.noLane : lane}</h3>
            <div class="lane-cells">
              {open.map(({ key, title }) => (
                <Cell
                  key={key}
                  {...cell}
                  column={key}
                  title={title}
                  lane={lane}
                  isFar={index >= NEAR_LANES}
                  cards={inLane.filter((card) => card.column === key)}
                />
              ))}
              {done !== undefined && <Cell {...cell} column={DONE} title={done.title} lane={lane} cards={[]} />}
            </div>
          </section>
        ))}
      </div>
    )
  }
  return (
    <>
      {isNarrowed && shown.length === 0 && <NothingPasses />}
      <div class="columns">
        {open.map((column) => (
          <section key={column.key} class="column" aria-labelledby={`column-${column.key}`}>
            <ColumnHead column={column} shown={byColumn.get(column.key)?.length ?? 0} isNarrowed={isNarrowed} cards={cards} />
            <Cell {...cell} column={column.key} title={column.title} cards={byColumn.get(column.key) ?? []} />
          </section>
        ))}
        {done !== undefined && <DoneColumn model={model} column={done} />}
      </div>
    </>
  )
}

/** On a phone the filters may lie out of sight. */
function NothingPasses() {
  const { t, route } = useApp()
  return <Instead words={t.nothingPasses} label={t.clearFilters} onClick={() => clearFilters(route)} />
}

/** Lanes that may be in sight when the board is opened. */
const NEAR_LANES = 8

/** Lanes by name; cards without one come last. */
function laneGroups(cards: readonly CardRow[]): [string, CardRow[]][] {
  const groups = Map.groupBy(cards, (card) => card.lane ?? '')
  return [...groups].sort(([a], [b]) => Number(a === '') - Number(b === '') || (a < b ? -1 : 1))
}
