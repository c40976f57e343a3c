import { type Call, defineTool, plainCall } from '@shoko/contract'
import { nullable } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VibeContext } from '../context.ts'
import type { CatalogEntry } from '../index/catalog.ts'
import type { VibeReason } from '../reasons.ts'
import { findDocument } from '../workspace/edit.ts'
import { addressOf } from '../workspace/layout.ts'
import { requireProject } from '../workspace/projects.ts'
import { INDEX_REASONS, ProjectParam, StatusParam } from './parameters.ts'

export const ListTasksInput = Type.Object(
  {
    project: Type.Optional(ProjectParam),
    status: Type.Optional(StatusParam),
    include_content: Type.Optional(Type.Boolean({ default: false })),
  },
  { additionalProperties: false },
)
export const ListTasksOutput = Type.Object({
  project: nullable(Type.String()),
  filter: Type.Object({ status: nullable(Type.String()) }),
  total: Type.Integer(),
  tasks: Type.Array(
    Type.Object({
      project: Type.String(),
      filename: Type.String(),
      path: Type.String(),
      title: Type.String(),
      status: nullable(Type.String()),
      updated: Type.String(),
      objective: nullable(Type.String()),
      content: Type.Optional(nullable(Type.String())),
    }),
  ),
  warnings: Type.Optional(Type.Array(Type.String())),
})

export type ListTasksInput = Static<typeof ListTasksInput>
export type ListTasksOutput = Static<typeof ListTasksOutput>

/** The tasks of one project or of all, in order of their numbers. */
export async function listTasks(ctx: VibeContext, input: ListTasksInput, call: Call = plainCall): Promise<ListTasksOutput> {
  const project = input.project === undefined ? undefined : await requireProject(ctx.root, input.project)
  const { status } = input
  const filter = { folder: 'tasks', ...(project === undefined ? {} : { project }), ...(status === undefined ? {} : { status }) }
  const entries = await ctx.index.documents(filter, call)
  const tasks = entries.map(taskOf)
  const withContent = input.include_content ? await Promise.all(tasks.map((task) => addContent(ctx, task))) : tasks
  const warnings = ctx.index.warnings()
  const output = { project: project ?? null, filter: { status: status ?? null }, total: tasks.length, tasks: withContent }
  return warnings.length === 0 ? output : { ...output, warnings: [...warnings] }
}

export const listTasksTool = defineTool<VibeContext, typeof ListTasksInput, typeof ListTasksOutput, VibeReason>({
  name: 'list_tasks',
  title: 'List tasks',
  description:
    "Which tasks are pending, in progress, blocked or done, in one project or all. Not board cards: kanban/list. Example: {status: 'blocked'}.",
  effect: 'read',
  input: ListTasksInput,
  output: ListTasksOutput,
  errors: [...INDEX_REASONS, 'invalid_status', 'not_text'],
  argumentReasons: { status: 'invalid_status' },
  run: listTasks,
})

type Task = ListTasksOutput['tasks'][number]

function taskOf({ project, filename, inProject, title, status, updated, objective }: CatalogEntry): Task {
  return { project, filename, path: `${project}/${inProject}`, title, status, updated, objective }
}

/** Null when the file has gone since it was indexed. */
async function addContent(ctx: VibeContext, task: Task): Promise<Task> {
  const file = await findDocument(ctx, addressOf({ project: task.project, folder: 'tasks', filename: task.filename }))
  return { ...task, content: file?.text ?? null }
}
