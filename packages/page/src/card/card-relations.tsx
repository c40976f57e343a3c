import type { BoardModel } from '../board/board-model.ts'
import { useApp } from '../state/app.ts'
import type { CardModel } from './card-model.ts'

/** Where the card belongs: above it, below it, before it, after it, beside it. */
export function CardRelations({ model, board }: { readonly model: CardModel; readonly board: BoardModel }) {
  const { t, route } = useApp()
  const card = model.card.value
  if (card === undefined) return null
  const groups = [
    [t.parent, card.parent === null ? [] : [card.parent]],
    [t.children, card.children],
    [t.blockedByTitle, card.depends_on],
    [t.blocks, card.blocks],
    [t.relates, card.relates],
  ] as const
  const columnTitle = (key: string) => board.summary.value?.columns.find((one) => one.key === key)?.title ?? key
  const word = board.board === '.' ? undefined : board.board
  return (
    <div class="relations">
      {groups
        .filter(([, ids]) => ids.length > 0)
        .map(([name, ids]) => (
          <section key={name} aria-label={name}>
            <h2>{name}</h2>
            <ul>
              {ids.map((id) => (
                <li key={id} class={card.blocked_by.includes(id) ? 'is-waiting' : undefined}>
                  <a href={route.href({ board: word, card: id })} dir="auto">
                    {card.related[id]?.title ?? id}
                  </a>
                  <span class="where">{columnTitle(card.related[id]?.column ?? '')}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}
