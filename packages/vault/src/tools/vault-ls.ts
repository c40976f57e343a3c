import { type Call, DomainError, defineTool, pageOf, plainCall } from '@shoko/contract'
import { listInput, listOutput, nullable, oneOf } from '@shoko/contract/schema'
import { parseDirectory } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VaultContext } from '../context.ts'
import { type ListedEntry, listEntries } from '../list-entries.ts'
import { SEARCH_REASONS, type VaultReason } from '../reasons.ts'
import { DirectoryParam, GlobParam } from '../scope.ts'
import { orWhichFolders } from '../what-there-is.ts'

export const VaultLsInput = Type.Object(
  {
    relative_dir: Type.Optional(DirectoryParam),
    recursive: Type.Optional(Type.Boolean({ description: 'Also everything below; default one level' })),
    glob: Type.Optional(GlobParam),
    sort: Type.Optional(oneOf(['path', 'modified'], 'modified: newest first')),
    since: Type.Optional(Type.String({ description: 'Only files modified since this date or time (ISO 8601)' })),
    ...listInput,
  },
  { additionalProperties: false },
)
export const VaultLsOutput = Type.Object({
  entries: Type.Array(
    Type.Object({
      path: Type.String(),
      type: oneOf(['file', 'dir']),
      size_bytes: nullable(Type.Integer({ minimum: 0 })),
      modified: Type.String({ description: 'ISO 8601' }),
    }),
  ),
  ...listOutput,
})

export type VaultLsInput = Static<typeof VaultLsInput>
export type VaultLsOutput = Static<typeof VaultLsOutput>

export async function listNotes(ctx: VaultContext, input: VaultLsInput, call: Call = plainCall): Promise<VaultLsOutput> {
  const { recursive = false, glob = '', sort = 'path' } = input
  const order = { recursive, glob: glob.trim(), since: input.since === undefined ? undefined : timeOf(input.since) }
  const entries = await listEntries(ctx.root, { dir: parseDirectory(input.relative_dir ?? ''), ...order }, call.signal)
  if (sort === 'modified') entries.sort(newestFirst)
  const { items, ...list } = pageOf(entries, input, {
    hardMaxChars: ctx.settings.hardMaxChars,
    show: ({ path, kind, size, mtimeMs }) => ({
      path,
      type: kind,
      size_bytes: kind === 'dir' ? null : size,
      modified: new Date(mtimeMs).toISOString(),
    }),
    identityOf: ({ path, mtimeMs }) => `${path} ${mtimeMs}`,
  })
  return { entries: items, ...list }
}

/** A date is its first moment where this server runs; so is a time without a zone. */
function timeOf(since: string): number {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(since.trim())
  const time = Date.parse(day ? `${since.trim()}T00:00:00` : since.trim())
  if (/^\d{4}-\d{2}-\d{2}/.test(since.trim()) && !Number.isNaN(time)) return time
  throw new DomainError<VaultReason>(
    'invalid_argument',
    'since: must be a date or time such as 2026-11-16 or 2026-11-16T18:00:00Z',
    {
      details: { key: 'since' },
    },
  )
}

function newestFirst(a: ListedEntry, b: ListedEntry): number {
  return b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1)
}

export const vaultLs = defineTool<VaultContext, typeof VaultLsInput, typeof VaultLsOutput, VaultReason>({
  name: 'vault_ls',
  title: 'List a vault folder',
  description:
    "See which folders and files the vault has, and which changed lately. Not for looking inside notes: vault_find. Example: {recursive: true, since: '2026-11-16', sort: 'modified'}.",
  effect: 'read',
  input: VaultLsInput,
  output: VaultLsOutput,
  errors: SEARCH_REASONS,
  run: (ctx, input, call) => orWhichFolders(ctx, { path: input.relative_dir ?? '', call }, () => listNotes(ctx, input, call)),
})
