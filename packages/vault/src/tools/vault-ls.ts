import { defineTool } from '@shoko/contract'
import { nullable, oneOf } from '@shoko/contract/schema'
import { parseDirectory } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VaultContext } from '../context.ts'
import type { VaultReason } from '../reasons.ts'
import { DirectoryParam } from '../scope.ts'

export const VaultLsInput = Type.Object({ relative_dir: Type.Optional(DirectoryParam) }, { additionalProperties: false })
export const VaultLsOutput = Type.Object({
  entries: Type.Array(
    Type.Object({ path: Type.String(), type: oneOf(['file', 'dir']), size_bytes: nullable(Type.Integer({ minimum: 0 })) }),
  ),
})

export type VaultLsInput = Static<typeof VaultLsInput>
export type VaultLsOutput = Static<typeof VaultLsOutput>

export async function listNotes(context: VaultContext, input: VaultLsInput): Promise<VaultLsOutput> {
  const entries = await context.root.list(parseDirectory(input.relative_dir ?? ''))
  return { entries: entries.map(({ path, kind, size }) => ({ path, type: kind, size_bytes: kind === 'dir' ? null : size })) }
}

export const vaultLs = defineTool<VaultContext, typeof VaultLsInput, typeof VaultLsOutput, VaultReason>({
  name: 'vault_ls',
  title: 'List a vault folder',
  description:
    "See which folders and files the vault has, one level a call. Not for looking inside notes: vault_find. Example: {relative_dir: 'projects'}.",
  effect: 'read',
  input: VaultLsInput,
  output: VaultLsOutput,
  errors: ['invalid_argument', 'invalid_path', 'not_found', 'outside_root', 'linked', 'permission_denied', 'disk_error'],
  argumentReasons: { relative_dir: 'invalid_path' },
  run: listNotes,
})
