import { type Call, defineTool, plainCall } from '@shoko/contract'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VibeContext } from '../context.ts'
import type { VibeReason } from '../reasons.ts'
import { absolutePath, createDocument, editProject, writtenFields } from '../workspace/edit.ts'
import { addressToWrite } from '../workspace/layout.ts'
import { overlayFrontMatter } from '../workspace/overlay.ts'
import { FilenameParam, FolderParam, FrontMatterParam, ProjectParam, WRITE_REASONS, WrittenOutput } from './parameters.ts'

export const CreateDocInput = Type.Object(
  {
    project: ProjectParam,
    folder: FolderParam,
    filename: FilenameParam,
    content: Type.String(),
    frontmatter: Type.Optional(FrontMatterParam),
  },
  { additionalProperties: false },
)
export const CreateDocOutput = Type.Object({
  success: Type.Literal(true),
  path: Type.String(),
  absolute_path: Type.String(),
  ...WrittenOutput,
})

export type CreateDocInput = Static<typeof CreateDocInput>
export type CreateDocOutput = Static<typeof CreateDocOutput>

/** A new file in a project; what is there already is never replaced. */
export async function createDoc(ctx: VibeContext, input: CreateDocInput, call: Call = plainCall): Promise<CreateDocOutput> {
  const address = addressToWrite(input)
  const text = overlayFrontMatter(input.content, input.frontmatter)
  const edit = await editProject(ctx, { project: input.project, call }, async () => {
    const written = await createDocument(ctx, address, text)
    return { address, written, changed: true, result: undefined }
  })
  return { success: true, path: address.path, absolute_path: absolutePath(ctx, address), ...writtenFields(edit) }
}

export const createDocTool = defineTool<VibeContext, typeof CreateDocInput, typeof CreateDocOutput, VibeReason>({
  name: 'create_doc',
  title: 'Save a new project document',
  description:
    "Save a report, reference or draft as a new document of a project; never replaces (update_doc), not for tasks (create_task). Example: {folder: 'reports', filename: '2026-11'}.",
  effect: 'create',
  input: CreateDocInput,
  output: CreateDocOutput,
  errors: [...WRITE_REASONS, 'invalid_folder', 'file_exists'],
  run: createDoc,
})
