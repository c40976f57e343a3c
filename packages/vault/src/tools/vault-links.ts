import { DomainError, defineTool, pageOf } from '@shoko/contract'
import { listInput, nullable, oneOf, PathParam, warnedListOutput } from '@shoko/contract/schema'
import { parsePath, type RelativePath } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VaultContext } from '../context.ts'
import { type Backlink, backlinksOf, type OutgoingLink, outgoingLinks } from '../links/backlinks.ts'
import { isNote, MAX_NOTE_BYTES, readNoteText } from '../links/link-index.ts'
import { withFile } from '../links/note-names.ts'
import { placeBeforeTrash } from '../links/trash.ts'
import { READ_REASONS, type VaultReason } from '../reasons.ts'
import { orWhatThereIs } from '../what-there-is.ts'

export const BacklinkEntry = Type.Object({ path: Type.String(), line: Type.Integer({ minimum: 1 }), text: Type.String() })
export const VaultLinksInput = Type.Object({ path: PathParam, ...listInput }, { additionalProperties: false })
export const VaultLinksOutput = Type.Object({
  outgoing: Type.Array(
    Type.Object({
      target: Type.String(),
      path: nullable(Type.String()),
      line: Type.Integer({ minimum: 1 }),
      kind: oneOf(['wiki', 'embed', 'markdown', 'image', 'definition']),
    }),
  ),
  backlinks: Type.Array(BacklinkEntry),
  unresolved: Type.Integer({ minimum: 0, description: 'Outgoing links that lead nowhere' }),
  ...warnedListOutput,
})

export type VaultLinksInput = Static<typeof VaultLinksInput>
export type VaultLinksOutput = Static<typeof VaultLinksOutput>

export async function showLinks(ctx: VaultContext, input: VaultLinksInput): Promise<VaultLinksOutput> {
  const path = parsePath(input.path)
  const info = await ctx.root.stat(path)
  if (info.kind !== 'file') throw new DomainError<VaultReason>('not_found', `${path}: is not a note`)
  await ctx.links.refresh()
  const { backlinks, outgoing } = await linksOf(ctx, path)
  const isUnread = isNote(path) && info.size > MAX_NOTE_BYTES
  // One list, first those that lead here: what people ask for most.
  const { items, ...list } = pageOf<Backlink | OutgoingLink, Backlink | OutgoingLink>([...backlinks, ...outgoing], input, {
    hardMaxChars: ctx.settings.hardMaxChars,
    show: (link) => link,
    identityOf: (link) => JSON.stringify(link),
  })
  return {
    outgoing: items.filter((link) => 'kind' in link),
    backlinks: items.filter((link) => 'text' in link),
    unresolved: outgoing.filter((link) => link.path === null).length,
    ...list,
    ...(isUnread ? { warnings: [`${path}: larger than 1 MiB, so its own links are not looked through`] } : {}),
  }
}

/** A note in the trash is shown as it stood in its place: what would lead to it again. */
async function linksOf({ root, links }: VaultContext, path: RelativePath) {
  const original = placeBeforeTrash(path)
  const source = original ?? path
  const names = original === undefined ? links.names : withFile(links.names, original)
  const text = isNote(path) ? await readNoteText(root, path) : undefined
  return {
    backlinks: await backlinksOf({ root, links }, { path: source, names }),
    outgoing: text === undefined ? [] : await outgoingLinks(text, { source, names }),
  }
}

export const vaultLinks = defineTool<VaultContext, typeof VaultLinksInput, typeof VaultLinksOutput, VaultReason>({
  name: 'vault_links',
  title: 'Backlinks of a note',
  description: "Who refers to this note, and where does it point itself? Example: {path: 'ideas/tea.md'}.",
  effect: 'read',
  input: VaultLinksInput,
  output: VaultLinksOutput,
  errors: READ_REASONS,
  logFields: (input) => ({ path: input.path }),
  run: (ctx, input, call) => orWhatThereIs(ctx, { path: input.path, call }, () => showLinks(ctx, input)),
})
