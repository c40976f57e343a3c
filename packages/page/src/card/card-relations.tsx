import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { BoardModel } from '../board/board-model.ts'
import { Icon } from '../parts/icons.tsx'
import { canCall, useApp } from '../state/app.ts'
import type { CardModel } from './card-model.ts'
import type { WholeCard } from './draft.ts'
import { changeRelations, type Edge } from './relate.ts'

interface RelationsProps {
  readonly model: CardModel
  readonly board: BoardModel
}

/** Where the card belongs: above it, below it, before it, after it, beside it. */
export function CardRelations({ model, board }: RelationsProps) {
  const app = useApp()
  const { t, route } = app
  const card = model.card.value
  if (card === undefined) return null
  const columnTitle = (key: string) => board.summary.value?.columns.find((one) => one.key === key)?.title ?? key
  const word = board.board === '.' ? undefined : board.board
  const mayWrite = canCall(app, 'kanban_relations_set')
  return (
    <div class="relations">
      {KINDS.map(({ name, idsOf, edge }) => ({ name: t[name], ids: idsOf(card), edge }))
        .filter(({ ids }) => ids.length > 0)
        .map(({ name, ids, edge }) => (
          <section key={name} aria-label={name}>
            <h2>{name}</h2>
            <ul>
              {ids.map((id) => (
                <li key={id} class={card.blocked_by.includes(id) ? 'is-waiting' : undefined}>
                  <a href={route.href({ board: word, card: id })} dir="auto">
                    {card.related[id]?.title ?? id}
                  </a>
                  <span class="where">{columnTitle(card.related[id]?.column ?? '')}</span>
                  {mayWrite && (
                    <button
                      type="button"
                      class="quiet unrelate"
                      aria-label={t.unrelate(card.related[id]?.title ?? id)}
                      onClick={() => void changeRelations({ app, board, card }, { remove: [edge(card.cardId, id)] })}
                    >
                      <Icon name="close" />
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
      {mayWrite && <RelationForm card={card} board={board} />}
    </div>
  )
}

interface Kind {
  readonly name: 'parent' | 'children' | 'blockedByTitle' | 'blocks' | 'relates'
  readonly idsOf: (card: WholeCard) => readonly string[]
  readonly edge: (own: string, other: string) => Edge
}

const KINDS: readonly Kind[] = [
  {
    name: 'parent',
    idsOf: ({ parent }) => (parent === null ? [] : [parent]),
    edge: (own, other) => ({ type: 'parent', from: own, to: other }),
  },
  { name: 'children', idsOf: ({ children }) => children, edge: (own, other) => ({ type: 'parent', from: other, to: own }) },
  {
    name: 'blockedByTitle',
    idsOf: ({ depends_on }) => depends_on,
    edge: (own, other) => ({ type: 'depends', from: own, to: other }),
  },
  { name: 'blocks', idsOf: ({ blocks }) => blocks, edge: (own, other) => ({ type: 'depends', from: other, to: own }) },
  { name: 'relates', idsOf: ({ relates }) => relates, edge: (own, other) => ({ type: 'relates', from: own, to: other }) },
]

/** One more relation, to a card of the board by its title. */
function RelationForm({ card, board }: { readonly card: WholeCard; readonly board: BoardModel }) {
  const app = useApp()
  const { t } = app
  const list = useId()
  const kind = useSignal<Kind['name']>('blockedByTitle')
  const typed = useSignal('')
  const others = [...board.cards.value.values()].filter(({ cardId }) => cardId !== card.cardId)
  const meant = others.find(({ title, cardId }) => title === typed.value.trim() || cardId === typed.value.trim())
  const add = async (event: Event) => {
    event.preventDefault()
    if (meant === undefined) return
    const { edge, name } = KINDS.find((one) => one.name === kind.value)!
    const before = name === 'parent' && card.parent !== null ? { remove: [edge(card.cardId, card.parent)] } : {}
    typed.value = ''
    await changeRelations({ app, board, card }, { add: [edge(card.cardId, meant.cardId)], ...before })
  }
  return (
    <form class="relation-form" onSubmit={add}>
      <select
        class="choice"
        aria-label={t.relationKind}
        value={kind.value}
        onChange={(event) => {
          kind.value = event.currentTarget.value as Kind['name'] // of the options below
        }}
      >
        {KINDS.map(({ name }) => (
          <option key={name} value={name}>
            {t[name]}
          </option>
        ))}
      </select>
      <input
        aria-label={t.otherCard}
        placeholder={t.otherCard}
        list={list}
        dir="auto"
        autocomplete="off"
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value
        }}
      />
      <datalist id={list}>
        {typed.value.length > 1 &&
          others
            .filter(({ title }) => title.toLowerCase().includes(typed.value.toLowerCase()))
            .slice(0, 20)
            .map(({ cardId, title }) => <option key={cardId} value={title} />)}
      </datalist>
      <button type="submit" class="toggle" disabled={meant === undefined}>
        {t.relate}
      </button>
    </form>
  )
}
