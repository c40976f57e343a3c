import { useRef } from 'preact/hooks'
import { useApp } from '../state/app.ts'
import type { BoardModel } from './board-model.ts'
import { CardItem } from './card-item.tsx'
import type { CardRow, ColumnInfo } from './cards.ts'
import type { Rows } from './changes.ts'
import { piecesOf, useSight } from './sight.ts'

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
        {isNarrowed && shown !== held && <>{t.number(shown)}&thinsp;/&thinsp;</>}
        {t.number(held)}
        {limit !== null && (
          <span class="limit">
            &thinsp;{t.ofLimit}&thinsp;{t.number(limit)}
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
  /** Below what can be in sight at first. */
  readonly isFar?: boolean
  readonly cards: readonly CardRow[]
  readonly openMenu: (cardId: string, anchor: HTMLElement) => void
}

/** Where cards lie and are dropped: a column, or its part in a lane. Only what is in sight, or nearly so, is in the page. */
export function Cell({ model, column, title, lane, isFar = false, cards, openMenu }: CellProps) {
  const app = useApp()
  const ref = useRef<HTMLDivElement>(null)
  const pending = model.pending.value
  const unseen = model.unseen.value
  const sought = model.sought.value
  const pieces = piecesOf(cards)
  const sight = useSight(ref, pieces.length, isFar)
  const columnTitle = (key: string) => model.summary.value?.columns.find((one) => one.key === key)?.title ?? key
  const isDrawn = (index: number) =>
    sight.drawn.has(index) || (sought !== undefined && pieces[index]!.some(({ cardId }) => cardId === sought))
  const drawCard = (card: CardRow) => (
    <CardItem
      key={card.cardId}
      app={app}
      board={model.board}
      card={card}
      isFirst={card === cards[0]}
      isPending={pending.has(card.cardId)}
      change={unseen.get(card.cardId)}
      columnTitle={columnTitle}
      openMenu={openMenu}
    />
  )
  const label = lane === undefined ? title : `${lane}: ${title}`
  return (
    <div ref={ref} class="cards" data-cell={column} data-lane={lane} data-scroll>
      {pieces.map((piece, index) => (
        <ol key={index} aria-label={label} style={{ height: isDrawn(index) ? '' : sight.heightOf(index, piece.length) }}>
          {isDrawn(index) && piece.map(drawCard)}
        </ol>
      ))}
    </div>
  )
}
