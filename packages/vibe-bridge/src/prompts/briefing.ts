import type { Call } from '@shoko/contract'
import type { VibeContext } from '../context.ts'
import type { CatalogEntry, Section } from '../index/catalog.ts'
import { isDecisionHeading } from '../index/ranking.ts'
import { viewDocument } from '../views/view-document.ts'
import { findDocument } from '../workspace/edit.ts'
import { addressOf } from '../workspace/layout.ts'
import { headingKey } from '../workspace/outline.ts'
import { sessionDate } from '../workspace/session-file.ts'
import { formatNumber, taskNumber } from '../workspace/task-number.ts'
import { bulletsOf, shorten } from './bullets.ts'

/** What both prompts tell about a project. */
export interface Briefing {
  readonly project: string
  readonly documents: readonly CatalogEntry[]
  readonly tasks: readonly CatalogEntry[]
  readonly lastUpdated: string | null
  /** The current state in the words of status.md. */
  readonly statusText: string | null
  /** Newest first. */
  readonly sessions: readonly SessionDigest[]
  readonly decisions: readonly string[]
  /** What the blocked tasks say stands in their way, by path below the project. */
  readonly obstacles: ReadonlyMap<string, string>
}

export interface SessionDigest {
  readonly title: string
  readonly items: readonly string[]
}

const SESSIONS = 3
const SESSION_ITEMS = 8
const DECISIONS = 8
const OBSTACLE_CHARS = 300
const OBSTACLES = new Set(['blocked by', 'blockers', 'bloqueado por', 'bloqueos', 'ブロック要因', 'ブロッカー', '妨げ', '待ち'])

export async function brief(ctx: VibeContext, project: string, call: Call): Promise<Briefing> {
  const documents = await ctx.index.documents({ project }, call)
  const sessions = documents
    .filter(({ folder }) => folder === 'sessions')
    .sort(byDay)
    .slice(0, SESSIONS)
  return {
    project,
    documents,
    tasks: documents.filter(({ folder }) => folder === 'tasks'),
    lastUpdated:
      documents
        .map(({ updated }) => updated)
        .sort()
        .at(-1) ?? null,
    statusText: await statusText(ctx, project),
    sessions: (await Promise.all(sessions.map((session) => digestSession(ctx, session)))).flatMap((session) => session ?? []),
    decisions: await recentDecisions(ctx, project, call),
    obstacles: await namedObstacles(ctx, project, call),
  }
}

export function withStatus(tasks: readonly CatalogEntry[], status: string): readonly CatalogEntry[] {
  return tasks.filter((task) => task.status === status)
}

/** `004 - Definir interfaz MCP` */
export function taskLine(task: CatalogEntry): string {
  const number = taskNumber(task.filename)
  return number === undefined ? task.title : `${formatNumber(number)} - ${task.title}`
}

export function progressLine({ stepsDone, stepsTotal }: CatalogEntry): string | undefined {
  return stepsTotal === 0 ? undefined : `**Progress:** ${stepsDone}/${stepsTotal} steps completed`
}

export function openTasksLine({ tasks }: Briefing): string {
  const active = withStatus(tasks, 'in-progress').length
  const pending = withStatus(tasks, 'pending').length
  const blocked = withStatus(tasks, 'blocked').length
  return `- **Open tasks:** ${active + pending} (${active} in-progress, ${pending} pending)${blocked === 0 ? '' : `, and ${blocked} blocked`}`
}

async function statusText(ctx: VibeContext, project: string): Promise<string | null> {
  const address = addressOf({ project, folder: '', filename: 'status.md' })
  const file = await findDocument(ctx, address, 'reading')
  return file === undefined ? null : viewDocument('currentStatus', { address, file })
}

async function digestSession(ctx: VibeContext, session: CatalogEntry): Promise<SessionDigest | undefined> {
  const address = addressOf({ project: session.project, folder: 'sessions', filename: session.filename })
  const file = await findDocument(ctx, address, 'reading')
  if (file === undefined) return undefined
  const items = await viewDocument('digest', { address, file })
  const more = items.length > SESSION_ITEMS ? [`… and ${items.length - SESSION_ITEMS} more in sessions/${session.filename}`] : []
  return { title: sessionTitle(session), items: [...items.slice(0, SESSION_ITEMS), ...more] }
}

/** The date, and the topic when the file has one. */
function sessionTitle({ filename, title }: CatalogEntry): string {
  const name = filename.replace(/\.md$/i, '')
  const date = sessionDate(filename)
  if (date === undefined) return title
  const topic = name.slice(name.indexOf(date) + date.length + 1).replaceAll('-', ' ')
  return topic === '' ? date : `${date}, ${topic}`
}

/** Items under decision headings anywhere in the project, newest document first; then what the changelog says. */
async function recentDecisions(ctx: VibeContext, project: string, call: Call): Promise<readonly string[]> {
  const sections = await ctx.index.sections({ project, wanted: (heading) => isDecisionHeading(heading) }, call)
  const others = await ctx.index.sections({ project, wanted: (heading) => !isDecisionHeading(heading) }, call)
  const changes = others.filter(({ folder }) => folder === 'changelog')
  return [...new Set([...itemsOf(sections), ...itemsOf(changes)])].slice(0, DECISIONS)
}

function itemsOf(sections: readonly Section[]): readonly string[] {
  const newestFirst = sections.map((section) => ({ ...section, filename: section.inProject })).sort(byDay)
  return newestFirst.flatMap(({ inProject, body }) => bulletsOf(body).map((item) => `${item} (${inProject})`))
}

async function namedObstacles(ctx: VibeContext, project: string, call: Call): Promise<ReadonlyMap<string, string>> {
  const sections = await ctx.index.sections({ project, wanted: (heading) => OBSTACLES.has(headingKey(heading)) }, call)
  return new Map(sections.map(({ inProject, body }) => [inProject, shorten(body.replace(/^\s*[-*+]\s+/gm, ''), OBSTACLE_CHARS)]))
}

/** Newest first. A date in the name says more than the file's own, which a checkout changes. */
function byDay(
  a: { readonly filename: string; readonly updated: string },
  b: { readonly filename: string; readonly updated: string },
): number {
  const days = [a, b].map(({ filename, updated }) => sessionDate(filename) ?? updated)
  if (days[0] !== days[1]) return days[0]! < days[1]! ? 1 : -1
  return a.filename < b.filename ? 1 : a.filename > b.filename ? -1 : 0
}
