import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { BoardModel } from '../board/board-model.ts'
import { Age } from '../parts/age.tsx'
import { Failure } from '../parts/failure.tsx'
import { History } from '../parts/history.tsx'
import { Icon } from '../parts/icons.tsx'
import { canCall, useApp } from '../state/app.ts'
import { Markdown } from '../text/markdown.tsx'
import { CardFields } from './card-fields.tsx'
import { type CardModel, createCardModel } from './card-model.ts'
import { CardRelations } from './card-relations.tsx'
import { ConflictView } from './conflict-view.tsx'
import { Journal } from './journal.tsx'

const PREVIEW_MS = 80

/** One card, whole: its text beside how it reads, its fields, whom it belongs to, what happened. */
export function CardView({ model: board, cardId }: { readonly model: BoardModel; readonly cardId: string }) {
  const app = useApp()
  const model = useMemo(() => createCardModel(app, board, cardId), [app, board, cardId])
  useEffect(() => {
    const end = board.unseen.subscribe(() => board.see(cardId))
    return () => {
      end()
      model.close()
      board.leave(cardId)
    }
  }, [model, board, cardId])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      void model.save()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [model])
  const failure = model.failure.value
  const conflict = model.conflict.value
  // Who is overtaken once more begins with a new result: the one before knows nothing of what came since.
  if (conflict !== undefined) return <ConflictView key={conflict.hash} model={model} conflict={conflict} />
  return (
    <article class="card-view">
      <CardHead model={model} board={board} />
      {model.draft.value === undefined ? (
        <div class="card-state">
          {failure === undefined ? <p class="state">{app.t.loading}</p> : <Failure error={failure} missing={app.t.noCard} />}
        </div>
      ) : (
        <div class="card-body">
          <aside class="card-side">
            <CardFields model={model} lanes={board.summary.value?.lanes ?? []} />
            <CardRelations model={model} board={board} />
            <CardHistory model={model} board={board} />
          </aside>
          <CardText model={model} />
          <Journal model={model} />
        </div>
      )}
    </article>
  )
}

/** Of the board in the middle; where others lie, only the server knows. */
function CardHistory({ model, board }: { readonly model: CardModel; readonly board: BoardModel }) {
  const card = model.card.value
  if (card === undefined || board.board !== '.') return null
  return <History document={`kanban/${card.path}`} state={String(card.modified)} />
}

function isBoard(query: URLSearchParams | undefined): boolean {
  return query !== undefined && !['view', 'card', 'note'].some((key) => query.has(key))
}

function CardHead({ model, board }: { readonly model: CardModel; readonly board: BoardModel }) {
  const app = useApp()
  const { t, route } = app
  const card = model.card.value
  const draft = model.draft.value
  const mayMove = canCall(app, 'kanban_move')
  return (
    <header class="view-head card-head">
      <div class="view-title">
        <a
          class="back"
          href={route.href({ board: board.board === '.' ? undefined : board.board })}
          onClick={(event) => {
            // To the board as it was left: with its filters.
            if (isBoard(route.before()) && route.back()) event.preventDefault()
          }}
        >
          <Icon name="back" />
          {t.back}
        </a>
        {card !== undefined && (
          <select
            class="choice is-set"
            aria-label={t.column}
            disabled={!mayMove}
            value={card.column}
            onChange={(event) => void board.move(card.cardId, { column: event.currentTarget.value })}
          >
            {(board.summary.value?.columns ?? []).map(({ key, title }) => (
              <option key={key} value={key}>
                {title}
              </option>
            ))}
          </select>
        )}
        <span class="grow" />
        <SaveBar model={model} />
      </div>
      <TitleField model={model} title={draft?.title ?? ''} />
      {card !== undefined && (
        <p class="view-sub">
          <code class="path">{card.path}</code>
          <span>
            {t.changed} <Age at={card.modified} />
          </span>
        </p>
      )}
      {model.isOutdated.value && (
        <p class="band" role="alert">
          {t.newer}{' '}
          <button type="button" class="quiet" onClick={() => void model.compare()}>
            {t.showNewer}
          </button>
        </p>
      )}
    </header>
  )
}

/** As wide as the page and as high as its lines; a title is one line to the file, however it breaks here. */
function TitleField({ model, title }: { readonly model: CardModel; readonly title: string }) {
  const app = useApp()
  if (!canCall(app, 'kanban_update')) return <h1 dir="auto">{title}</h1>
  return (
    <>
      <h1 class="sr">{title}</h1>
      <textarea
        class="title-field"
        rows={1}
        aria-label={app.t.title}
        dir="auto"
        value={title}
        onInput={(event) => model.edit('title', event.currentTarget.value.replaceAll('\n', ' '))}
      />
    </>
  )
}

function SaveBar({ model }: { readonly model: CardModel }) {
  const app = useApp()
  const { t } = app
  const state = model.state.value
  if (!canCall(app, 'kanban_update') || model.draft.value === undefined) return null
  return (
    <>
      <span class={`save-state is-${state}`} role="status">
        {state === 'same' ? '' : state === 'saving' ? t.saving : t.unsaved}
      </span>
      {state === 'unsaved' && (
        <button type="button" class="quiet" onClick={() => model.discard()}>
          {t.discard}
        </button>
      )}
      <button type="button" class="primary" disabled={state !== 'unsaved'} onClick={() => void model.save()}>
        {t.save}
      </button>
    </>
  )
}

function CardText({ model }: { readonly model: CardModel }) {
  const app = useApp()
  const { t } = app
  const body = model.draft.value?.body ?? ''
  const shown = useSettled(body)
  const mayWrite = canCall(app, 'kanban_update')
  const ref = useRef<HTMLTextAreaElement>(null)
  return (
    <div class={mayWrite ? 'card-text' : 'card-text is-single'}>
      {mayWrite && (
        <label class="pane pane-source">
          <span class="pane-name">{t.markdown}</span>
          <textarea
            ref={ref}
            class="source"
            spellcheck={false}
            dir="auto"
            value={body}
            onInput={(event) => model.edit('body', event.currentTarget.value)}
          />
        </label>
      )}
      <section class="pane pane-preview" aria-label={t.preview}>
        <span class="pane-name" aria-hidden="true">
          {t.preview}
        </span>
        <Markdown source={shown} />
      </section>
    </div>
  )
}

/** The preview follows in the pauses of typing, not with every key. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PREVIEW_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
