import { DomainError } from '@shoko/contract'
import { isDeniedName, nameOf, parentOf, type RelativePath, type Root, sha256 } from '@shoko/core-fs'
import { yieldEvery } from '@shoko/follow'
import type { VaultReason } from '../reasons.ts'
import { requireFoldersAbove } from '../what-there-is.ts'
import { isNote, type LinkIndex, MAX_NOTE_BYTES } from './link-index.ts'
import { isSameMove, type MoveRecord, type OwnNote, readRecord, type UpdatedLinks, writeRecord } from './move-journal.ts'
import { isBelow, type Move, movedPath, renamed, withFile } from './note-names.ts'
import { type MoveView, rewriteLinks } from './rewrite-links.ts'
import { placeBeforeTrash } from './trash.ts'
import { updateLinks } from './update-links.ts'

export interface MoveParts {
  readonly root: Root
  readonly links: LinkIndex
}

export interface MoveRequest extends Move {
  readonly updateLinks: boolean
  /** Throws when the caller may not move this. Called with every file that moves, before anything does. */
  readonly allow: (move: Move) => void
  /** Throws when the note is not the one that the caller has seen; undefined for what has no hash. */
  readonly check: (hash: string | undefined) => void
}

export interface MoveOutcome {
  readonly links: readonly UpdatedLinks[]
  readonly warnings: readonly string[]
}

/** Renames a file or folder and rewrites the links that lead to it. Call it under the lock. */
export async function moveNotes(parts: MoveParts, request: MoveRequest): Promise<MoveOutcome> {
  const { root } = parts
  const record = await readRecord(root)
  const isHere = await hasName(root, request.from)
  if (isSameMove(record, request) && !isHere && (await hasName(root, request.to))) return repeat(parts, record)
  const earlier = await finishEarlier(parts, record, request)
  await checkEnds(root, request)
  const own = await planOwn(parts, request)
  const started: MoveRecord = { from: request.from, to: request.to, updateLinks: request.updateLinks, own }
  const { looks } = parts.links
  await writeRecord(root, started)
  await root.move(request.from, request.to)
  return complete(parts, started, { known: earlier, looks })
}

/** The same call once more: it finishes what a killed process left, or says again what was done. */
async function repeat(parts: MoveParts, record: MoveRecord): Promise<MoveOutcome> {
  if (record.done === undefined)
    return complete(parts, record, {
      known: ['an interrupted move was finished; links it had changed before are not counted'],
    })
  return { links: record.done.links, warnings: [...record.done.warnings, 'it had been moved already; nothing was changed now'] }
}

/** Somebody else's interrupted move is finished first: its links would be lost with its record. */
async function finishEarlier(parts: MoveParts, record: MoveRecord | undefined, { allow }: MoveRequest): Promise<string[]> {
  if (record === undefined || record.done !== undefined) return []
  const { root } = parts
  if (!isAllowed(allow, record)) return []
  if ((await hasName(root, record.from)) || !(await hasName(root, record.to))) return [] // it had not begun, or has been undone
  const { warnings } = await complete(parts, record)
  return [`an interrupted move of ${record.from} to ${record.to} was finished first`, ...warnings]
}

/** A record that nobody of us can have written is nothing to finish. */
function isAllowed(allow: MoveRequest['allow'], move: Move): boolean {
  try {
    allow(move)
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

interface Before {
  /** What is to be told in any case. */
  readonly known?: readonly string[]
  /** How often the index had looked before the files moved; undefined: it has not seen the vault before. */
  readonly looks?: number
}

async function complete(parts: MoveParts, record: MoveRecord, { known = [], looks }: Before = {}): Promise<MoveOutcome> {
  const { root, links: index } = parts
  const done = { links: [] as readonly UpdatedLinks[], warnings: known }
  if (record.updateLinks) {
    // What lies in the trash is in no index.
    if (looks === undefined || placeBeforeTrash(record.from) !== undefined) await index.refresh()
    else await index.follow(record, looks)
    const updated = await updateLinks(parts, record, viewAfter(index, record))
    done.links = updated.links
    done.warnings = [...known, ...updated.warnings]
  }
  await writeRecord(root, { ...record, own: [], done })
  return done
}

/** When the files have moved: the vault before is the one that is there, read backwards. */
function viewAfter(index: LinkIndex, { from, to }: Move): MoveView {
  const original = placeBeforeTrash(from)
  const move = { from: original ?? from, to }
  const before = original === undefined ? renamed(index.names, { from: to, to: from }) : withFile(index.names, original)
  return { move, before, after: index.names }
}

async function checkEnds(root: Root, { from, to, allow, check }: MoveRequest): Promise<void> {
  const info = await root.find(from)
  if (info === undefined || isDeniedName(nameOf(from))) throw new DomainError<VaultReason>('not_found', `${from}: not found`)
  if (isBelow(to, from) && to !== from) throw new DomainError<VaultReason>('invalid_path', `${from}: cannot be moved into itself`)
  if (await hasName(root, to)) {
    const hint = (await root.find(to))?.kind === 'dir' ? `; to move it in there: ${to}/${nameOf(from)}` : ''
    throw new DomainError<VaultReason>('already_exists', `${to}: already exists${hint}`)
  }
  await requireFoldersAbove(root, to)
  allow({ from, to })
  if (info.kind === 'dir')
    for (const { path } of await root.walk({ dir: from })) allow({ from: path, to: movedPath(path, { from, to }) })
  check(await hashOfFile(root, from))
}

/** Larger ones are moved without. */
const MAX_HASHED_BYTES = 128 * 1024 * 1024

export async function hashOfFile(root: Root, path: RelativePath): Promise<string | undefined> {
  const { kind, size } = await root.stat(path)
  return kind === 'dir' || size > MAX_HASHED_BYTES ? undefined : sha256((await root.read(path)).bytes)
}

/** By its own spelling: some disks find a file under any case of its name. */
async function hasName(root: Root, path: RelativePath): Promise<boolean> {
  if ((await root.find(path)) === undefined) return false
  return (await root.list(parentOf(path))).some(({ name }) => name === nameOf(path)) || isDeniedName(nameOf(path))
}

/** What the moved notes will hold; known before the first of them changes, so that each can be told apart later. */
async function planOwn({ root, links: index }: MoveParts, { from, to, updateLinks: wanted }: MoveRequest): Promise<OwnNote[]> {
  if (!wanted) return []
  await index.refresh()
  const original = placeBeforeTrash(from)
  const move = { from: original ?? from, to }
  const before = original === undefined ? index.names : withFile(index.names, original)
  const view = { move, before, after: renamed(before, move) }
  const own: OwnNote[] = []
  const giveWay = yieldEvery()
  for (const path of await notesBelow(root, from)) {
    await giveWay()
    const note = await root.readText(path).catch(unlessDomain)
    if (note === undefined || note.info.size > MAX_NOTE_BYTES) continue
    const { text, count } = rewriteLinks(note.text, movedPath(path, { from, to: move.from }), view)
    if (count > 0) own.push({ path: movedPath(path, { from, to }), before: note.hash, after: sha256(Buffer.from(text)) })
  }
  return own
}

async function notesBelow(root: Root, path: RelativePath): Promise<RelativePath[]> {
  if ((await root.find(path))?.kind === 'file') return [path].filter(isNote)
  return (await root.walk({ dir: path })).map((file) => file.path).filter(isNote)
}

function unlessDomain(error: unknown): undefined {
  if (!(error instanceof DomainError)) throw error
}
