import { DomainError } from '@shoko/contract'
import { refusedAs } from '@shoko/contract/schema'
import { isHiddenPath, parseDirectory, type RelativePath } from '@shoko/core-fs'
import * as Type from 'typebox'
import type { VaultContext } from './context.ts'
import type { VaultReason } from './reasons.ts'

export const DirectoryParam = refusedAs(
  'invalid_path',
  Type.String({ description: 'Folder below the vault; default the whole vault' }),
)
export const GlobParam = Type.String({ description: 'For paths below relative_dir; *.md matches at any depth' })

export interface ScopeInput {
  readonly relative_dir?: string
  readonly glob?: string
}

/** Where a search looks: below `dir`, in files whose path below it fits `glob`. */
export interface FileScope {
  readonly dir: RelativePath
  readonly glob: string | undefined
}

/** Where to search; undefined when the folder exists but is one that searches leave out. */
export async function openScope(context: VaultContext, input: ScopeInput): Promise<FileScope | undefined> {
  const dir = parseDirectory(input.relative_dir ?? '')
  const info = await context.root.stat(dir)
  if (info.kind !== 'dir') throw new DomainError<VaultReason>('not_found', `${dir}: is not a folder`)
  return isHiddenPath(dir) ? undefined : { dir, glob: input.glob?.trim() || undefined }
}
