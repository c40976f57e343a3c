import { type Call, DomainError, defineTool, plainCall } from '@shoko/contract'
import { nonBlank, nullable } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VibeContext } from '../context.ts'
import type { VibeReason } from '../reasons.ts'
import { viewDocument } from '../views/view-document.ts'
import { editProject, fileNotFound, requireDocument, writtenFields } from '../workspace/edit.ts'
import { addressOf, type DocumentAddress, withExtension } from '../workspace/layout.ts'
import { taskFiles } from '../workspace/task-files.ts'
import { formatNumber, taskNumber } from '../workspace/task-number.ts'
import { orDocumentsLike } from './documents-like.ts'
import { ProjectParam, StatusParam, WRITE_REASONS, WrittenOutput } from './parameters.ts'

export const UpdateTaskStatusInput = Type.Object(
  { project: ProjectParam, task: nonBlank('Number ("4", "004") or file name'), status: StatusParam },
  { additionalProperties: false },
)
export const UpdateTaskStatusOutput = Type.Object({
  success: Type.Literal(true),
  task: Type.Object({
    filename: Type.String(),
    path: Type.String(),
    previous_status: nullable(Type.String()),
    new_status: Type.String(),
  }),
  ...WrittenOutput,
})

export type UpdateTaskStatusInput = Static<typeof UpdateTaskStatusInput>
export type UpdateTaskStatusOutput = Static<typeof UpdateTaskStatusOutput>

/** Changes a task's status and nothing else of its file. */
export async function updateTaskStatus(
  ctx: VibeContext,
  input: UpdateTaskStatusInput,
  call: Call = plainCall,
): Promise<UpdateTaskStatusOutput> {
  const edit = await editProject(ctx, { project: input.project, call }, async (project) => {
    const address = await findTask(ctx, project, input.task.trim())
    const file = await requireDocument(ctx, address, 'change')
    const { text, previous } = await viewDocument('withStatus', { address, file }, input.status)
    const changed = text !== file.text
    const written = changed ? await ctx.root.replace(address.path, text, { hash: file.hash }) : { hash: file.hash }
    const { filename, path } = address
    return { address, written, changed, result: { filename, path, previous_status: previous, new_status: input.status } }
  })
  return { success: true, task: edit.result, ...writtenFields(edit) }
}

export const updateTaskStatusTool = defineTool<
  VibeContext,
  typeof UpdateTaskStatusInput,
  typeof UpdateTaskStatusOutput,
  VibeReason
>({
  name: 'update_task_status',
  title: 'Mark a task',
  description:
    "Mark a task as pending, in-progress, done or blocked, when work on it starts or ends. Example: {project: 'kura-app', task: '4', status: 'done'}.",
  effect: 'update',
  input: UpdateTaskStatusInput,
  output: UpdateTaskStatusOutput,
  errors: [...WRITE_REASONS, 'invalid_status'],
  run: (ctx, input, call) =>
    orDocumentsLike(ctx, { call, name: () => ({ project: input.project, folder: 'tasks', filename: input.task.trim() }) }, () =>
      updateTaskStatus(ctx, input, call),
    ),
})

async function findTask(ctx: VibeContext, project: string, task: string): Promise<DocumentAddress> {
  if (!/^\d{1,9}$/.test(task)) return addressOf({ project, folder: 'tasks', filename: withExtension(task) })
  const matches = (await taskFiles(ctx.root, project)).filter(({ filename }) => taskNumber(filename) === Number(task))
  const [only, ...others] = matches
  if (only === undefined) throw fileNotFound({ project, inProject: `tasks/${formatNumber(Number(task))}-*.md` }, 'change')
  if (others.length > 0) throw sharedNumber(task, matches)
  return only
}

function sharedNumber(task: string, matches: readonly DocumentAddress[]): DomainError<VibeReason> {
  const names = matches.map(({ filename }) => filename)
  const message = `task ${task}: ${names.length} files have this number: ${names.join(', ')}; give the file name`
  return new DomainError<VibeReason>('invalid_argument', message, { details: { key: 'task', files: names } })
}
