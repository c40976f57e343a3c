import { Age } from '../parts/age.tsx'
import { canCall, useApp } from '../state/app.ts'
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
  const dayOf = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' })
  const days = Map.groupBy(notes, ({ modified }) => dayOf.format(new Date(modified)))
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
      {found instanceof Error && <p class="state">{found.message}</p>}
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
