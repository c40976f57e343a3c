import type { Port } from '../client/mcp.ts'
import { PROJECTS_URI, projectUri } from '../state/places.ts'

export interface ProjectSummary {
  readonly name: string
  readonly last_updated: string
  readonly stats: {
    readonly total_docs: number
    readonly open_tasks: number
    readonly pending_tasks: number
    readonly in_progress_tasks: number
    readonly blocked_tasks: number
    readonly done_tasks: number
    readonly last_session_date: string | null
  }
}

export interface Task {
  readonly filename: string
  readonly path: string
  readonly title: string
  readonly status: string | null
  readonly updated: string
  readonly objective: string | null
}

export interface Plan {
  readonly exists: boolean
  readonly content: string | null
  readonly path: string
}

interface FileLine {
  readonly filename: string
  readonly status?: string | null
  readonly updated: string
}

interface Detail {
  readonly name: string
  readonly last_updated: string
  readonly folders: Readonly<Record<string, readonly FileLine[]>>
  readonly next_offset: number | null
}

export interface Changed {
  readonly path: string
  readonly folder: string
  readonly filename: string
  readonly updated: string
}

export interface Project {
  readonly name: string
  readonly last_updated: string
  readonly tasks: readonly Task[]
  readonly plan: Plan
  readonly sessions: readonly Changed[]
  /** All documents, the last changed first. */
  readonly lately: readonly Changed[]
}

/** The order in which a person asks for them. */
export const STATUSES = ['in-progress', 'blocked', 'pending', 'done'] as const

export async function readProjects(port: Port): Promise<readonly ProjectSummary[]> {
  const { projects } = await port.read<{ projects: readonly ProjectSummary[] }>(PROJECTS_URI)
  return projects.toSorted((a, b) => (a.last_updated < b.last_updated ? 1 : -1))
}

export async function readProject(port: Port, project: string): Promise<Project> {
  const [detail, tasks, plan] = await Promise.all([
    readDetail(port, project),
    readTasks(port, project),
    port.call<Plan>('get_plan', { project }),
  ])
  const files = Object.entries(detail.folders).flatMap(([folder, lines]) =>
    lines.map(({ filename, updated }) => ({
      folder,
      filename,
      updated,
      path: [project, folder, filename].filter((part) => part !== '').join('/'),
    })),
  )
  const newestFirst = (a: Changed, b: Changed) => (a.updated < b.updated ? 1 : a.updated > b.updated ? -1 : 0)
  return {
    name: detail.name,
    last_updated: detail.last_updated,
    tasks,
    plan,
    sessions: files.filter(({ folder }) => folder === 'sessions').toSorted((a, b) => (a.filename < b.filename ? 1 : -1)),
    lately: files.filter(({ filename }) => filename.endsWith('.md')).toSorted(newestFirst),
  }
}

async function readDetail(port: Port, project: string): Promise<Detail> {
  let whole = await port.read<Detail>(projectUri(project))
  while (whole.next_offset !== null) {
    const next: Detail = await port.read<Detail>(`${projectUri(project)}?offset=${whole.next_offset}`)
    const folders = Object.entries(next.folders).map(([folder, lines]) => [folder, [...(whole.folders[folder] ?? []), ...lines]])
    whole = { ...next, folders: { ...whole.folders, ...Object.fromEntries(folders) } }
  }
  return whole
}

async function readTasks(port: Port, project: string): Promise<readonly Task[]> {
  const tasks: Task[] = []
  let offset: number | null = 0
  while (offset !== null) {
    const page: { tasks: readonly Task[]; next_offset: number | null } = await port.call('list_tasks', { project, offset })
    tasks.push(...page.tasks)
    offset = page.next_offset
  }
  return tasks
}
