import { useSignal } from '@preact/signals'
import { Age } from '../parts/age.tsx'
import { canCall, useApp } from '../state/app.ts'
import { Markdown } from '../text/markdown.tsx'
import type { CardModel } from './card-model.ts'

const TYPES = ['worklog', 'resume', 'decision'] as const

/** What people and agents noted on the card, newest first. */
export function Journal({ model }: { readonly model: CardModel }) {
  const app = useApp()
  const { t } = app
  const notes = model.notes.value
  return (
    <section class="journal" aria-label={t.journal}>
      <h2>{t.journal}</h2>
      {canCall(app, 'kanban_notes_append') && <NoteForm model={model} />}
      {notes.length === 0 && <p class="state">{t.noJournal}</p>}
      <ol>
        {notes.map((note) => (
          <li key={`${note.ts}${note.text}`} class={`entry is-${note.type}`}>
            <p class="entry-head">
              <span class="entry-type">{t.noteType[note.type] ?? note.type}</span>
              {note.author !== undefined && <span class="who">{note.author}</span>}
              <Age at={note.ts} />
            </p>
            <Markdown source={note.text} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function NoteForm({ model }: { readonly model: CardModel }) {
  const { t } = useApp()
  const text = useSignal('')
  const type = useSignal<string>('worklog')
  const add = async (event: Event) => {
    event.preventDefault()
    if (text.value.trim() === '') return
    if (await model.addNote({ text: text.value.trim(), type: type.value })) text.value = ''
  }
  return (
    <form class="note-form" onSubmit={add}>
      <textarea
        rows={2}
        aria-label={t.addNote}
        placeholder={t.noteText}
        dir="auto"
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value
        }}
      />
      <select
        class="choice"
        aria-label={t.journal}
        value={type.value}
        onChange={(event) => {
          type.value = event.currentTarget.value
        }}
      >
        {TYPES.map((one) => (
          <option key={one} value={one}>
            {t.noteType[one]}
          </option>
        ))}
      </select>
      <button type="submit" class="toggle" disabled={text.value.trim() === ''}>
        {t.add}
      </button>
    </form>
  )
}
