import { Age } from '../parts/age.tsx'
import { Failure } from '../parts/failure.tsx'
import { useApp } from '../state/app.ts'
import { PROJECTS_URI } from '../state/places.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { ProjectView } from './project-view.tsx'
import { type ProjectSummary, readProjects } from './projects.ts'

export function ProjectsView() {
  const { t, route, mcp } = useApp()
  const project = route.query.value.get('project')
  const found = useLoaded(project === null ? 'projects' : undefined, () => readProjects(mcp), [PROJECTS_URI])
  if (project !== null) return <ProjectView key={project} name={project} />
  return (
    <section class="projects-view" aria-label={t.projects.name}>
      <header class="view-head">
        <h1>{t.projects.name}</h1>
      </header>
      {found === undefined && <p class="state">{t.loading}</p>}
      {found instanceof Error && <Failure error={found} />}
      {found !== undefined && !(found instanceof Error) && (
        <>
          {found.length === 0 && <p class="state">{t.projects.noProjects}</p>}
          <ul class="project-list">
            {found.map((one) => (
              <ProjectItem key={one.name} project={one} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function ProjectItem({ project: { name, last_updated, stats } }: { readonly project: ProjectSummary }) {
  const { t, route } = useApp()
  const parts = [
    ['in-progress', stats.in_progress_tasks],
    ['blocked', stats.blocked_tasks],
    ['pending', stats.pending_tasks],
    ['done', stats.done_tasks],
  ] as const
  const said = parts.filter(([status, count]) => status !== 'blocked' || count > 0)
  const total = parts.reduce((sum, [, count]) => sum + count, 0)
  return (
    <li class="project-item">
      <a href={route.href({ view: 'projects', project: name })} dir="auto">
        {name}
      </a>
      <span class="task-bar" aria-hidden="true">
        {parts.map(([status, count]) => (
          <span key={status} class={`is-${status}`} style={{ flexGrow: total === 0 ? 0 : count }} />
        ))}
      </span>
      <span class="where">{said.map(([status, count]) => `${t.projects.statuses[status]} ${t.number(count)}`).join(' · ')}</span>
      <span class="where">
        {t.projects.documents(stats.total_docs)} · <Age at={last_updated} />
      </span>
    </li>
  )
}
