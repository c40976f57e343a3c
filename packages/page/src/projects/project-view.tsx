import { Age } from '../parts/age.tsx'
import { Day } from '../parts/day.tsx'
import { Failure } from '../parts/failure.tsx'
import { Who } from '../parts/history.tsx'
import { Icon } from '../parts/icons.tsx'
import { useApp } from '../state/app.ts'
import { type KeptChange, lastChanges } from '../state/kept-changes.ts'
import { projectUri } from '../state/places.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { Markdown } from '../text/markdown.tsx'
import { type Changed, type Project, readProject, STATUSES, type Task } from './projects.ts'

/** Who changed a document last, by its path. */
type Changes = ReadonlyMap<string, KeptChange>

const MOST_LATELY = 12
const MOST_SESSIONS = 8

/** Where a project stands: tasks by status, the plan, the sessions, what changed lately. */
export function ProjectView({ name }: { readonly name: string }) {
  const { t, route, mcp } = useApp()
  const found = useLoaded(name, () => readProject(mcp, name), [projectUri(name)])
  const isThere = found !== undefined && !(found instanceof Error)
  return (
    <article class="project-view">
      <header class="view-head">
        <div class="view-title">
          <a class="back" href={route.href({ view: 'projects' })}>
            <Icon name="back" />
            {t.projects.name}
          </a>
          <h1 dir="auto">{name}</h1>
          <span class="grow" />
          {isThere && (
            <span class="where">
              {t.changed} <Age at={found.last_updated} />
            </span>
          )}
        </div>
      </header>
      {found === undefined && <p class="state">{t.loading}</p>}
      {found instanceof Error && <Failure error={found} />}
      {isThere && <ProjectBody project={found} />}
    </article>
  )
}

function ProjectBody({ project }: { readonly project: Project }) {
  const { t, mcp } = useApp()
  const known = useLoaded(project.last_updated, () => lastChanges(mcp, 'vibe'))
  const changes: Changes = known instanceof Map ? known : new Map()
  const byStatus = Map.groupBy(project.tasks, ({ status }) => status ?? '')
  const others = [...byStatus.keys()].filter((status) => !(STATUSES as readonly string[]).includes(status))
  return (
    <div class="project-body">
      <section class="tasks" aria-label={t.projects.tasks}>
        <h2>{t.projects.tasks}</h2>
        {project.tasks.length === 0 && <p class="state">{t.projects.noTasks}</p>}
        {[...STATUSES, ...others].map((status) => {
          const tasks = byStatus.get(status) ?? []
          return tasks.length === 0 ? null : <TaskGroup key={status} status={status} tasks={tasks} />
        })}
      </section>
      <section class="plan" aria-label={t.projects.plan}>
        <h2>
          {t.projects.plan}
          {project.plan.exists && <DocumentLink path={project.plan.path}>{t.open}</DocumentLink>}
        </h2>
        {project.plan.exists ? <Markdown source={project.plan.content ?? ''} /> : <p class="state">{t.projects.noPlan}</p>}
      </section>
      <aside class="project-side">
        <Documents
          name={t.projects.sessions}
          documents={project.sessions.slice(0, MOST_SESSIONS)}
          none={t.projects.noSessions}
          changes={changes}
        />
        <Documents
          name={t.projects.lately}
          documents={project.lately.slice(0, MOST_LATELY)}
          none={t.projects.none}
          changes={changes}
        />
      </aside>
    </div>
  )
}

function TaskGroup({ status, tasks }: { readonly status: string; readonly tasks: readonly Task[] }) {
  const { t } = useApp()
  const name = status === '' ? t.projects.noStatus : (t.projects.statuses[status] ?? status)
  return (
    <section class={`task-group is-${status}`} aria-label={name}>
      <h3>
        {name} <span class="count">{tasks.length}</span>
      </h3>
      <ul>
        {tasks.map(({ path, title, objective, updated, filename }) => (
          <li key={path}>
            <span class="task-number">{/^\d+/.exec(filename)?.[0]}</span>
            <DocumentLink path={path}>{title}</DocumentLink>
            <span class="where">
              <Day date={updated} />
            </span>
            {objective !== null && status !== 'done' && (
              <p class="where" dir="auto">
                {objective}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface DocumentsProps {
  readonly name: string
  readonly documents: readonly Changed[]
  readonly none: string
  readonly changes: Changes
}

function Documents({ name, documents, none, changes }: DocumentsProps) {
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      {documents.length === 0 && <p class="state">{none}</p>}
      <ul class="rows">
        {documents.map(({ path, folder, filename, updated }) => (
          <li key={path}>
            <DocumentLink path={path}>{filename.replace(/\.md$/, '')}</DocumentLink>
            <span class="where">{folder === 'sessions' ? '' : folder}</span>
            {changes.has(path) && <Who change={changes.get(path)!} />}
            <span class="age">
              <Day date={updated} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function DocumentLink({ path, children }: { readonly path: string; readonly children: string }) {
  const { route } = useApp()
  return (
    <a href={route.href({ from: 'projects', note: path })} dir="auto">
      {children}
    </a>
  )
}
