import { Line, nonBlank, nullable, oneOf, refusedAs, Warnings } from '@shoko/contract/schema'
import * as Type from 'typebox'
import type { VibeReason } from '../reasons.ts'
import { FOLDERS } from '../workspace/layout.ts'
import { STATUSES } from '../workspace/status-words.ts'

export const ProjectParam = nonBlank()
/** Not an enumeration on the wire: some model APIs refuse one that holds an empty string. */
export const FolderParam = refusedAs(
  'invalid_folder',
  Type.String({ description: `${FOLDERS.join(', ')}, or "" for the project's root` }),
)
export const FilenameParam = refusedAs('invalid_path', Type.String({ description: 'May hold "/" below the folder' }))
export const StatusParam = refusedAs('invalid_status', oneOf(STATUSES))
export const ExpectedHashParam = Type.String({ description: 'hash you read; refused with CONFLICT if the file has changed' })
export const FrontMatterParam = Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'YAML keys' })

/** What tools that give a text take beside its name, and say beside it. */
export const PartInput = {
  start_line: Type.Optional(Line),
  limits: Type.Optional(Type.Object({ max_chars: Type.Optional(Type.Integer({ minimum: 1 })) })),
}
export const PartOutput = {
  truncated: Type.Boolean(),
  next_offset: Type.Object({ start_line: nullable(Type.Integer()) }),
}

export const MetadataOutput = Type.Object({
  type: Type.String(),
  status: nullable(Type.String()),
  updated: Type.String(),
  tags: Type.Array(Type.String()),
  owner: nullable(Type.String()),
})
export const WrittenOutput = {
  hash: Type.String(),
  indexed: Type.Boolean(),
  warnings: Warnings,
}

const DISK: readonly VibeReason[] = ['outside_root', 'withheld', 'linked', 'not_found', 'permission_denied', 'disk_error']

/** What reading a document can give. */
export const READ_REASONS: readonly VibeReason[] = [
  ...(['invalid_argument', 'invalid_path', 'project_not_found', 'file_not_found', 'not_text'] as const),
  ...DISK,
]
/** What changing a project's files can give, whatever the tool. */
export const WRITE_REASONS: readonly VibeReason[] = [
  ...READ_REASONS,
  ...(['already_exists', 'changed', 'busy', 'disk_full', 'read_only', 'cancelled'] as const),
]
/** What asking the index can give. */
export const INDEX_REASONS: readonly VibeReason[] = [
  ...(['invalid_argument', 'invalid_path', 'project_not_found', 'index_error', 'cancelled'] as const),
  ...DISK,
]
