import { type Call, defineTool, plainCall } from '@shoko/contract'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VibeContext } from '../context.ts'
import type { VibeReason } from '../reasons.ts'
import { editProject, requireDocument, requireHash, writtenFields } from '../workspace/edit.ts'
import { addressToWrite, parseFolder } from '../workspace/layout.ts'
import { keepFrontMatter, overlayFrontMatter } from '../workspace/overlay.ts'
import { orDocumentsLike } from './documents-like.ts'
import {
  ExpectedHashParam,
  FilenameParam,
  FolderParam,
  FrontMatterParam,
  ProjectParam,
  WRITE_REASONS,
  WrittenOutput,
} from './parameters.ts'

export const UpdateDocInput = Type.Object(
  {
    project: ProjectParam,
    folder: FolderParam,
    filename: FilenameParam,
    content: Type.String({ description: 'The whole new text; without front matter, the old one stays' }),
    frontmatter: Type.Optional({ ...FrontMatterParam, description: 'YAML keys to set; null removes one' }),
    expected_hash: Type.Optional(ExpectedHashParam),
  },
  { additionalProperties: false },
)
export const UpdateDocOutput = Type.Object({
  success: Type.Literal(true),
  path: Type.String(),
  previous_hash: Type.String(),
  new_hash: Type.String(),
  ...WrittenOutput,
})

export type UpdateDocInput = Static<typeof UpdateDocInput>
export type UpdateDocOutput = Static<typeof UpdateDocOutput>

/** New content for an existing file. */
export async function updateDoc(ctx: VibeContext, input: UpdateDocInput, call: Call = plainCall): Promise<UpdateDocOutput> {
  const address = addressToWrite(input)
  const edit = await editProject(ctx, { project: input.project, call }, async () => {
    const old = await requireDocument(ctx, address, 'change')
    requireHash(address, old, input.expected_hash)
    const text = overlayFrontMatter(keepFrontMatter(old.text, input.content), input.frontmatter)
    const written = await ctx.root.replace(address.path, text, { hash: old.hash })
    return { address, written, changed: written.hash !== old.hash, result: { previous_hash: old.hash, new_hash: written.hash } }
  })
  return { success: true, path: address.path, ...edit.result, ...writtenFields(edit) }
}

export const updateDocTool = defineTool<VibeContext, typeof UpdateDocInput, typeof UpdateDocOutput, VibeReason>({
  name: 'update_doc',
  title: 'Overwrite a project document',
  description:
    "Overwrite the text of an existing project document. read_doc first and pass its hash as expected_hash, so that nobody's change is lost. Example: {project: 'kura-app', folder: '', filename: 'status.md', content: '…'}.",
  effect: 'overwrite',
  input: UpdateDocInput,
  output: UpdateDocOutput,
  errors: [...WRITE_REASONS, 'invalid_folder'],
  nullIsValueAt: ['frontmatter'],
  run: (ctx, input, call) =>
    orDocumentsLike(ctx, { call, name: () => ({ ...input, folder: parseFolder(input.folder) }) }, () =>
      updateDoc(ctx, input, call),
    ),
})
