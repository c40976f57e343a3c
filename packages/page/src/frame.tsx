import { effect } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { AuditView } from './audit/audit-view.tsx'
import { isTyping } from './board/board-keys.ts'
import { type BoardModel, createBoardModel } from './board/board-model.ts'
import { BoardView } from './board/board-view.tsx'
import { NewCard } from './board/new-card.tsx'
import { CardView } from './card/card-view.tsx'
import { EvidenceView } from './find/evidence-view.tsx'
import { FindView } from './find/find-view.tsx'
import { Palette } from './find/palette.tsx'
import { titlesLike } from './find/titles.ts'
import { NoteView } from './notes/note-view.tsx'
import { NotesView } from './notes/notes-view.tsx'
import { Dialog } from './parts/dialog.tsx'
import { Icon, type IconName, Seal } from './parts/icons.tsx'
import { LiveMark } from './parts/live-mark.tsx'
import { Notices } from './parts/notices.tsx'
import { ProjectsView } from './projects/projects-view.tsx'
import { type App, canCall, useApp } from './state/app.ts'
import { followLink } from './state/follow-link.ts'
import { pageTitle, placeTitle } from './state/page-title.ts'
import { toggleTheme } from './state/theme.ts'

/** What stays while the views come and go: where one can go, whether it is live, what was said in passing. */
export function Frame() {
  const app = useApp()
  const { t, route, dialog } = app
  const query = route.query.value
  const board = query.get('board') ?? '.'
  const model = useMemo(() => createBoardModel(app, board), [app, board])
  const main = useRef<HTMLElement>(null)
  useEffect(() => () => model.close(), [model])
  useFocusInView(main, PLACE_KEYS.map((name) => query.get(name)).join('\n'))
  useEffect(
    () =>
      effect(() => {
        document.title = pageTitle(app, model)
        main.current?.setAttribute('aria-label', placeTitle(app, model)) // not by drawing: a board of thousands would be drawn with it
      }),
    [app, model],
  )
  useEffect(() => warmTitles(app), [app])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (onPageKey(event, app)) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => followLink(event, app)
    addEventListener('keydown', onKey)
    addEventListener('click', onClick)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('click', onClick)
    }
  }, [app])
  const close = () => {
    dialog.value = undefined
  }
  return (
    <div class="frame">
      <a class="skip" href="#content">
        {t.skip}
      </a>
      <Navigation model={model} />
      <main ref={main} id="content" tabIndex={-1}>
        <LiveMark place="band" />
        <View model={model} />
      </main>
      <Notices />
      {dialog.value === 'help' && <Help close={close} />}
      {dialog.value === 'palette' && <Palette model={model} close={close} />}
      {dialog.value === 'new-card' && <NewCard model={model} />}
    </div>
  )
}

/** What of the address says which view is shown. */
const PLACE_KEYS = ['view', 'board', 'card', 'note', 'manual', 'from', 'project', 'artifact']

