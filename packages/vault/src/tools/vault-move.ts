import { type Call, DomainError, defineTool, pageOf, plainCall, saying } from '@shoko/contract'
import { listInput, listOutput, PathParam, refusedAs, Warnings } from '@shoko/contract/schema'
import { nameOf, parsePath, type RelativePath } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VaultContext } from '../context.ts'
import { checkExpected, ExpectedHash } from '../expected-hash.ts'
import { isNote } from '../links/link-index.ts'
import { hashOfFile, moveNotes } from '../links/move-notes.ts'
import { checkMove } from '../policy.ts'
import { CHANGE_REASONS, type VaultReason } from '../reasons.ts'
import { orWhatThereIs } from '../what-there-is.ts'

export const VaultMoveInput = Type.Object(
  {
    from: PathParam,
    to: refusedAs('invalid_path', Type.String({ description: 'The new path, whole' })),
    update_links: Type.Optional(Type.Boolean({ description: 'Default true' })),
    expected_hash: Type.Optional(ExpectedHash),
    ...listInput,
  },
  { additionalProperties: false },
)
export const VaultMoveOutput = Type.Object({
  written_path: Type.String(),
  hash: Type.Optional(Type.String()),
  links_updated: Type.Array(Type.Object({ path: Type.String(), count: Type.Integer({ minimum: 1 }) })),
  warnings: Warnings,
  ...listOutput,
})

export type VaultMoveInput = Static<typeof VaultMoveInput>
export type VaultMoveOutput = Static<typeof VaultMoveOutput>

export async function moveNote(ctx: VaultContext, input: VaultMoveInput, call: Call = plainCall): Promise<VaultMoveOutput> {
  const { root, settings } = ctx
  const [from, to] = [parsePath(input.from), parsePath(input.to)]
  await refuseFolder(ctx, from, input.to)
  const allow = (move: { readonly from: typeof from; readonly to: typeof to }) => checkMove(move, settings.daily)
  allow({ from, to })
  const check = (hash: string | undefined) => {
    if (hash === undefined && input.expected_hash !== undefined) throw withoutHash(from)
    if (hash !== undefined) checkExpected(from, { hash, expected: input.expected_hash })
  }
  const request = { from, to, updateLinks: input.update_links ?? true, allow, check }
  const { moved, hash } = await root.exclusive(
    async () => ({ moved: await moveNotes(ctx, request), hash: await hashOfFile(root, to) }),
    { signal: call.signal },
  )
  const warnings = [...moved.warnings, ...(isNote(from) && !isNote(to) ? [noNote(to)] : [])]
  const { items, ...list } = pageOf(moved.links, input, {
    hardMaxChars: settings.hardMaxChars,
    show: (link) => link,
    identityOf: ({ path, count }) => `${path} ${count}`,
  })
  return {
    written_path: to,
    ...(hash === undefined ? {} : { hash }),
    links_updated: items,
    ...saying(warnings),
    ...list,
  }
}

/** A slash at the end means "into this folder"; taken as a name, the note would lose its own. */
async function refuseFolder({ root }: VaultContext, from: RelativePath, to: string): Promise<void> {
  if (!/[\\/]\s*$/.test(to) || (await root.find(from))?.kind !== 'file') return
  throw new DomainError<VaultReason>(
    'invalid_path',
    `to: names a folder; give the new path whole: ${parsePath(to)}/${nameOf(from)}`,
  )
}

function noNote(path: string): string {
  return `${path} does not end in .md any more: links and Obsidian no longer take it for a note`
}

function withoutHash(path: string): DomainError<VaultReason> {
  return new DomainError('invalid_argument', `expected_hash: ${path} is no note that has one; leave it out`, {
    details: { key: 'expected_hash' },
  })
}

export const vaultMove = defineTool<VaultContext, typeof VaultMoveInput, typeof VaultMoveOutput, VaultReason>({
  name: 'vault_move',
  title: 'Rename or move a note',
  description:
    "Rename or move a note or folder; links to it are fixed. More of links_updated: the same call with offset. Not in daily/. Example: {from: 'tea.md', to: 'drinks/green tea.md'}.",
  effect: 'update',
  input: VaultMoveInput,
  output: VaultMoveOutput,
  errors: [...CHANGE_REASONS, 'already_exists', 'changed'],
  logFields: (input, output) => ({ path: output.written_path, from: input.from, links: output.total }),
  run: (ctx, input, call) => orWhatThereIs(ctx, { path: input.from, call }, () => moveNote(ctx, input, call)),
})
