import { DomainError } from '@shoko/contract'
import { type BatchFile, lendingRoom, type RelativePath, type Root, type ScratchFile, type WalkedFile } from '@shoko/core-fs'
import { type FileStamp, isCurrent, stampOf } from '@shoko/follow'
import { FileText, isTextContent, OBJECT_COST } from './file-text.ts'
import { type TextBytes, TextPages } from './text-pages.ts'

/** A text and the number of lines that come before it in its file; only very large files have more than one part. */
export interface TextPart {
  readonly text: FileText
  readonly linesBefore: number
}

export type Opened = Iterable<TextPart> | 'not_text' | 'gone'

export interface StampedText {
  readonly parts: Opened
  /** Absent for what could not be read. */
  readonly stamp: FileStamp | undefined
}

interface Entry {
  readonly stamp: FileStamp
  readonly content: FileText | 'not_text'
  /** Absent for what is no text. */
  readonly bytes: TextBytes | undefined
  counted: number
  lastSweep: number
}

const SCRATCH_BYTES = 256 * 1024
/** Larger files are searched in parts of this size and not kept. */
export const PART_BYTES = 2 * 1024 * 1024
/** Larger ones are not searched: their bytes alone would be half of what the whole cache may take. */
export const MAX_FILE_BYTES = 128 * 1024 * 1024

export interface TextCacheOptions {
  /** Of bytes that are kept, whether in memory or in the scratch file, and of what is made of them. */
  readonly limitBytes: number
  readonly openScratch?: (() => ScratchFile) | undefined
}

/** The texts of one worker's files, up to a fixed amount. */
export class TextCache {
  readonly #root: Root
  readonly #limit: number
  readonly #entries = new Map<RelativePath, Entry>()
  #used = 0
  #sweep = 0
  #sweepStart = 0
  readonly #pages: TextPages
  /** Of a sweep that only passes. */
  #lent: ((bytes: number) => Buffer | undefined) | undefined
  #clearedIn = 0

  constructor(root: Root, { limitBytes, openScratch }: TextCacheOptions) {
    this.#root = root
    this.#limit = limitBytes
    this.#pages = new TextPages(openScratch)
  }

  /**
   * Call before the files of a job are listed: times are compared with this moment. A sweep that only passes reads into one
   * piece of memory and keeps nothing: new memory for every text takes as long as reading it, and somebody waits.
   */
  beginSweep(mode: 'keep' | 'pass' = 'keep'): void {
    this.#sweep++
    this.#sweepStart = Date.now()
    this.#lent = mode === 'pass' ? lendingRoom(Buffer.allocUnsafeSlow(SCRATCH_BYTES)) : undefined
  }

  get usedBytes(): number {
    return this.#used
  }

  open(file: WalkedFile): Opened {
    return this.openStamped(file).parts
  }

