import { type Call, defineTool, plainCall } from '@shoko/contract'
import { nonBlank } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VibeContext } from '../context.ts'
import type { VibeReason } from '../reasons.ts'
import { createDocument, editProject, writtenFields } from '../workspace/edit.ts'
import { addressOf } from '../workspace/layout.ts'
import { renderTask } from '../workspace/task-file.ts'
import { taskFiles } from '../workspace/task-files.ts'
import { nextNumber, taskFilename } from '../workspace/task-number.ts'
import { ProjectParam, StatusParam, WRITE_REASONS, WrittenOutput } from './parameters.ts'

export const CreateTaskInput = Type.Object(
  {
    project: ProjectParam,
    title: nonBlank(),
    objective: Type.String({ description: 'One paragraph' }),
    steps: Type.Array(Type.String()),
    acceptance_criteria: Type.Array(Type.String()),
    context: Type.Optional(
      Type.Object(
        { related_files: Type.Optional(Type.Array(Type.String())), dependencies: Type.Optional(Type.Array(Type.String())) },
        { additionalProperties: false },
      ),
    ),
    notes: Type.Optional(Type.String()),
    status: Type.Optional({ ...StatusParam, default: 'pending' }),
    tags: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
)
export const CreateTaskOutput = Type.Object({
  success: Type.Literal(true),
  task: Type.Object({ number: Type.String(), filename: Type.String(), path: Type.String(), status: Type.String() }),
  ...WrittenOutput,
})

export type CreateTaskInput = Static<typeof CreateTaskInput>
export type CreateTaskOutput = Static<typeof CreateTaskOutput>

/** A task file in the standard form, under the next free number. */
export async function createTask(ctx: VibeContext, input: CreateTaskInput, call: Call = plainCall): Promise<CreateTaskOutput> {
  const { project: given, status = 'pending', tags = [], ...task } = input
  const text = renderTask({ ...task, status, tags })
  const edit = await editProject(ctx, { project: given, call }, async (project) => {
    const number = nextNumber((await taskFiles(ctx.root, project)).map(({ filename }) => filename))
    const address = addressOf({ project, folder: 'tasks', filename: taskFilename(number, input.title) })
    const written = await createDocument(ctx, address, text)
    return { address, written, changed: true, result: { number, filename: address.filename, path: address.path, status } }
  })
  return { success: true, task: edit.result, ...writtenFields(edit) }
}

export const createTaskTool = defineTool<VibeContext, typeof CreateTaskInput, typeof CreateTaskOutput, VibeReason>({
  name: 'create_task',
  title: 'Add a task',
  description:
    "Add a task to a project: the next numbered file in the standard format. For a board: kanban/new. Example: {project: 'kura-app', title: 'CSV export', objective: '…'}.",
  effect: 'create',
  input: CreateTaskInput,
  output: CreateTaskOutput,
  errors: [...WRITE_REASONS, 'invalid_status', 'file_exists'],
  run: createTask,
})
