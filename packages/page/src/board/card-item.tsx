import { Component } from 'preact'
import { Age } from '../parts/age.tsx'
import { Icon } from '../parts/icons.tsx'
import type { App } from '../state/app.ts'
import { type CardRow, isBlocked } from './cards.ts'
import type { Change } from './changes.ts'

export interface CardItemProps {
  readonly app: App
  readonly board: string
  readonly card: CardRow
  /** In reach of the Tab key: the first of each column; arrows lead to the others. */
  readonly isFirst: boolean
  readonly isPending: boolean
  readonly change: Change | undefined
  readonly columnTitle: (key: string) => string
  readonly openMenu: (cardId: string, anchor: HTMLElement) => void
}

/** Drawn again only when its own row is another: a thousand of them stand on a board. */
export class CardItem extends Component<CardItemProps> {
  override shouldComponentUpdate(next: CardItemProps): boolean {
    const { card, isFirst, isPending, change } = this.props
    return next.card !== card || next.isFirst !== isFirst || next.isPending !== isPending || next.change !== change
  }

  override render({ app, board, card, isFirst, isPending, change, columnTitle, openMenu }: CardItemProps) {
    const { t, route } = app
    const href = route.href({ board: board === '.' ? undefined : board, card: card.cardId })
    const state = `${isPending ? ' is-pending' : ''}${change === undefined ? '' : ' is-unseen'}`
    return (
      <li class={`card${state}`} data-card={card.cardId}>
        <a class="card-title" href={href} tabIndex={isFirst ? 0 : -1} draggable={false} dir="auto">
          {card.title}
        </a>
        <button
          type="button"
          class="card-menu quiet"
          tabIndex={-1}
          aria-label={t.cardMenu(card.title)}
          aria-haspopup="menu"
          onClick={(event) => openMenu(card.cardId, event.currentTarget)}
        >
          <Icon name="more" />
        </button>
        {change !== undefined && <p class="card-news">{describeChange(app, change, columnTitle)}</p>}
        <CardFacts app={app} card={card} />
      </li>
    )
  }
}

function CardFacts({ app, card }: { readonly app: App; readonly card: CardRow }) {
  const { t } = app
  const waits = (card.blocked_by?.length ?? 0) + (card.blockers?.length ?? 0)
  return (
    <p class="card-facts">
      {card.priority !== undefined && <span class={`priority ${card.priority.toLowerCase()}`}>{card.priority}</span>}
      {isBlocked(card) && (
        <span class="blocked" title={t.blockedBy(waits)}>
          <Icon name="blocked" />
          <span class="sr">{t.blockedBy(waits)}</span>
          <span aria-hidden="true">{waits}</span>
        </span>
      )}
      {card.lane !== null && card.lane !== '' && <span class="lane">{card.lane}</span>}
      {(card.labels ?? []).map((label) => (
        <span key={label} class="label">
          {label}
        </span>
      ))}
      <span class="card-end">
        {(card.assignees ?? []).map((name) => (
          <span key={name} class="who">
            {name}
          </span>
        ))}
        <Age at={card.modified} />
      </span>
    </p>
  )
}

export function describeChange({ t }: App, change: Change, columnTitle: (key: string) => string): string {
  if (change.kind === 'moved') return t.changeMoved(columnTitle(change.from ?? ''), columnTitle(change.to ?? ''))
  if (change.kind === 'added') return t.changeAdded
  if (change.kind === 'left') return t.changeLeft
  return t.changeEdited
}
