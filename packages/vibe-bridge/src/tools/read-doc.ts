import { DomainError, defineTool } from '@shoko/contract'
import { refusedAs } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VibeContext } from '../context.ts'
import type { VibeReason } from '../reasons.ts'
import { viewDocument } from '../views/view-document.ts'
import { locateDocument, requireDocument } from '../workspace/edit.ts'
import { type DocumentName, type Folder, nameOfPath, parseFolder } from '../workspace/layout.ts'
import { requireProject } from '../workspace/projects.ts'
import { partOf } from '../workspace/text-part.ts'
import { orDocumentsLike } from './documents-like.ts'
import { FilenameParam, FolderParam, MetadataOutput, PartInput, PartOutput, ProjectParam, READ_REASONS } from './parameters.ts'

export const ReadDocInput = Type.Object(
  {
    path: Type.Optional(
      refusedAs('invalid_path', Type.String({ description: 'As search and list_tasks return it; instead of the three' })),
    ),
    project: Type.Optional(ProjectParam),
    folder: Type.Optional(FolderParam),
    filename: Type.Optional(FilenameParam),
    ...PartInput,
  },
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
  ...PartOutput,
})

export type ReadDocInput = Static<typeof ReadDocInput>
export type ReadDocOutput = Static<typeof ReadDocOutput>

/** A document with its metadata, as the file is now; a long one in parts. */
export async function readDoc(ctx: VibeContext, input: ReadDocInput): Promise<ReadDocOutput> {
  const { content, ...document } = await readWholeDoc(ctx, input)
  return { ...document, ...partOf(content, input, ctx.hardMaxChars) }
}

export type WholeDoc = Omit<ReadDocOutput, keyof typeof PartOutput>

/** The same with all of its text, for resources. */
export async function readWholeDoc(ctx: VibeContext, input: ReadDocInput): Promise<WholeDoc> {
  const address = await locateDocument(ctx, nameOf(input))
  await requireProject(ctx.root, address.project)
  const file = await requireDocument(ctx, address, 'reading')
  const { project, folder, filename, path } = address
  const metadata = await viewDocument('metadata', { address, file })
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
    "Open one document of a project, with its hash; after search or list_tasks. Example: {path: 'kura-app/status.md'}.",
  effect: 'read',
  input: ReadDocInput,
  output: ReadDocOutput,
  errors: [...READ_REASONS, 'invalid_folder'],
  run: (ctx, input, call) => orDocumentsLike(ctx, { call, name: () => nameOf(input) }, () => readDoc(ctx, input)),
})

/** Given both ways, they must name the same file. */
function nameOf({ path, project, folder, filename }: ReadDocInput): DocumentName {
  const named = path === undefined ? undefined : nameOfPath(path)
  if (named === undefined) return { project: required(project), folder: folderOf(folder), filename: filenameOf(filename) }
  const { folder: inFolder } = named
  const agrees =
    (project === undefined || project.trim() === named.project) &&
    (folder === undefined || folder.trim() === inFolder) &&
    (filename === undefined || filename.trim() === named.filename)
  if (agrees) return named
  throw badArgument('path', 'path names another document than project, folder and filename; give one of the two')
}

function required(project: string | undefined): string {
  if (project !== undefined) return project
  throw badArgument('project', 'give path as search returns it, or project, folder and filename')
}

function folderOf(folder: string | undefined): Folder {
  if (folder !== undefined) return parseFolder(folder)
  throw new DomainError<VibeReason>('invalid_folder', 'folder: missing; "" is the project\'s root', {
    details: { key: 'folder' },
  })
}

function filenameOf(filename: string | undefined): string {
  if (filename !== undefined) return filename
  throw new DomainError<VibeReason>('invalid_path', 'filename: missing', { details: { key: 'filename' } })
}

function badArgument(key: string, message: string): DomainError<VibeReason> {
  return new DomainError<VibeReason>('invalid_argument', message, { details: { key } })
}
