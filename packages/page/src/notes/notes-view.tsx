import { Age } from '../parts/age.tsx'
import { Failure } from '../parts/failure.tsx'
import { Who } from '../parts/history.tsx'
import { canCall, useApp } from '../state/app.ts'
import { type KeptChange, lastChanges } from '../state/kept-changes.ts'
import { NOTES_URI } from '../state/places.ts'
import { useLoaded } from '../state/use-loaded.ts'

interface Notes {
  readonly total: number
  readonly notes: readonly { readonly path: string; readonly title: string; readonly modified: string }[]
}

/** The notes, the last changed first. */
export function NotesView() {
  const app = useApp()
  const { t, route, mcp, language } = app
  const found = useLoaded('notes', () => mcp.read<Notes>(NOTES_URI), [NOTES_URI])
  const notes = found === undefined || found instanceof Error ? [] : found.notes
  const known = useLoaded(notes[0] && `${notes[0].path} ${notes[0].modified}`, () => lastChanges(mcp, 'vault'))
  const changes: ReadonlyMap<string, KeptChange> = known instanceof Map ? known : new Map()
  const days = Map.groupBy(notes, dayIn(language))
  return (
    <section class="notes-view" aria-label={t.notes}>
      <header class="view-head">
        <div class="view-title">
          <h1>{t.notes}</h1>
          <span class="where">{found === undefined || found instanceof Error ? '' : t.notesView.total(found.total)}</span>
          <span class="grow" />
          {canCall(app, 'artifact_audit') && (
            <a class="toggle" href={route.href({ view: 'audit' })}>
              {t.audit.name}
            </a>
          )}
        </div>
      </header>
      {found === undefined && <p class="state">{t.loading}</p>}
      {found instanceof Error && <Failure error={found} missing={t.notesView.none} />}
      {found !== undefined && !(found instanceof Error) && notes.length === 0 && <p class="state">{t.notesView.none}</p>}
      <div class="days">
        {[...days].map(([day, listed]) => (
          <section key={day} aria-label={day}>
            <h2>{day}</h2>
            <ul class="rows">
              {listed.map(({ path, title, modified }) => (
                <li key={path}>
                  <a href={route.href({ note: path })} dir="auto">
                    {title}
                  </a>
                  <code class="where">{path}</code>
                  {changes.has(path) && <Who change={changes.get(path)!} />}
                  <Age at={modified} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  )
}

/** Days as they are spoken of; the year only where it is another one. */
function dayIn(language: string): (note: { readonly modified: string }) => string {
  const inYear = { weekday: 'long', day: 'numeric', month: 'long' } as const
  const [thisYear, before] = [inYear, { ...inYear, year: 'numeric' } as const].map(
    (parts) => new Intl.DateTimeFormat(language, parts),
  )
  const year = new Date().getFullYear()
  return ({ modified }) => {
    const date = new Date(modified)
    return (date.getFullYear() === year ? thisYear! : before!).format(date)
  }
}
