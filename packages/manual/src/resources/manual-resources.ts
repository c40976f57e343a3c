import {
  type CompletionRequest,
  plainCall,
  type ResourceBlob,
  type ResourceProvider,
  type ResourceText,
  type TitledCompletion,
} from '@shoko/contract'
import { decodedPart, parsePath, type RelativePath, readContent } from '@shoko/core-fs'
import { typingWait } from '@shoko/follow'
import { type TitleEntry, titleKey, titlesLike } from '@shoko/search'
import type { ManualContext } from '../context.ts'
import type { FileRecord } from '../corpus/file-record.ts'
import { listManuals, refusal, requireManual, visiblePath } from '../corpus/manuals.ts'

const SCHEME = 'manual'
const TEMPLATE = `${SCHEME}://{id}/{+path}`
const MAX_COMPLETIONS = 100

export const manualResources: ResourceProvider<ManualContext, ResourceText | ResourceBlob> = {
  scheme: SCHEME,
  templates: [
    {
      uriTemplate: TEMPLATE,
      name: 'manual-file',
      title: 'File of a manual',
      description: 'A whole file, or a picture of at most 5 MB',
      mimeType: 'text/markdown',
    },
  ],
  list: async () => [],
  read: readResource,
  complete,
  watch: async (ctx, uri) => ctx.announcer.watch(uri, await locate(ctx, uri)),
}

async function readResource(ctx: ManualContext, uri: string): Promise<ResourceText | ResourceBlob> {
  return { uri, ...(await readContent(ctx.root, await locate(ctx, uri))) }
}

async function locate(ctx: ManualContext, uri: string): Promise<RelativePath> {
  const [, id, path] = /^manual:\/\/([^/]+)\/(.+)$/s.exec(uri) ?? []
  if (id === undefined || path === undefined) throw refusal('not_found', `${uri.slice(0, 200)}: is not ${TEMPLATE}`)
  const manual = await requireManual(ctx.root, decodedPart(id, uri))
  return parsePath(`${manual}/${visiblePath(decodedPart(path, uri))}`)
}

interface Section {
  readonly record: FileRecord
  readonly node: number
}

async function complete(
  ctx: ManualContext,
  { argument, value, known }: CompletionRequest,
): Promise<readonly (string | TitledCompletion)[]> {
  if (argument === 'id') {
    const { manuals } = await listManuals(ctx.root)
    return manuals.filter((name) => name.toLowerCase().startsWith(value.toLowerCase()))
  }
  if (argument !== 'path') return []
  await ctx.corpus.refresh(plainCall, typingWait(ctx.corpus.records.size))
  return titlesLike([...titlesIn(ctx, known.id)], value, MAX_COMPLETIONS).map(({ record, node }) => ({
    value: record.path,
    title: record.titles[node]!,
    line: record.lines[node]!,
    with: { id: record.manualId },
  }))
}

/** The headings of one manual, or of all. */
function* titlesIn(ctx: ManualContext, manualId: string | undefined): Generator<TitleEntry<Section>> {
  for (const record of ctx.corpus.records.values()) {
    if (record.kind !== 'nodes' || (manualId !== undefined && record.manualId !== manualId)) continue
    for (const [node, key] of keysOf(record).entries()) yield { key, item: { record, node } }
  }
}

const keys = new WeakMap<FileRecord, readonly string[]>()

function keysOf(record: FileRecord): readonly string[] {
  const known = keys.get(record) ?? record.titles.map(titleKey)
  keys.set(record, known)
  return known
}
