import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Live } from '../client/live.ts'
import type { Mcp } from '../client/mcp.ts'
import type { Strings } from '../strings/en.ts'
import type { Route } from './route.ts'
import { createUndo, type Undo } from './undo.ts'
import { overtaken, wordsFor } from './words-for.ts'

/** Said in passing, at the foot of the page; screen readers are told as well. */
export interface Notice {
  readonly id: number
  readonly text: string
  readonly isError: boolean
  readonly action?: { readonly label: string; readonly run: () => void }
}

export interface AppParts {
  readonly mcp: Mcp
  readonly live: Live
  readonly route: Route
  readonly t: Strings
  readonly language: string
}

export interface App extends AppParts {
  /** Names of the tools that are served; undefined until they are known. */
  readonly tools: ReadonlySignal<ReadonlySet<string> | undefined>
  readonly notices: ReadonlySignal<readonly Notice[]>
  readonly undo: Undo
  readonly dialog: Signal<'help' | 'palette' | 'new-card' | undefined>
  /** Asks which tools there are: after what is shown first has been answered, and when the server comes back, maybe as another. */
  learnTools(): Promise<void>
  say(text: string, action?: Notice['action']): void
  complain(error: unknown): void
  dismiss(id: number): void
}

const NOTICE_MS = 6000
const MOST_NOTICES = 3

export function createApp(parts: AppParts): App {
  const tools = signal<ReadonlySet<string> | undefined>(undefined)
  const notices = signal<readonly Notice[]>([])
  let ids = 0
  const dismiss = (id: number) => {
    notices.value = notices.value.filter((notice) => notice.id !== id)
  }
  const add = (notice: Omit<Notice, 'id'>) => {
    const id = ++ids
    notices.value = [...notices.value.slice(1 - MOST_NOTICES), { id, ...notice }]
    setTimeout(() => dismiss(id), NOTICE_MS * (notice.isError ? 2 : 1))
  }
  const say: App['say'] = (text, action) => add({ text, isError: false, ...(action === undefined ? {} : { action }) })
  const complain = (error: unknown) => add({ text: wordsFor(error, parts.t), isError: true })
  let learning: Promise<void> | undefined
  const learnTools = () => {
    learning ??= (async () => {
      tools.value = await parts.mcp.tools().catch(() => tools.value) // whoever needs the server says that it is gone
      learning = undefined
    })()
    return learning
  }
  return {
    ...parts,
    tools,
    notices,
    undo: createUndo({
      complain: (error) => complain(overtaken(error, parts.t)),
      done: (label) => say(parts.t.undone(label)),
      nothing: () => say(parts.t.nothingToUndo),
    }),
    dialog: signal(undefined),
    learnTools,
    say,
    complain,
    dismiss,
  }
}

export const AppContext = createContext<App | undefined>(undefined)

export function useApp(): App {
  return useContext(AppContext)! // every view is below the provider in main.tsx
}

/** Read-only servers do not list what writes. Until the list is there, nothing is offered that might be refused. */
export function canCall(app: App, name: string): boolean {
  return app.tools.value?.has(name) === true
}

/** What a key asks for before the list is there waits for it; later it would be a surprise elsewhere. */
export async function withTool(app: App, name: string, isStillWanted: () => boolean, run: () => void): Promise<void> {
  if (app.tools.value === undefined) await app.learnTools()
  if (canCall(app, name) && isStillWanted()) run()
}
