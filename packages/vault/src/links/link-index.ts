import { DomainError } from '@shoko/contract'
import { type BatchFile, lendingRoom, type RelativePath, type Root } from '@shoko/core-fs'
import { type FileStamp, isCurrent, stampOf, yieldEvery } from '@shoko/follow'
import { isTextContent } from '../search/file-text.ts'
import { foldName, isBelow, lastSegment, type Move, movedPath, NameTable } from './note-names.ts'
import { placeOf } from './resolve-link.ts'
import { scanLinks } from './scan-links.ts'

interface IndexedNote {
  readonly stamp: FileStamp
  /** What its links call their destinations. */
  readonly mentions: readonly string[]
  readonly isRead: boolean
}

/** A note that may not be read; it has no times, so that the next look tries it again. */
const CLOSED: BatchFile = { info: { kind: 'file', size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0, mode: 0 }, bytes: undefined }
/** Larger notes are not looked through: that takes as long as others may be kept waiting. */
export const MAX_NOTE_BYTES = 1024 * 1024
/** Notes up to this size are read into one piece of memory: thousands of short-lived ones keep the collector busy. */
const SCRATCH = 64 * 1024
type Room = ReturnType<typeof lendingRoom>

export function isNote(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path)
}

/** A name that links use, and the notes that they stand in. */
interface Mention {
  readonly name: string
  readonly paths: Set<RelativePath>
}

/**
 * Which notes mention which names in their links. It only narrows what is read: where a link leads is decided by the text as it
 * is. What is true is on disk: each use looks at the times of all files and reads those that have changed.
 */
export class LinkIndex {
  readonly names = new NameTable()
  readonly #root: Root
  readonly #notes = new Map<RelativePath, IndexedNote>()
  readonly #mentions = new Map<string, Mention>()
  #last: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #looks = 0

  constructor(root: Root) {
    this.#root = root
  }

  /** Takes in everything that changed before this call. Calls that wait at the same time share one look. */
  refresh(): Promise<void> {
    this.#next ??= this.#last.then(() => {
      this.#next = undefined
      return this.#renew()
    })
    this.#last = this.#next.catch(() => {})
    return this.#next
  }

  /** How often it has looked: the same number twice, and nothing was taken in between. */
  get looks(): number {
    return this.#looks
  }

  /**
   * Takes in a move of ours. Where nobody has looked since `looks`, that is all that can have changed, and the disk need not be
   * looked at again; a look that was under way may have seen half of it.
   */
  async follow(move: Move, looks: number): Promise<void> {
    if (this.#looks !== looks || this.#next !== undefined) return this.refresh()
    for (const path of [...this.names.paths].filter((known) => isBelow(known, move.from))) {
      const note = this.#notes.get(path)
      const to = movedPath(path, move)
      this.#forget(path)
      this.names.remove(path)
      this.names.add(to)
      if (note !== undefined) this.#learn(to, note)
    }
  }

  /** Notes that may hold a link to one of these files, in path order. */
  mentioning(files: Iterable<RelativePath>): RelativePath[] {
    const found = new Set<RelativePath>()
    for (const key of new Set([...files].map(mentionOf))) {
      for (const path of this.#mentions.get(key)?.paths ?? []) found.add(path)
    }
    return [...found].sort()
  }

  /** Notes that could not be looked through: not text, too large, or closed to this user. */
  get unread(): RelativePath[] {
    return [...this.#notes].filter(([, note]) => !note.isRead).map(([path]) => path)
  }

  async #renew(): Promise<void> {
    this.#looks++
    const started = Date.now()
    const gone = new Set(this.names.paths)
    const reading = { started, room: lendingRoom(Buffer.allocUnsafe(SCRATCH)) }
    const giveWay = yieldEvery()
    // Nothing is known at first: every note is read, and that tells its times too.
    for (const { path, info } of await this.#root.walk({ stats: this.#notes.size > 0 })) {
      gone.delete(path)
      this.names.add(path)
      if (!isNote(path)) continue
      const known = this.#notes.get(path)
      if (known !== undefined && info !== undefined && isCurrent(known.stamp, info)) continue
      this.#forget(path)
      const note = this.#read(path, reading)
      if (note !== undefined) this.#learn(path, note)
      await giveWay()
    }
    for (const path of gone) {
      this.names.remove(path)
      this.#forget(path)
    }
  }

  /** Undefined: gone meanwhile. */
  #read(path: RelativePath, { started, room }: { started: number; room: Room }): IndexedNote | undefined {
    const file = this.#open(path, room)
    if (file === undefined) return undefined
    const { info, bytes } = file
    const stamp = stampOf(info, started)
    if (bytes === undefined || !isTextContent(bytes)) return { stamp, mentions: [], isRead: false }
    const text = bytes.toString()
    const mentions = new Set<string>()
    for (const link of scanLinks(text)) mentions.add(mentionOf(placeOf(link, text.slice(link.start, link.end)).path))
    return {
      stamp,
      mentions: [...mentions].map((name) => this.#mentions.get(name)?.name ?? unshared(name)),
      isRead: true,
    }
  }

  /** Synchronously, in slices between which others have their turn: opening folder and file anew each time takes four times as long. */
  #open(path: RelativePath, room: Room): BatchFile | undefined {
    try {
      return this.#root.sync.readFile(path, { maxBytes: MAX_NOTE_BYTES, room })
    } catch (error) {
      if (error instanceof DomainError) return CLOSED
      throw error
    }
  }

  #learn(path: RelativePath, note: IndexedNote): void {
    this.#notes.set(path, note)
    for (const name of note.mentions) {
      const known = this.#mentions.get(name)
      if (known === undefined) this.#mentions.set(name, { name, paths: new Set([path]) })
      else known.paths.add(path)
    }
  }

  #forget(path: RelativePath): void {
    for (const name of this.#notes.get(path)?.mentions ?? []) {
      const known = this.#mentions.get(name)
      known?.paths.delete(path)
      if (known?.paths.size === 0) this.#mentions.delete(name)
    }
    this.#notes.delete(path)
  }
}

/** The text of a note; undefined for what is gone, closed to this user, no text, or too large to be looked through. */
export async function readNoteText(root: Root, path: RelativePath): Promise<string | undefined> {
  try {
    const { bytes, info } = await root.read(path, { maxBytes: MAX_NOTE_BYTES })
    return info.size <= MAX_NOTE_BYTES && isTextContent(bytes) ? bytes.toString() : undefined
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

/** What is alike for a file and for every link to it: its name, without the ending of notes. */
function mentionOf(path: string): string {
  return foldName(lastSegment(path.replace(/\/+$/, ''))).replace(/\.md$/, '')
}

/** A piece of a text would keep the whole text in memory. */
function unshared(mention: string): string {
  return Buffer.from(mention).toString()
}
