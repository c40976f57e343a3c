import { type Call, DomainError, defineTool, pageOf, plainCall } from '@shoko/contract'
import { listInput, listOutput, PathParam, Warnings } from '@shoko/contract/schema'
import { isDeniedName, nameOf, parsePath, type RelativePath } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VaultContext } from '../context.ts'
import { checkExpected, ExpectedHash } from '../expected-hash.ts'
import { backlinksOf } from '../links/backlinks.ts'
import { hashOfFile } from '../links/move-notes.ts'
import { trashPlace } from '../links/trash.ts'
import { checkTrash } from '../policy.ts'
import { CHANGE_REASONS, type VaultReason } from '../reasons.ts'
import { orWhatThereIs } from '../what-there-is.ts'
import { BacklinkEntry } from './vault-links.ts'

export const VaultTrashInput = Type.Object(
  { path: PathParam, expected_hash: Type.Optional(ExpectedHash), ...listInput },
  { additionalProperties: false },
)
export const VaultTrashOutput = Type.Object({
  trashed_path: Type.String(),
  hash: Type.Optional(Type.String()),
  backlinks: Type.Array(BacklinkEntry, { description: 'They lead nowhere now; all of them: vault_links of trashed_path' }),
  warnings: Warnings,
  ...listOutput,
})

export type VaultTrashInput = Static<typeof VaultTrashInput>
export type VaultTrashOutput = Static<typeof VaultTrashOutput>

export async function trashNote(ctx: VaultContext, input: VaultTrashInput, call: Call = plainCall): Promise<VaultTrashOutput> {
  const { root, settings, links } = ctx
  const path = parsePath(input.path)
  checkTrash(path, settings.daily)
  await requireFile(ctx, path)
  await links.refresh()
  const backlinks = await backlinksOf(ctx, { path, names: links.names })
  const { place, hash } = await root.exclusive(() => toTrash(ctx, path, input.expected_hash), { signal: call.signal })
  const { items, ...list } = pageOf(backlinks, input, {
    hardMaxChars: settings.hardMaxChars,
    show: (link) => link,
    identityOf: (link) => JSON.stringify(link),
  })
  return { trashed_path: place, ...(hash === undefined ? {} : { hash }), backlinks: items, ...list }
}

async function toTrash(ctx: VaultContext, path: RelativePath, expected: string | undefined) {
  const { root, clock } = ctx
  await requireFile(ctx, path)
  const hash = await hashOfFile(root, path)
  checkExpected(path, { hash: hash ?? '', expected })
  let now = clock.now()
  while ((await root.find(trashPlace(path, now))) !== undefined) now++
  const place = trashPlace(path, now)
  await root.move(path, place)
  return { place, hash }
}

async function requireFile({ root }: VaultContext, path: RelativePath): Promise<void> {
  const info = await root.stat(path)
  if (info.kind === 'file' && !isDeniedName(nameOf(path))) return
  throw new DomainError<VaultReason>('not_found', `${path}: is not a note; a folder can be moved with vault_move`)
}

export const vaultTrash = defineTool<VaultContext, typeof VaultTrashInput, typeof VaultTrashOutput, VaultReason>({
  name: 'vault_trash',
  title: 'Put a note into the trash',
  description:
    "Remove a note: it goes to .system/trash/, from where vault_move brings it back, and you see who still links to it. Not in daily/. Example: {path: 'ideas/old.md'}.",
  effect: 'overwrite',
  input: VaultTrashInput,
  output: VaultTrashOutput,
  errors: [...CHANGE_REASONS, 'changed'],
  logFields: (input) => ({ path: input.path }),
  run: (ctx, input, call) => orWhatThereIs(ctx, { path: input.path, call }, () => trashNote(ctx, input, call)),
})
