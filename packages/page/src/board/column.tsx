import { useEffect, useState } from 'preact/hooks'
import { useApp } from '../state/app.ts'
import type { BoardModel } from './board-model.ts'
import { CardItem } from './card-item.tsx'
import type { CardRow, ColumnInfo } from './cards.ts'
import type { Rows } from './changes.ts'

export interface ColumnHeadProps {
  readonly column: ColumnInfo
  readonly shown: number
  readonly isNarrowed: boolean
  readonly cards: Rows
}

/** Its name, how many cards it holds, and how many it should hold at most. */
export function ColumnHead({ column, shown, isNarrowed, cards }: ColumnHeadProps) {
  const { t } = useApp()
  const { key, title, wip_limit: limit } = column
  const held = key === 'done' ? column.count : [...cards.values()].filter((card) => card.column === key).length
  const isOver = limit !== null && held > limit
  return (
    <header class={`column-head${isOver ? ' is-over' : ''}`}>
      <h2 id={`column-${key}`} dir="auto">
        {title}
      </h2>
      <span class="count" title={limit === null ? t.cardCount(held) : t.wip(held, limit)}>
        {isNarrowed && shown !== held && <>{shown}&thinsp;/&thinsp;</>}
        {held}
        {limit !== null && (
          <span class="limit">
            &thinsp;{t.ofLimit}&thinsp;{limit}
          </span>
        )}
      </span>
    </header>
  )
}

export interface CellProps {
  readonly model: BoardModel
  readonly column: string
  readonly title: string
  readonly lane?: string
  readonly cards: readonly CardRow[]
  readonly openMenu: (cardId: string, anchor: HTMLElement) => void
}

/** Where cards lie and are dropped: a column, or its part in a lane. */
export function Cell({ model, column, title, lane, cards, openMenu }: CellProps) {
  const app = useApp()
  const pending = model.pending.value
  const unseen = model.unseen.value
  const drawn = useDrawn(cards.length)
  const columnTitle = (key: string) => model.summary.value?.columns.find((one) => one.key === key)?.title ?? key
  return (
    <ol
      class="cards"
      data-cell={column}
      data-lane={lane}
      data-scroll
      aria-label={lane === undefined ? title : `${lane}: ${title}`}
    >
      {cards.slice(0, drawn).map((card, index) => (
        <CardItem
          key={card.cardId}
          app={app}
          board={model.board}
          card={card}
          isFirst={index === 0}
          isPending={pending.has(card.cardId)}
          change={unseen.get(card.cardId)}
          columnTitle={columnTitle}
          openMenu={openMenu}
        />
      ))}
    </ol>
  )
}

const FIRST = 30
const STEP = 150

/** What is in sight comes first, the rest in pieces that no frame has to wait for. */
function useDrawn(count: number): number {
  const [drawn, setDrawn] = useState(FIRST)
  useEffect(() => {
    if (drawn >= count) return
    const timer = setTimeout(() => setDrawn(drawn + STEP), 16)
    return () => clearTimeout(timer)
  }, [drawn, count])
  return drawn
}