  openStamped({ path }: WalkedFile): StampedText {
    const kept = this.#entries.get(path)
    if (kept !== undefined && this.isCurrent(path, kept.stamp)) return { parts: this.#serve(kept), stamp: kept.stamp }
    if (kept !== undefined) this.#drop(path, kept)
    const file = this.#read(path)
    if (typeof file === 'string') return { parts: file, stamp: undefined }
    const stamp = stampOf(file.info, this.#sweepStart)
    return { parts: this.#partsOf(file, { path, stamp }), stamp }
  }

  /** Whether the file is still as it was then. Costs a look at its times. */
  isCurrent(path: RelativePath, stamp: FileStamp): boolean {
    const now = this.#root.sync.peek(path)
    return now !== undefined && isCurrent(stamp, now)
  }

  /** Call after a text has been used: decoded, it would take more memory than all the bytes do. */
  settle(path: RelativePath): void {
    const entry = this.#entries.get(path)
    if (entry === undefined || entry.content === 'not_text') return
    entry.content.shed('text')
    this.#count(entry)
    if (this.#used <= this.#limit) return
    this.#makeRoom(0)
    if (this.#used <= this.#limit) return
    entry.content.shed('all')
    this.#count(entry)
  }

  #partsOf({ bytes }: BatchFile, { path, stamp }: { readonly path: RelativePath; readonly stamp: FileStamp }): Opened {
    if (bytes === undefined) return 'not_text'
    if (bytes.length > PART_BYTES && isTextContent(bytes)) return partsOf(bytes)
    const text = isTextContent(bytes) ? bytes : 'not_text'
    const kept = this.#lent === undefined ? this.#keep(path, { stamp, text }) : undefined
    return partsIn(kept ?? (text === 'not_text' ? text : new FileText(text)))
  }

  /** A file that this user may not read, or the disk does not give, is passed over like one without text. */
  #read(path: RelativePath): BatchFile | 'not_text' | 'gone' {
    try {
      const room = this.#lent ?? ((bytes: number) => this.#pages.take(bytes))
      return this.#root.sync.readFile(path, { maxBytes: MAX_FILE_BYTES, room }) ?? 'gone'
    } catch (error) {
      if (error instanceof DomainError) return 'not_text'
      throw error
    }
  }

  /** What it keeps, if there is room. */
  #keep(
    path: RelativePath,
    { stamp, text }: { readonly stamp: FileStamp; readonly text: Buffer | 'not_text' },
  ): FileText | 'not_text' | undefined {
    const cost = text === 'not_text' ? OTHER_COST : OBJECT_COST + text.byteLength
    this.#makeRoom(cost)
    if (this.#used + cost > this.#limit) return undefined
    const bytes = text === 'not_text' ? undefined : this.#pages.keep(text)
    const content = bytes === undefined ? 'not_text' : new FileText(bytes)
    const entry: Entry = { stamp, content, bytes, counted: 0, lastSweep: this.#sweep }
    this.#entries.set(path, entry)
    this.#count(entry)
    return content
  }

  /** After a failure: what is kept may be what cannot be read any more. */
  clear(): void {
    for (const [path, entry] of this.#entries) this.#forget(path, entry)
  }

  #serve(entry: Entry): Opened {
    entry.lastSweep = this.#sweep
    return partsIn(entry.content)
  }

  /**
   * Gives up what the last sweeps have not used, once a sweep. What they have used stays: every search passes all files in
   * the same order, and replacing the ones it comes to next by the ones it has just left would make each call read everything.
   */
  #makeRoom(bytes: number): void {
    if (this.#used + bytes <= this.#limit || this.#clearedIn === this.#sweep) return
    this.#clearedIn = this.#sweep
    for (const [path, entry] of this.#entries) {
      if (entry.lastSweep < this.#sweep - 1) this.#drop(path, entry)
    }
  }

  #drop(path: RelativePath, entry: Entry): void {
    this.#forget(path, entry)
    if (!this.#pages.isSparse) return
    for (const [other, kept] of this.#entries) {
      if (kept.bytes !== undefined && this.#pages.isWasteful(kept.bytes)) this.#forget(other, kept)
    }
  }

  #forget(path: RelativePath, entry: Entry): void {
    this.#entries.delete(path)
    if (entry.bytes !== undefined) this.#pages.release(entry.bytes)
    this.#used -= entry.counted
  }

  #count(entry: Entry): void {
    const cost = costOf(entry.content)
    this.#used += cost - entry.counted
    entry.counted = cost
  }
}

/** Of a file without text. */
const OTHER_COST = 300

function partsIn(content: FileText | 'not_text'): Opened {
  return content === 'not_text' ? content : [{ text: content, linesBefore: 0 }]
}

/** Cut at line ends, so that a match that stays within a line is never cut. */
function* partsOf(content: Buffer): Generator<TextPart> {
  let linesBefore = 0
  for (let start = 0; start < content.length; ) {
    const text = new FileText(content.subarray(start, partEnd(content, start)))
    yield { text, linesBefore }
    linesBefore += text.lineCount
    start = partEnd(content, start)
  }
}

function partEnd(content: Buffer, start: number): number {
  if (content.length - start <= PART_BYTES) return content.length
  const lineEnd = content.lastIndexOf(0x0a, start + PART_BYTES)
  return lineEnd > start ? lineEnd + 1 : characterStart(content, start + PART_BYTES)
}

/** A line longer than a part is cut between two characters. */
function characterStart(content: Buffer, near: number): number {
  let at = near
  while ((content[at]! & 0xc0) === 0x80) at--
  return at
}

function costOf(content: FileText | 'not_text'): number {
  return content === 'not_text' ? OTHER_COST : content.cost
}
