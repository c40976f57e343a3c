import { type Call, type PromptDescriptor, plainCall } from '@shoko/contract'
import type { VibeContext } from '../context.ts'
import type { CatalogEntry } from '../index/catalog.ts'
import type { TaskView } from '../views/document-views.ts'
import { viewDocument } from '../views/view-document.ts'
import { findDocument } from '../workspace/edit.ts'
import { addressOf } from '../workspace/layout.ts'
import { requireProject } from '../workspace/projects.ts'
import { completeFocus, requireArgument } from './arguments.ts'
import { type Briefing, brief, openTasksLine, progressLine, taskLine, withStatus } from './briefing.ts'
import { type Focus, findFocus, findTask } from './focus.ts'
import { list, section } from './project-briefing.ts'
import { suggestActions } from './suggestions.ts'

/** Everything to begin work with: where the project stands, what the focus is, what to read, where the last session ended. */
export async function renderSessionStart(
  ctx: VibeContext,
  args: { readonly project: string; readonly focus?: string },
  call: Call = plainCall,
): Promise<string> {
  const project = await requireProject(ctx.root, args.project)
  const briefing = await brief(ctx, project, call)
  const focus = await findFocus(ctx, { project, focus: args.focus, tasks: briefing.tasks }, call)
  const view = focus.kind === 'task' ? await viewTask(ctx, focus.task) : undefined
  const related = view === undefined ? [] : relatedFiles(view, briefing)
  const [session] = briefing.sessions
  return [
    `# Session Start: ${project}${focusLine(focus)}`,
    section('Project Status', projectLines(briefing)),
    ...focusSections(focus, view),
    ...(focus.kind === 'task' ? [section('Related Files', list(related))] : []),
    section(session === undefined ? 'Last Session' : `Last Session (${session.title})`, list(session?.items ?? [])),
    ...(briefing.decisions.length === 0 ? [] : [section('Recent Decisions', list(briefing.decisions.slice(0, 4)))]),
    section('Suggested Actions', suggestActions({ briefing, focus, nextStep: view?.nextStep, related })),
  ].join('\n\n')
}

export const sessionStart: PromptDescriptor<VibeContext> = {
  name: 'session_start',
  title: 'Session start',
  description: 'Context for starting work on a project: focus task or topic, related files, last session, suggested actions',
  arguments: [
    { name: 'project', description: "The project's name", required: true },
    { name: 'focus', description: 'A task number, title or slug, or free text', required: false },
  ],
  async render(ctx, args, call) {
    const project = requireArgument(args, 'project')
    const focus = args.focus
    const text = await renderSessionStart(ctx, { project, ...(focus === undefined ? {} : { focus }) }, call)
    return { description: `Session start for ${project}`, text }
  },
  complete: (ctx, request) => completeFocus(ctx, request),
}

function focusLine(focus: Focus): string {
  if (focus.kind === 'none') return ''
  return `\n\nFocus: ${focus.kind === 'task' ? `Task ${taskLine(focus.task)}` : focus.text}`
}

function projectLines(briefing: Briefing): string {
  const named = (label: string, status: string) => {
    const tasks = withStatus(briefing.tasks, status)
    return tasks.length === 0 ? [] : [`- **${label}:** ${tasks.slice(0, 5).map(taskLine).join('; ')}`]
  }
  const facts = [
    openTasksLine(briefing),
    ...named('Active', 'in-progress'),
    ...named('Blocked', 'blocked'),
    ...named('Next up', 'pending'),
  ]
  return briefing.statusText === null ? facts.join('\n') : `${facts.join('\n')}\n\n${briefing.statusText}`
}

function focusSections(focus: Focus, view: TaskView | undefined): readonly string[] {
  if (focus.kind === 'none') return []
  if (focus.kind === 'topic') {
    const hits = focus.hits.map(
      ({ inProject, heading, snippet }) =>
        `\`${inProject}\`${heading === '' ? '' : `, ${heading.replace(/^#+ /, '')}`}: ${snippet}`,
    )
    return [section(`What the Project Says About "${focus.text}"`, list(hits))]
  }
  const { task } = focus
  const objective = task.objective === null ? [] : [`**Objective:** ${task.objective}`]
  const progress = progressLine(task)
  // Two spaces end a line in Markdown, so that the facts stay below each other when rendered.
  const facts = [`**Status:** ${task.status ?? 'unknown'}`, ...objective, ...(progress === undefined ? [] : [progress])].join(
    '  \n',
  )
  const steps = view?.steps
  return [section('Task Details', steps === undefined ? facts : `${facts}\n\n### Steps\n\n${steps}`)]
}

async function viewTask(ctx: VibeContext, task: CatalogEntry): Promise<TaskView | undefined> {
  const address = addressOf({ project: task.project, folder: 'tasks', filename: task.filename })
  const file = await findDocument(ctx, address, 'reading')
  return file === undefined ? undefined : viewDocument('task', { address, file })
}

/** The files and tasks that the task names; what is a document of the project is shown with its title. */
function relatedFiles({ relatedFiles: files, dependencies }: TaskView, { documents, tasks }: Briefing): readonly string[] {
  const named = files.map((file) => {
    const document = documents.find(({ inProject }) => inProject === file)
    return document === undefined ? `\`${file}\`` : `\`${file}\` — ${document.title}`
  })
  const needed = dependencies.map((dependency) => {
    const task = findTask(dependency, tasks)
    return task === undefined ? dependency : `\`${task.inProject}\` — ${task.title} (task, ${task.status ?? 'no status'})`
  })
  return [...named, ...needed]
}
