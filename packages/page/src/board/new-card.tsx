import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { useApp } from '../state/app.ts'
import type { BoardModel } from './board-model.ts'
import { DONE } from './cards.ts'

/** A title and a column are enough to begin with; the rest is written in the card. */
export function NewCard({ model }: { readonly model: BoardModel }) {
  const app = useApp()
  const { t, route } = app
  const input = useRef<HTMLInputElement>(null)
  const isSaving = useSignal(false)
  const columns = (model.summary.value?.columns ?? []).filter(({ key }) => key !== DONE)
  const column = useSignal(
    route.query.value.get('column') ?? (columns.some(({ key }) => key === 'backlog') ? 'backlog' : (columns[0]?.key ?? '')),
  )
  const close = () => {
    app.dialog.value = undefined
  }
  const save = async (event: Event) => {
    event.preventDefault()
    const title = input.current!.value.trim()
    if (title === '' || isSaving.value) return
    isSaving.value = true
    const id = await model.create({ title, column: column.value, lane: route.query.value.get('lane') })
    isSaving.value = false
    if (id === undefined) return
    close()
    model.seek(id)
  }
  return (
    <Dialog title={t.newCard} close={close}>
      <form class="form" onSubmit={save}>
        <label>
          <span>{t.title}</span>
          <input ref={input} name="title" required autocomplete="off" dir="auto" />
        </label>
        <label>
          <span>{t.column}</span>
          <select
            value={column.value}
            onChange={(event) => {
              column.value = event.currentTarget.value
            }}
          >
            {columns.map(({ key, title }) => (
              <option key={key} value={key}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <footer>
          <button type="submit" class="primary" disabled={isSaving.value}>
            {t.create}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
