import { effect } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { AuditView } from './audit/audit-view.tsx'
import { isTyping } from './board/board-keys.ts'
import { type BoardModel, createBoardModel } from './board/board-model.ts'
import { BoardView } from './board/board-view.tsx'
import { NewCard } from './board/new-card.tsx'
import { CardView } from './card/card-view.tsx'
import { EvidenceView } from './find/evidence-view.tsx'
import { FindView } from './find/find-view.tsx'
import { Palette } from './find/palette.tsx'
import { NoteView } from './notes/note-view.tsx'
import { NotesView } from './notes/notes-view.tsx'
import { Dialog } from './parts/dialog.tsx'
import { Icon, type IconName, Seal } from './parts/icons.tsx'
import { LiveMark } from './parts/live-mark.tsx'
import { Notices } from './parts/notices.tsx'
import { ProjectsView } from './projects/projects-view.tsx'
import { type App, canCall, useApp } from './state/app.ts'
import { followLink } from './state/follow-link.ts'
import { pageTitle } from './state/page-title.ts'
import { toggleTheme } from './state/theme.ts'

/** What stays while the views come and go: where one can go, whether it is live, what was said in passing. */
export function Frame() {
  const app = useApp()
  const { t, route, dialog } = app
  const query = route.query.value
  const board = query.get('board') ?? '.'
  const model = useMemo(() => createBoardModel(app, board), [app, board])
  useEffect(() => () => model.close(), [model])
  useEffect(
    () =>
      effect(() => {
        document.title = pageTitle(app, model)
      }),
    [app, model],
  )
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
      <main id="content" tabIndex={-1}>
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

function onPageKey(event: KeyboardEvent, { dialog, route }: App): boolean {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
    dialog.value = dialog.value === 'palette' ? undefined : 'palette'
    return true
  }
  if (dialog.value !== undefined || event.defaultPrevented || isTyping(event.target)) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.key === '?') {
    dialog.value = 'help'
    return true
  }
  if (event.key === '/' && route.query.value.get('view') !== 'find') {
    route.go({ view: 'find' }, { fresh: true })
    return true
  }
  if (event.key !== 'Escape' || (route.query.value.get('card') ?? route.query.value.get('note')) === null) return false
  if (history.length > 1) history.back()
  else route.go({ card: undefined, note: undefined })
  return true
}
