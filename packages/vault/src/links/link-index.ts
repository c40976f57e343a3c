import { DomainError } from '@shoko/contract'
import { type FileInfo, type RelativePath, type Root, sameFile, yieldEvery } from '@shoko/core-fs'
import { isTextContent } from '../grep/file-text.ts'
import { foldName, lastSegment, NameTable } from './note-names.ts'
import { placeOf } from './resolve-link.ts'
import { scanLinks } from './scan-links.ts'

interface IndexedNote {
  readonly info: FileInfo
  /** Written so shortly before it was read that another write could bear the same time. */
  readonly unsettled: boolean
  /** What its links call their destinations. */
  readonly mentions: readonly string[]
  readonly isRead: boolean
}

/** Coarse clocks give two writes one time stamp; 4 ms on Linux, 10 to 16 ms elsewhere. */
const SETTLING_MS = 50
/** Larger notes are not looked through: that takes as long as others may be kept waiting. */
export const LARGEST_NOTE = 4 * 1024 * 1024

export function isNote(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path)
}

/**
 * Which notes mention which names in their links. It only narrows what is read: where a link leads is decided by the text as it
 * is. What is true is on disk: each use looks at the times of all files and reads those that have changed.
 */
export class LinkIndex {
  readonly names = new NameTable()
  readonly #root: Root
  readonly #notes = new Map<RelativePath, IndexedNote>()
  readonly #mentions = new Map<string, Set<RelativePath>>()
  #last: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

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

  /** Notes that may hold a link to one of these files, in path order. */
  mentioning(files: Iterable<RelativePath>): RelativePath[] {
    const found = new Set<RelativePath>()
    for (const key of new Set([...files].map(mentionOf))) {
      for (const path of this.#mentions.get(key) ?? []) found.add(path)
    }
    return [...found].sort()
  }

  /** Notes that could not be looked through: not text, too large, or closed to this user. */
  get unread(): RelativePath[] {
    return [...this.#notes].filter(([, note]) => !note.isRead).map(([path]) => path)
  }

  async #renew(): Promise<void> {
    const started = Date.now()
    const gone = new Set(this.names.paths)
    const giveWay = yieldEvery()
    for (const { path, info } of await this.#root.walk({ stats: true })) {
      gone.delete(path)
      this.names.add(path)
      const known = this.#notes.get(path)
      if (info === undefined || !isNote(path)) continue
      if (known !== undefined && !known.unsettled && sameFile(known.info, info)) continue
      this.#forget(path)
      this.#learn(path, this.#read(path, { info, started }))
      await giveWay()
    }
    for (const path of gone) {
      this.names.remove(path)
      this.#forget(path)
    }
  }

  #read(path: RelativePath, seen: { readonly info: FileInfo; readonly started: number }): IndexedNote {
    const unsettled = Math.max(seen.info.mtimeMs, seen.info.ctimeMs) > seen.started - SETTLING_MS
    const text = this.#text(path)
    if (text === undefined) return { info: seen.info, unsettled, mentions: [], isRead: false }
    const mentions = new Set<string>()
    for (const link of scanLinks(text)) mentions.add(mentionOf(placeOf(link, text.slice(link.start, link.end)).path))
    return { info: seen.info, unsettled, mentions: [...mentions].map(unshared), isRead: true }
  }

  /** Synchronously, in slices between which others have their turn: opening folder and file anew each time takes four times as long. */
  #text(path: RelativePath): string | undefined {
    try {
      const bytes = this.#root.sync.readFile(path, { maxBytes: LARGEST_NOTE })?.bytes
      return bytes === undefined || !isTextContent(bytes) ? undefined : bytes.toString()
    } catch (error) {
      if (error instanceof DomainError) return undefined
      throw error
    }
  }

  #learn(path: RelativePath, note: IndexedNote): void {
    this.#notes.set(path, note)
    for (const mention of note.mentions) {
      const paths = this.#mentions.get(mention)
      if (paths === undefined) this.#mentions.set(mention, new Set([path]))
      else paths.add(path)
    }
  }

  #forget(path: RelativePath): void {
    for (const mention of this.#notes.get(path)?.mentions ?? []) {
      const paths = this.#mentions.get(mention)
      paths?.delete(path)
      if (paths?.size === 0) this.#mentions.delete(mention)
    }
    this.#notes.delete(path)
  }
}

/** The text of a note; undefined for what is gone, closed to this user or no text. */
export async function readNoteText(root: Root, path: RelativePath): Promise<string | undefined> {
  try {
    return (await root.readText(path)).text
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
