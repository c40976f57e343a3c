import { useMemo, useRef } from 'preact/hooks'
import { parseLines } from '../find/passages.ts'
import { Age } from '../parts/age.tsx'
import { Failure } from '../parts/failure.tsx'
import { History } from '../parts/history.tsx'
import { Icon } from '../parts/icons.tsx'
import { canCall, useApp } from '../state/app.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { Markdown } from '../text/markdown.tsx'
import { type Backlink, type Doc, linkResolver, type Place, readDoc, splitFront, uriOf } from './document.ts'

/** A note, a file of a manual or a document of a project, as it reads, at the line one came for. It follows what others write. */
export function NoteView({ path }: { readonly path: string }) {
  const app = useApp()
  const { t, route } = app
  const query = route.query.value
  const place: Place = { path, manual: query.get('manual'), from: query.get('from') }
  const uri = uriOf(place)
  const doc = useLoaded(uri, () => readDoc(app, place), [uri])
  const changedAt = useChangeTime(doc)
  const isNote = place.manual === null && place.from !== 'projects'
  return (
    <article class="note-view">
      <header class="view-head">
        <div class="view-title">
          <a
            class="back"
            href={route.href({ view: isNote ? 'notes' : 'find' })}
            onClick={(event) => {
              if (route.back()) event.preventDefault()
            }}
          >
            <Icon name="back" />
            {t.goBack}
          </a>
          <span class="grow" />
          {changedAt !== undefined && (
            <span class="fresh" role="status">
              {t.changed} <Age at={changedAt} />
            </span>
          )}
          {isNote && canCall(app, 'artifact_audit') && <AuditLinks path={path} doc={doc} />}
          <code class="path">{[place.manual, path].filter((part) => part !== null).join('/')}</code>
        </div>
      </header>
      {doc === undefined && <p class="state">{t.loading}</p>}
      {doc instanceof Error && <Missing error={doc} path={path} />}
      {doc !== undefined && !(doc instanceof Error) && (
        <div class="note-body">
          <NoteText doc={doc} place={place} />
          {isNote && <Backlinks backlinks={doc.links.backlinks} />}
          {place.manual === null && <History document={`${isNote ? 'vault' : 'vibe'}/${path}`} state={doc.text} />}
        </div>
      )}
    </article>
  )
}

/** It may lie elsewhere now: what it was called is looked for. */
function Missing({ error, path }: { readonly error: Error; readonly path: string }) {
  const { t, route } = useApp()
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
  return (
    <>
      <Failure error={error} />
      <p class="state">
        <a class="toggle" href={route.href({ view: 'find', q: name })} dir="auto">
          {t.findInstead(name)}
        </a>
      </p>
    </>
  )
}

/** When the text was last seen to change, while it was open. */
function useChangeTime(doc: Doc | Error | undefined): number | undefined {
  const seen = useRef<{ readonly text: string; readonly at: number | undefined } | undefined>(undefined)
  const text = doc === undefined || doc instanceof Error ? undefined : doc.text
  if (text !== undefined && text !== seen.current?.text)
    seen.current = { text, at: seen.current === undefined ? undefined : Date.now() }
  return seen.current?.at
}

/** A note that cites lines can be checked; any note can be the source of one. */
function AuditLinks({ path, doc }: { readonly path: string; readonly doc: Doc | Error | undefined }) {
  const { t, route } = useApp()
  if (doc === undefined || doc instanceof Error || !/source_lines/.test(doc.text)) return null
  return (
    <a class="toggle" href={route.href({ view: 'audit', artifact: path })}>
      {t.audit.check}
    </a>
  )
}

function NoteText({ doc, place }: { readonly doc: Doc; readonly place: Place }) {
  const app = useApp()
  const lines = parseLines(app.route.query.value.get('line'))
  const resolve = useMemo(() => linkResolver(app, place, doc.links), [app, place.path, place.manual, doc.links])
  const { front, text, firstLine } = useMemo(() => splitFront(doc.text), [doc.text])
  const mark = lines === undefined ? undefined : { from: lines.from + 1 - firstLine, to: lines.to + 1 - firstLine }
  if (doc.picture !== undefined) return <img class="picture" src={doc.picture} alt={place.path} />
  return (
    <div class="note-text">
      {front.length > 0 && (
        <dl class="front">
          {front.map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <Markdown source={text} resolve={resolve} mark={mark} />
    </div>
  )
}

function Backlinks({ backlinks }: { readonly backlinks: readonly Backlink[] }) {
  const { t, route } = useApp()
  return (
    <aside class="backlinks" aria-label={t.note.backlinks}>
      <h2>{t.note.backlinks}</h2>
      {backlinks.length === 0 && <p class="state">{t.note.none}</p>}
      <ul>
        {backlinks.map(({ path, line, text }) => (
          <li key={`${path}:${line}`}>
            <a href={route.href({ note: path, line: String(line) })} dir="auto">
              {path.replace(/\.md$/, '')}
            </a>
            <p class="where" dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </aside>
  )
}
