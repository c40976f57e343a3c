import { useSignal } from '@preact/signals'
import { Icon } from '../parts/icons.tsx'
import { canCall, useApp } from '../state/app.ts'
import type { BoardModel } from './board-model.ts'
import { ChangeList } from './change-list.tsx'
import { choicesOf, clearFilters, type FilterKey, isFiltered } from './filters.ts'

/** The board's name, what is to be seen of it, and what has changed. */
export function BoardHead({ model }: { readonly model: BoardModel }) {
  const app = useApp()
  const { t, route } = app
  const summary = model.summary.value
  const query = route.query.value
  const hasLanes = query.get('lanes') !== null
  // Without a board there is nothing to narrow down or to add to.
  const isMissing = summary === undefined && model.failure.value !== undefined
  return (
    <header class="view-head">
      <div class="view-title">
        <BoardName model={model} />
        {summary !== undefined && <p class="view-sub">{t.openAndDone(summary.open, summary.done)}</p>}
        <span class="grow" />
        {!isMissing && <ChangeList model={model} />}
        {!isMissing && (
          <button
            type="button"
            class="toggle"
            aria-pressed={hasLanes}
            onClick={() => route.go({ lanes: hasLanes ? undefined : '1' }, { replace: true })}
          >
            {t.lanes}
          </button>
        )}
        {!isMissing && canCall(app, 'kanban_new') && (
          <button
            type="button"
            class="primary new-card"
            title={t.newCard}
            onClick={() => {
              app.dialog.value = 'new-card'
            }}
          >
            <Icon name="plus" />
            <span>{t.newCard}</span>
          </button>
        )}
      </div>
      {!isMissing && <Filters model={model} />}
    </header>
  )
}

function BoardName({ model }: { readonly model: BoardModel }) {
  const { t, route } = useApp()
  const boards = model.boards.value
  const name = model.summary.value?.board ?? t.board
  if (boards.length < 2 || (model.summary.value === undefined && model.failure.value !== undefined)) return <h1>{name}</h1>
  return (
    <h1>
      <select
        class="board-select"
        aria-label={t.board}
        value={boards.find((one) => one.board === model.board || one.name === name)?.board ?? model.board}
        onChange={(event) => route.go({ board: event.currentTarget.value }, { fresh: true })}
      >
        {boards.map((one) => (
          <option key={one.board} value={one.board}>
            {one.name}
          </option>
        ))}
      </select>
    </h1>
  )
}

function Filters({ model }: { readonly model: BoardModel }) {
  const { t, route } = useApp()
  const query = route.query.value
  const cards = [...model.cards.value.values()]
  const set = (key: FilterKey, value: string | undefined) => route.go({ [key]: value }, { replace: true })
  const columns = (model.summary.value?.columns ?? []).map(({ key, title }) => [key, title] as const)
  const choices = (key: 'lane' | 'label' | 'assignee' | 'priority') => choicesOf(cards, key).map((one) => [one, one] as const)
  return (
    <search class="filters" aria-label={t.filters}>
      <FilterText />
      <Choice name={t.column} value={query.get('column')} options={columns} choose={(value) => set('column', value)} />
      <Choice name={t.lane} value={query.get('lane')} options={choices('lane')} choose={(value) => set('lane', value)} />
      <Choice name={t.label} value={query.get('label')} options={choices('label')} choose={(value) => set('label', value)} />
      <Choice
        name={t.assignee}
        value={query.get('assignee')}
        options={choices('assignee')}
        choose={(value) => set('assignee', value)}
      />
      <Choice
        name={t.priority}
        value={query.get('priority')}
        options={choices('priority').sort()}
        choose={(value) => set('priority', value)}
      />
      <button
        type="button"
        class="toggle"
        aria-pressed={query.get('blocked') !== null}
        onClick={() => set('blocked', query.get('blocked') === null ? '1' : undefined)}
      >
        {t.blocked}
      </button>
      {isFiltered(query) && (
        <button type="button" class="quiet clear-filters" onClick={() => clearFilters(route)}>
          {t.clearFilters}
        </button>
      )}
    </search>
  )
}

function FilterText() {
  const { t, route } = useApp()
  const isComposing = useSignal(false)
  const read = (input: HTMLInputElement) => {
    if (!isComposing.value) route.go({ text: input.value }, { replace: true })
  }
  return (
    <input
      class="filter-text"
      type="search"
      aria-label={t.filterText}
      placeholder={t.filterText}
      value={route.query.value.get('text') ?? ''}
      onInput={(event) => read(event.currentTarget)}
      onCompositionStart={() => {
        isComposing.value = true
      }}
      onCompositionEnd={(event) => {
        isComposing.value = false
        read(event.currentTarget)
      }}
    />
  )
}

interface ChoiceProps {
  readonly name: string
  readonly value: string | null
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly choose: (value: string | undefined) => void
}

function Choice({ name, value, options, choose }: ChoiceProps) {
  if (options.length === 0 && value === null) return null
  const isKnown = value === null || options.some(([one]) => one === value)
  return (
    <select
      class={value === null ? 'choice' : 'choice is-set'}
      aria-label={name}
      value={value ?? ''}
      onChange={(event) => choose(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    >
      <option value="">{name}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map(([one, label]) => (
        <option key={one} value={one}>
          {label}
        </option>
      ))}
    </select>
  )
}
