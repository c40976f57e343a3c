import { defineTool } from '@shoko/contract'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VibeContext } from '../context.ts'
import type { VibeReason } from '../reasons.ts'
import { readDocument } from '../workspace/document.ts'
import { locateDocument, requireDocument } from '../workspace/edit.ts'
import { requireProject } from '../workspace/projects.ts'
import { FilenameParam, FolderParam, MetadataOutput, ProjectParam, parseFolder, READ_REASONS } from './parameters.ts'

export const ReadDocInput = Type.Object(
  { project: ProjectParam, folder: FolderParam, filename: FilenameParam },
  { additionalProperties: false },
)
export const ReadDocOutput = Type.Object({
  project: Type.String(),
  folder: Type.String(),
  filename: Type.String(),
  path: Type.String(),
  metadata: MetadataOutput,
  content: Type.String(),
  hash: Type.String({ description: 'SHA-256, for expected_hash' }),
})

export type ReadDocInput = Static<typeof ReadDocInput>
export type ReadDocOutput = Static<typeof ReadDocOutput>

/** A whole document with its metadata, as the file is now. */
export async function readDoc(ctx: VibeContext, input: ReadDocInput): Promise<ReadDocOutput> {
  const name = { ...input, folder: parseFolder(input.folder) }
  const address = await locateDocument(ctx, name)
  await requireProject(ctx.root, address.project)
  const file = await requireDocument(ctx, address)
  const { project, folder, filename, path } = address
  const { metadata } = readDocument(address, file)
  return {
    project,
    folder,
    filename,
    path,
    metadata: { ...metadata, tags: [...metadata.tags] },
    content: file.text,
    hash: file.hash,
  }
}

export const readDocTool = defineTool<VibeContext, typeof ReadDocInput, typeof ReadDocOutput, VibeReason>({
  name: 'read_doc',
  title: 'Read a project document',
  description:
    "Open one document of a project whole, with its hash; after search or list_tasks. Example: {project: 'kura-app', folder: '', filename: 'status.md'}.",
  effect: 'read',
  input: ReadDocInput,
  output: ReadDocOutput,
  errors: [...READ_REASONS, 'invalid_folder'],
  argumentReasons: { folder: 'invalid_folder', filename: 'invalid_path' },
  run: readDoc,
})
