import { defineTool, pageOf } from '@shoko/contract'
import { listInput, nonBlank, oneOf, warnedListOutput } from '@shoko/contract/schema'
import { type DirEntry, parsePath, type RelativePath } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { ManualContext } from '../context.ts'
import { isHidden, isPlainSegment, listManuals, refusal, requireManual } from '../corpus/manuals.ts'
import { fileTypeOf } from '../corpus/nodes.ts'
import type { ManualReason } from '../reasons.ts'

export const ManualLsInput = Type.Object(
  { id: Type.Optional(nonBlank('An id that manual_ls returned; "manuals" (default) lists the manuals')), ...listInput },
  { additionalProperties: false },
)
export const ManualLsOutput = Type.Object({
  id: Type.String(),
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      kind: oneOf(['dir', 'file']),
      path: Type.Optional(Type.String()),
      file_type: Type.Optional(oneOf(['md', 'json'])),
    }),
  ),
  ...warnedListOutput,
})

export type ManualLsInput = Static<typeof ManualLsInput>
export type ManualLsOutput = Static<typeof ManualLsOutput>

/** One level: the manuals, or what stands directly in a manual or in one of its directories. */
export async function listLevel(ctx: ManualContext, input: ManualLsInput): Promise<ManualLsOutput> {
  const { id = ALL_MANUALS, ...request } = input
  const page = (items: readonly Item[]) =>
    pageOf(items, request, { hardMaxChars: ctx.settings.hardMaxChars, show: (item) => item, identityOf: (item) => item.id })
  if (id === ALL_MANUALS) {
    const { manuals, strays } = await listManuals(ctx.root)
    return { id, ...page(manuals.map(manualItem)), ...(strays.length === 0 ? {} : { warnings: [strayWarning(strays)] }) }
  }
  const { manualId, path } = parseId(id)
  await requireManual(ctx.root, manualId)
  const dir = parsePath(path === '' ? manualId : `${manualId}/${path}`)
  const entries = await ctx.root.list(dir)
  return { id, ...page(entries.flatMap((entry) => childItem(manualId, entry))) }
}

export const manualLs = defineTool<ManualContext, typeof ManualLsInput, typeof ManualLsOutput, ManualReason>({
  name: 'manual_ls',
  title: 'List the manuals',
  description:
    'Which manuals there are: lists all manuals, or one folder of a manual (a returned id of kind dir). Next: manual_toc. Example: {}.',
  effect: 'read',
  input: ManualLsInput,
  output: ManualLsOutput,
  errors: ['invalid_argument', 'not_found', 'linked', 'outside_root', 'withheld', 'permission_denied', 'disk_error'],
  run: listLevel,
})

type Item = ManualLsOutput['items'][number]

const ALL_MANUALS = 'manuals'

/** Files beside the manuals are in none of them, and nobody would find out why they are not found. */
function strayWarning(strays: readonly string[]): string {
  const some = strays.slice(0, 3).join(', ')
  const names = strays.length > 3 ? `${some} and ${strays.length - 3} more` : some
  const what = strays.length === 1 ? 'file lies' : 'files lie'
  return `${strays.length} ${what} at the top of the manuals folder and in no manual (${names}): move them into a folder there, or set MANUALS=name=path to make the folder they are in one manual`
}

function manualItem(name: string): Item {
  // A manual that is itself called "manuals" would be taken for the list, so it goes by the id of its directory.
  return { id: name === ALL_MANUALS ? directoryId(name, '') : name, name, kind: 'dir' }
}

function childItem(manualId: string, entry: DirEntry): Item[] {
  if (isHidden(entry.name)) return []
  const path = pathInManual(entry.path)
  if (entry.kind === 'dir') return [{ id: directoryId(manualId, path), name: entry.name, kind: 'dir', path }]
  const type = fileTypeOf(entry.name)
  if (type === undefined) return []
  return [{ id: `file::${manualId}::${encode(path)}`, name: entry.name, kind: 'file', path, file_type: type }]
}

function parseId(id: string): { readonly manualId: string; readonly path: string } {
  if (id.startsWith('file::')) throw refusal('invalid_argument', 'id: a file cannot be listed; read it with manual_read')
  if (!id.startsWith('dir::')) return { manualId: id, path: '' }
  const last = id.lastIndexOf('::')
  const manualId = id.slice('dir::'.length, Math.max(last, 'dir::'.length))
  const path = decode(id.slice(last + 2))
  if (last <= 'dir:'.length || !isPlainSegment(manualId) || path === undefined) throw malformed()
  return { manualId, path }
}

function directoryId(manualId: string, path: string): string {
  return `dir::${manualId}::${encode(path)}`
}

function pathInManual(path: RelativePath): string {
  return path.slice(path.indexOf('/') + 1)
}

function encode(path: string): string {
  return Buffer.from(path, 'utf8').toString('base64url')
}

/** Undefined unless the text is exactly what `encode` makes of a clean relative path. */
function decode(encoded: string): string | undefined {
  const path = Buffer.from(encoded, 'base64url').toString('utf8')
  const clean = path === '' || path.split('/').every(isPlainSegment)
  return clean && encode(path) === encoded ? path : undefined
}

function malformed() {
  return refusal('invalid_argument', 'id: not an id that manual_ls returned')
}