/** The link that led to a view is gone with the one before: whoever works by keys, or listens, goes on in the new one. */
function useFocusInView(main: RefObject<HTMLElement | null>, place: string): void {
  const before = useRef(place)
  useEffect(() => {
    if (before.current === place) return
    before.current = place
    // A view may know better where to go on; it has one frame for that.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [main, place])
}

/** Titles are gathered before anybody asks for one: in a large workspace the first question would wait for it. */
function warmTitles(app: App): () => void {
  let isDone = false
  return effect(() => {
    if (isDone || app.tools.value === undefined) return
    isDone = true
    titlesLike(app.mcp, '', { isServed: (tool) => canCall(app, tool), show: () => {} })
  })
}

function View({ model }: { readonly model: BoardModel }) {
  const query = useApp().route.query.value
  const [card, note] = [query.get('card'), query.get('note')]
  if (card !== null) return <CardView key={card} model={model} cardId={card} />
  if (note !== null) return <NoteView key={`${query.get('manual')}/${note}`} path={note} />
  const view = query.get('view')
  if (view === 'find') return <FindView />
  if (view === 'evidence') return <EvidenceView />
  if (view === 'audit') return <AuditView />
  if (view === 'notes') return <NotesView />
  if (view === 'projects') return <ProjectsView />
  return <BoardView model={model} />
}

function Navigation({ model }: { readonly model: BoardModel }) {
  const app = useApp()
  const { t, route } = app
  const query = route.query.value
  const here = placeIn(query)
  const board = model.board === '.' ? undefined : model.board
  const item = (name: ViewName, label: string, view: string | undefined = name) => (
    <a class="nav-item" href={route.href({ board, view })} aria-current={here === name ? 'page' : undefined} title={label}>
      <Icon name={ICONS[name]} />
      <span>{label}</span>
    </a>
  )
  const isReadOnly = app.tools.value !== undefined && !app.tools.value.has('kanban_move')
  return (
    <nav class="nav" aria-label="Shoko">
      <a class="brand" href="/">
        <Seal />
        <span>Shoko</span>
      </a>
      {item('board', t.board, '')}
      {item('find', t.find)}
      {canCall(app, 'manual_find') && item('evidence', t.evidence.name)}
      {canCall(app, 'vault_find') && item('notes', t.notes)}
      {canCall(app, 'list_tasks') && item('projects', t.projects.name)}
      {canCall(app, 'artifact_audit') && item('audit', t.audit.name)}
      <span class="grow" />
      {isReadOnly && (
        <p class="nav-note" title={t.readOnly}>
          <Icon name="lock" />
          <span>{t.readOnly}</span>
        </p>
      )}
      <LiveMark place="nav" />
      <div class="nav-tools">
        <button type="button" class="quiet" aria-label={t.theme} title={t.theme} onClick={toggleTheme}>
          <Icon name="theme" />
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={t.keys}
          title={t.keys}
          onClick={() => {
            app.dialog.value = 'help'
          }}
        >
          <Icon name="keys" />
        </button>
      </div>
    </nav>
  )
}

type ViewName = 'board' | 'find' | 'evidence' | 'notes' | 'projects' | 'audit'

const ICONS: Readonly<Record<ViewName, IconName>> = {
  board: 'board',
  find: 'find',
  evidence: 'evidence',
  notes: 'note',
  projects: 'projects',
  audit: 'audit',
}

function placeIn(query: URLSearchParams): ViewName {
  if (query.get('card') !== null) return 'board'
  if (query.get('note') !== null)
    return query.get('from') === 'projects' ? 'projects' : query.get('manual') === null ? 'notes' : 'evidence'
  const view = query.get('view')
  return view !== null && Object.hasOwn(ICONS, view) ? (view as ViewName) : 'board' // checked just now
}

/** The view that leads to what is shown. */
function shelfOf(query: URLSearchParams): string | undefined {
  const place = placeIn(query)
  return place === 'board' ? undefined : place
}

function Help({ close }: { readonly close: () => void }) {
  const { t } = useApp()
  return (
    <Dialog title={t.help.title} close={close}>
      <dl class="keys">
        {t.help.rows.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** Escape leaves a field before it leaves the view. */
function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=radio]), textarea') && target.closest('.menu') === null
}

function onPageKey(event: KeyboardEvent, { dialog, route, undo }: App): boolean {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
    dialog.value = dialog.value === 'palette' ? undefined : 'palette'
    return true
  }
  if (dialog.value !== undefined || event.defaultPrevented) return false
  if (event.key === 'Escape' && isText(event.target)) {
    document.getElementById('content')?.focus({ preventScroll: true })
    return true
  }
  if (isTyping(event.target) && event.key !== 'Escape') return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.key === '?') {
    dialog.value = 'help'
    return true
  }
  if (event.key === 'z') {
    void undo.undo()
    return true
  }
  if (event.key === '/' && route.query.value.get('view') !== 'find') {
    route.go({ view: 'find' }, { fresh: true })
    return true
  }
  const place = route.query.value
  if (event.key !== 'Escape' || (place.get('card') ?? place.get('note')) === null) return false
  if (!route.back()) route.go({ board: place.get('board') ?? undefined, view: shelfOf(place) }, { fresh: true })
  return true
}
