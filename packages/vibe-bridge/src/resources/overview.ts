import { join } from 'node:path'
import { type Call, type ListRequest, type Page, pageOf } from '@shoko/contract'
import { parseDirectory, type WalkedFile } from '@shoko/core-fs'
import type { VibeContext } from '../context.ts'
import type { CatalogEntry } from '../index/catalog.ts'
import { localDate } from '../workspace/dates.ts'
import { addressOfPath, type DocumentAddress, FOLDERS, type Folder, isMarkdown } from '../workspace/layout.ts'
import { listProjects, requireProject } from '../workspace/projects.ts'
import { sessionDate } from '../workspace/session-file.ts'

export interface ProjectSummary {
  readonly name: string
  readonly path: string
  readonly last_updated: string
  readonly stats: {
    readonly total_docs: number
    readonly open_tasks: number
    readonly pending_tasks: number
    readonly in_progress_tasks: number
    /** Ours: what waits is neither open nor done, and somebody has to see it. */
    readonly blocked_tasks: number
    readonly done_tasks: number
    readonly last_session_date: string | null
  }
  /** Files by folder, whatever their kind. */
  readonly folders: Readonly<Record<string, number>>
}

export async function listProjectSummaries(ctx: VibeContext, call: Call): Promise<readonly ProjectSummary[]> {
  const names = await listProjects(ctx.root)
  const documents = await ctx.index.documents({ folder: 'tasks' }, call)
  return Promise.all(
    names.map((name) =>
      summarize(
        ctx,
        name,
        documents.filter(({ project }) => project === name),
      ),
    ),
  )
}

export interface ProjectDetail extends Omit<Page<unknown>, 'items'> {
  readonly name: string
  readonly path: string
  readonly last_updated: string
  /** `""` holds the files at the project's root, if there are any. */
  readonly folders: Readonly<Record<string, readonly FileLine[]>>
}

export interface FileLine {
  readonly filename: string
  readonly status?: string | null
  readonly updated: string
}

export interface DetailRequest {
  readonly project: string
  /** Only this one. */
  readonly folder?: Folder
  readonly list: ListRequest
}

/** The files of a project, folder by folder, a page of them at a time. */
export async function describeProject(ctx: VibeContext, request: DetailRequest, call: Call): Promise<ProjectDetail> {
  const name = await requireProject(ctx.root, request.project)
  const known = new Map((await ctx.index.documents({ project: name }, call)).map((entry) => [entry.inProject, entry]))
  const all = await filesOf(ctx, name)
  const shown = request.folder === undefined ? [...FOLDERS, '' as const] : [request.folder]
  const files = shown.flatMap((folder) => all.filter(({ address }) => address.folder === folder))
  const { items, ...page } = pageOf(files, request.list, {
    hardMaxChars: ctx.hardMaxChars,
    show: (file) => ({ folder: file.address.folder, ...lineOf(file, known.get(file.address.inProject)) }),
    identityOf: ({ address, file }) => `${address.inProject}\n${file.info?.mtimeMs}`,
  })
  const lines = (folder: string) => items.filter((item) => item.folder === folder).map(({ folder: _, ...line }) => line)
  const root = lines('')
  const named = shown.filter((folder) => folder !== '' || root.length > 0 || request.folder === '')
  return {
    name,
    path: join(ctx.root.absolutePath, name),
    last_updated: await lastUpdated(ctx, name, all),
    folders: Object.fromEntries(named.map((folder) => [folder, lines(folder)])),
    ...page,
  }
}

interface ProjectFile {
  readonly address: DocumentAddress
  readonly file: WalkedFile
}

async function filesOf(ctx: VibeContext, project: string): Promise<readonly ProjectFile[]> {
  const files = await ctx.root.walk({ dir: parseDirectory(project), stats: true })
  return files.flatMap((file) => {
    const address = addressOfPath(file.path)
    return address === undefined ? [] : [{ address, file }]
  })
}

async function summarize(ctx: VibeContext, name: string, tasks: readonly CatalogEntry[]): Promise<ProjectSummary> {
  const files = await filesOf(ctx, name)
  const count = (status: string) => tasks.filter((task) => task.status === status).length
  const sessions = files
    .filter(({ address }) => address.folder === 'sessions')
    .flatMap(({ address }) => sessionDate(address.filename) ?? [])
  return {
    name,
    path: join(ctx.root.absolutePath, name),
    last_updated: await lastUpdated(ctx, name, files),
    stats: {
      total_docs: files.filter(({ file }) => isMarkdown(file.path)).length,
      open_tasks: count('pending') + count('in-progress'),
      pending_tasks: count('pending'),
      in_progress_tasks: count('in-progress'),
      blocked_tasks: count('blocked'),
      done_tasks: count('done'),
      last_session_date: sessions.sort().at(-1) ?? null,
    },
    folders: Object.fromEntries(
      FOLDERS.map((folder) => [folder, files.filter(({ address }) => address.folder === folder).length]),
    ),
  }
}

/** Of the newest file; of the folder itself when there is none. To the second, as people write it. */
async function lastUpdated(ctx: VibeContext, project: string, files: readonly ProjectFile[]): Promise<string> {
  const times = files.map(({ file }) => file.info?.mtimeMs ?? 0)
  const newest =
    times.length === 0 ? (await ctx.root.stat(parseDirectory(project))).mtimeMs : times.reduce((a, b) => Math.max(a, b))
  return `${new Date(newest).toISOString().slice(0, 19)}Z`
}

function lineOf({ address, file }: ProjectFile, known: CatalogEntry | undefined): FileLine {
  const updated = known?.updated ?? localDate(file.info?.mtimeMs ?? 0)
  return { filename: address.filename, ...(address.folder === 'tasks' ? { status: known?.status ?? null } : {}), updated }
}
