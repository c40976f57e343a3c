import type { CatalogEntry } from '../index/catalog.ts'
import { formatNumber, taskNumber } from '../workspace/task-number.ts'
import { type Briefing, taskLine, withStatus } from './briefing.ts'
import type { Focus } from './focus.ts'

export interface SuggestionSource {
  readonly briefing: Briefing
  readonly focus: Focus
  /** The first open step of the focused task. */
  readonly nextStep: string | undefined
  readonly related: readonly string[]
}

/** What to do first, from what the files say; a numbered list. */
export function suggestActions(source: SuggestionSource): string {
  const { focus } = source
  const first =
    focus.kind === 'task'
      ? forTask(focus.task, source)
      : focus.kind === 'topic'
        ? forTopic(focus, source.briefing)
        : forProject(source.briefing)
  const last = `When you stop, write down what was done and what comes next: log_session(project="${source.briefing.project}")`
  return [...first, last].map((action, at) => `${at + 1}. ${action}`).join('\n')
}

function forTask(task: CatalogEntry, { briefing, nextStep, related }: SuggestionSource): readonly string[] {
  const { project } = briefing
  const set = (status: string) => `update_task_status(project="${project}", task="${nameOf(task)}", status="${status}")`
  const read = related.length === 0 ? [] : ['Read the related files for context']
  if (task.status === 'done')
    return ['This task is done: check its acceptance criteria, or choose another one', ...forProject(briefing)]
  if (task.status === 'blocked')
    return ['Find out whether what blocks this task still does', ...read, `When it is free again: ${set('in-progress')}`]
  return [
    ...read,
    ...(task.status === 'in-progress' ? [] : [`Mark it as begun: ${set('in-progress')}`]),
    nextStep === undefined ? 'Go through the acceptance criteria' : `Continue with: ${nextStep}`,
    `When every criterion holds: ${set('done')}`,
  ]
}

function forTopic({ text, hits }: Extract<Focus, { kind: 'topic' }>, { tasks }: Briefing): readonly string[] {
  const [best] = hits
  if (best === undefined)
    return [`Nothing in this project mentions "${text}": make a task for it with create_task, or search all projects`]
  const found = hits.flatMap(
    ({ inProject }) => tasks.find((task) => task.inProject === inProject && task.status !== 'done') ?? [],
  )
  const [task] = found
  const next =
    task === undefined
      ? 'If the work has no task yet, make one with create_task'
      : `Go on with ${taskLine(task)} (${task.status ?? 'no status'})`
  return [`Read \`${best.inProject}\` first`, next]
}

function forProject({ tasks }: Briefing): readonly string[] {
  const [active] = withStatus(tasks, 'in-progress')
  const [pending] = withStatus(tasks, 'pending')
  const [blocked] = withStatus(tasks, 'blocked')
  const actions = [
    ...(active === undefined ? [] : [`Continue ${taskLine(active)}`]),
    ...(pending === undefined ? [] : [`${active === undefined ? 'Begin' : 'Then begin'} ${taskLine(pending)}`]),
    ...(blocked === undefined ? [] : [`See whether ${taskLine(blocked)} is still blocked`]),
  ]
  return actions.length > 0 ? actions : ['Decide what comes next and make a task for it with create_task']
}

function nameOf(task: CatalogEntry): string {
  const number = taskNumber(task.filename)
  return number === undefined ? task.filename : formatNumber(number)
}
