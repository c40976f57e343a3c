import { type Call, type PromptDescriptor, plainCall } from '@shoko/contract'
import type { VibeContext } from '../context.ts'
import type { CatalogEntry } from '../index/catalog.ts'
import { requireProject } from '../workspace/projects.ts'
import { completeProject, requireArgument } from './arguments.ts'
import { type Briefing, brief, openTasksLine, progressLine, type SessionDigest, taskLine, withStatus } from './briefing.ts'
import { shorten } from './bullets.ts'

const PENDING_SHOWN = 8
const OBJECTIVE_CHARS = 400

/** Where a project stands: counts, active, blocked and next tasks, last sessions, decisions. */
export async function renderProjectBriefing(ctx: VibeContext, project: string, call: Call = plainCall): Promise<string> {
  const briefing = await brief(ctx, await requireProject(ctx.root, project), call)
  const { tasks, obstacles } = briefing
  return [
    `# Project Briefing: ${briefing.project}`,
    section('Current Status', statusLines(briefing)),
    section(
      'Active Tasks (in-progress)',
      withStatus(tasks, 'in-progress')
        .map((task) => taskBlock(task))
        .join('\n\n'),
    ),
    section(
      'Blocked Tasks',
      withStatus(tasks, 'blocked')
        .map((task) => taskBlock(task, obstacles.get(task.inProject)))
        .join('\n\n'),
    ),
    section('Pending Tasks (next up)', pendingLines(withStatus(tasks, 'pending'))),
    section('Recent Sessions', briefing.sessions.map(sessionBlock).join('\n\n')),
    section('Recent Decisions', list(briefing.decisions)),
  ].join('\n\n')
}

export const projectBriefing: PromptDescriptor<VibeContext> = {
  name: 'project_briefing',
  title: 'Project briefing',
  description: 'Where a project stands: active, blocked and next tasks, recent sessions and decisions',
  arguments: [{ name: 'project', description: "The project's name", required: true }],
  async render(ctx, args, call) {
    const project = requireArgument(args, 'project')
    return { description: `Briefing on ${project}`, text: await renderProjectBriefing(ctx, project, call) }
  },
  complete: (ctx, request) => completeProject(ctx, request),
}

export function section(title: string, content: string): string {
  return `## ${title}\n\n${content === '' ? '(none)' : content}`
}

export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

export function sessionBlock({ title, items }: SessionDigest): string {
  return `### ${title}\n\n${items.length === 0 ? '(empty)' : list(items)}`
}

function statusLines(briefing: Briefing): string {
  const { documents, tasks, lastUpdated, statusText } = briefing
  const lines = [
    `- **Total documents:** ${documents.length}`,
    openTasksLine(briefing),
    `- **Done tasks:** ${withStatus(tasks, 'done').length}`,
    `- **Last updated:** ${lastUpdated ?? 'never'}`,
  ]
  return statusText === null ? lines.join('\n') : `${lines.join('\n')}\n\n${statusText}`
}

function taskBlock(task: CatalogEntry, obstacle?: string): string {
  const objective = task.objective === null ? undefined : `**Objective:** ${shorten(task.objective, OBJECTIVE_CHARS)}`
  const blocked = obstacle ? `**Blocked by:** ${obstacle}` : undefined
  const facts = [objective, progressLine(task), blocked].filter((line) => line !== undefined)
  // Two spaces end a line in Markdown, so that the facts stay below each other when rendered.
  return [`### ${taskLine(task)}`, facts.join('  \n')].filter((part) => part !== '').join('\n\n')
}

function pendingLines(tasks: readonly CatalogEntry[]): string {
  const shown = tasks.slice(0, PENDING_SHOWN).map((task, at) => `${at + 1}. ${taskLine(task)}`)
  const more = tasks.length - shown.length
  return [...shown, ...(more > 0 ? [`\n… and ${more} more: list_tasks with status "pending"`] : [])].join('\n')
}
