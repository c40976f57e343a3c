import {
  type Call,
  type CompletionRequest,
  plainCall,
  type ResourceBlob,
  type ResourceProvider,
  type ResourceText,
  type TitledCompletion,
} from '@shoko/contract'
import { parseDirectory, readContent, stampOf } from '@shoko/core-fs'
import { FIRST_READING_MS, typingWait } from '@shoko/follow'
import { titleKey, titlesLike } from '@shoko/search'
import type { VaultContext } from '../context.ts'
import { type NoteRecord, readNote, stemOf } from '../find/note-record.ts'
import { type ListedEntry, listEntries } from '../list-entries.ts'
import { NOTE_TEMPLATE, NOTES_URI, pathOfUri, SCHEME } from './uris.ts'

const MAX_COMPLETIONS = 100
const MOST_LISTED = 200

export const vaultResources: ResourceProvider<VaultContext, ResourceText | ResourceBlob> = {
  scheme: SCHEME,
  templates: [
    {
      uriTemplate: NOTE_TEMPLATE,
      name: 'note',
      title: 'Note',
      description: 'A whole note, or a picture of at most 5 MB',
      mimeType: 'text/markdown',
    },
  ],
  // Cheap on purpose, since clients ask when they connect: notes are found by the template.
  list: async () => [
    { uri: NOTES_URI, name: 'notes', title: 'Notes', description: 'The last changed first', mimeType: 'application/json' },
  ],
  read: readResource,
  complete: completeTitle,
  watch: (ctx, uri) => ctx.announcer.watch(uri, pathOfUri(uri) ?? parseDirectory('')),
}

async function readResource(ctx: VaultContext, uri: string, call: Call): Promise<ResourceText | ResourceBlob> {
  const path = pathOfUri(uri)
  if (path !== undefined) return { uri, ...(await readContent(ctx.root, path)) }
  return { uri, mimeType: 'application/json', text: JSON.stringify(await lastChanged(ctx, call)) }
}

async function lastChanged(ctx: VaultContext, call: Call) {
  const order = { dir: parseDirectory(''), recursive: true, glob: '', since: undefined }
  const entries = await listEntries(ctx.root, order, call.signal)
  await ctx.notes.refresh(call, FIRST_READING_MS)
  const files = entries.filter(({ kind }) => kind === 'file').sort((a, b) => b.mtimeMs - a.mtimeMs)
  return {
    total: files.length,
    notes: await Promise.all(
      files.slice(0, MOST_LISTED).map(async (file) => ({
        path: file.path,
        title: await titleNow(ctx, file),
        modified: new Date(file.mtimeMs).toISOString(),
      })),
    ),
  }
}

/** As the file is, also where the index has not seen it yet. */
async function titleNow({ root, notes }: VaultContext, { path, mtimeMs }: ListedEntry): Promise<string> {
  const known = notes.records.get(path)
  if (known?.stamp[1] === mtimeMs) return titleOf(known, path)
  const file = await root.readText(path).catch(() => undefined)
  if (file === undefined) return stemOf(path)
  return titleOf(readNote(path, { text: file.text, bytes: file.bytes, stamp: stampOf(file.info, 0) }).record, path)
}

async function completeTitle(ctx: VaultContext, { argument, value }: CompletionRequest): Promise<readonly TitledCompletion[]> {
  if (argument !== 'path') return []
  await ctx.notes.refresh(plainCall, waitFor(ctx))
  const known = [...ctx.notes.records.values()].map((record) => ({ key: keyOf(record), item: record.path }))
  const unread = [...ctx.notes.pending].map((path) => ({ key: titleKey(path), item: path as string }))
  return titlesLike([...known, ...unread], value, MAX_COMPLETIONS).map((path) => ({
    value: path,
    title: titleOf(ctx.notes.records.get(path), path),
  }))
}

/** Where notes are being read already, their names are known, and no short wait would bring the rest. */
function waitFor({ notes: { pending, records } }: VaultContext): number {
  return pending.size > 0 ? 0 : typingWait(records.size)
}

const keys = new WeakMap<NoteRecord, string>()

/** Everything a note is called by, and where it lies. */
function keyOf(record: NoteRecord): string {
  const known = keys.get(record) ?? titleKey(`${record.names} ${record.path}`)
  keys.set(record, known)
  return known
}

function titleOf(record: NoteRecord | undefined, path: string): string {
  return record?.title || stemOf(path)
}
