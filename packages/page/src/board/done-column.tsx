import { useEffect, useState } from 'preact/hooks'
import { useApp } from '../state/app.ts'
import type { BoardModel } from './board-model.ts'
import { type CardRow, type ColumnInfo, DONE } from './cards.ts'
import { ColumnHead } from './column.tsx'

const PAGE = 1000

/** What is done lies by month and is fetched when somebody wants to see it: there may be years of it. */
export function DoneColumn({ model, column }: { readonly model: BoardModel; readonly column: ColumnInfo }) {
  const app = useApp()
  const { t, route, language } = app
  const isOpen = route.query.value.get('done') !== null
  const cards = useDoneCards(model, isOpen ? column.count : undefined)
  const months = Map.groupBy(cards ?? [], monthOf)
  return (
    <section class="column column-done" aria-labelledby={`column-${DONE}`}>
      <ColumnHead column={column} shown={column.count} isNarrowed={false} cards={new Map()} />
      <div class="cards done-cards" data-cell={DONE} data-scroll>
        {column.count > 0 && (
          <button
            type="button"
            class="quiet wide"
            aria-expanded={isOpen}
            onClick={() => route.go({ done: isOpen ? undefined : '1' }, { replace: true })}
          >
            {isOpen ? t.hideDone : t.showDone}
          </button>
        )}
        {isOpen && column.count > 0 && cards === undefined && <p class="state">{t.loading}</p>}
        {[...months].map(([month, inMonth], index) => (
          <details key={month} open={index === 0}>
            <summary>
              {monthName(month, language)} <span class="count">{t.number(inMonth.length)}</span>
            </summary>
            <ul>
              {inMonth.map((card) => (
                <li key={card.cardId} class="done-card">
                  <a href={route.href({ board: model.board === '.' ? undefined : model.board, card: card.cardId })} dir="auto">
                    {card.title}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </section>
  )
}

/** `count` undefined: not wanted; another count: somebody has finished or reopened a card. */
function useDoneCards(model: BoardModel, count: number | undefined): readonly CardRow[] | undefined {
  const { mcp, complain } = useApp()
  const [cards, setCards] = useState<readonly CardRow[] | undefined>(undefined)
  useEffect(() => {
    if (count === undefined) return setCards(undefined)
    let isOver = false
    const load = async () => {
      const all: CardRow[] = []
      for (let offset: number | null = 0; offset !== null && !isOver; ) {
        const page: { items: CardRow[]; nextOffset: number | null } = await mcp.call('kanban_list', {
          board: model.board,
          columns: [DONE],
          fields: ['path'],
          offset,
          limit: PAGE,
        })
        all.push(...page.items)
        offset = page.nextOffset
      }
      if (!isOver) setCards(all.sort((a, b) => (monthOf(a) < monthOf(b) ? 1 : monthOf(a) > monthOf(b) ? -1 : 0)))
    }
    load().catch(complain)
    return () => {
      isOver = true
    }
  }, [model, mcp, count, complain])
  return cards
}

/** `.kanban/done/2026/11/…` */
function monthOf(card: CardRow): string {
  return /\/(\d{4}\/\d{2})\//.exec(card.path ?? '')?.[1] ?? ''
}

function monthName(month: string, language: string): string {
  if (month === '') return '—'
  const date = new Date(`${month.replace('/', '-')}-15T00:00:00Z`)
  return new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(date)
}
