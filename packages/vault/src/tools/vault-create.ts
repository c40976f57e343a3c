import { type Call, DomainError, defineTool, plainCall } from '@shoko/contract'
import { PathParam } from '@shoko/contract/schema'
import { parseDirectory, parsePath, type RelativePath, type Written } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VaultContext } from '../context.ts'
import { pathComesFirst } from '../excerpt.ts'
import { checkChange } from '../policy.ts'
import { CHANGE_REASONS, type VaultReason } from '../reasons.ts'
import { requireFoldersAbove } from '../what-there-is.ts'
import { WrittenNote } from '../written-note.ts'

export const VaultCreateInput = Type.Object(
  { path: PathParam, content: Type.String({ minLength: 1 }) },
  { additionalProperties: false },
)

export type VaultCreateInput = Static<typeof VaultCreateInput>

export async function createNote(ctx: VaultContext, input: VaultCreateInput, call: Call = plainCall): Promise<WrittenNote> {
  const path = parsePath(input.path)
  checkChange(path, 'create', ctx.settings.daily)
  if ((await ctx.root.find(TOP)) === undefined) await ctx.root.ensureDirectory(TOP)
  // The link that creates needs no lock, but the removal of litter, which holds it, must not meet our temporary file.
  const written = await ctx.root.exclusive(() => create(ctx, path, input.content), { signal: call.signal })
  return { written_path: path, written_bytes: written.bytes, hash: written.hash }
}

async function create({ root }: VaultContext, path: RelativePath, content: string): Promise<Written> {
  try {
    return await root.create(path, content)
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'not_found') await requireFoldersAbove(root, path)
    throw error
  }
}

const TOP = parseDirectory('')

export const vaultCreate = defineTool<VaultContext, typeof VaultCreateInput, typeof WrittenNote, VaultReason>({
  name: 'vault_create',
  title: 'Create a note',
  description:
    "Make a new note, folders included; refuses a path that exists (then vault_write). In daily/ only YYYY-MM-DD.md. Example: {path: 'ideas/tea.md', content: '# Tea'}.",
  effect: 'create',
  seesInSection: true,
  input: VaultCreateInput,
  output: WrittenNote,
  errors: [...CHANGE_REASONS, 'already_exists'],
  precheck: pathComesFirst(['content']),
  logFields: (_input, output) => ({ path: output.written_path, written_bytes: output.written_bytes }),
  run: createNote,
})
