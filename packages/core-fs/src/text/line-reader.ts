import { isUtf8 } from 'node:buffer'
import { DomainError } from '@shoko/contract'
import type { FileInfo } from '../file-info.ts'
import type { FsReason } from '../fs-error.ts'
import { nodeCrypto } from '../node-crypto.ts'
import { LineScanner } from './line-scanner.ts'
import { completeLength } from './utf8.ts'
import { type TextWindow, WindowFilling, type WindowLimits } from './window.ts'

/**
 * Windows of a text file of any size. A BOM counts for the hash but is no part of the first line, so that
 * `window(…)` equals `takeWindow(splitLines(stripBom(text)), …)`.
 */
export interface LineReader {
  readonly info: FileInfo
  readonly totalLines: number
  /** SHA-256 of the whole file. */
  readonly hash: string
  window(start: number, options: WindowLimits): Promise<TextWindow>
  close(): void
}

/** Where the bytes come from. */
export interface ByteSource {
  readonly path: string
  /** What the file system says about it now. */
  info(): FileInfo
  /** Fills the buffer from this position as far as the file goes, and gives the count. */
  read(into: Buffer, position: number): Promise<number>
  close(): void
}

const CHUNK = 1024 * 1024
const LINES_A_MARK = 1024
const NEWLINE = 10
const RETURN = 13
const BOM = Buffer.from('\uFEFF')

/** Reads the source once, from end to end, to find its lines and its hash; throws `not_text`. Closes it when that fails. */
export async function createLineReader(source: ByteSource): Promise<LineReader> {
  try {
    return new MappedText(source, await mapText(source))
  } catch (error) {
    source.close()
    throw error
  }
}

class MappedText implements LineReader {
  readonly #source: ByteSource
  #map: TextMap

  constructor(source: ByteSource, map: TextMap) {
    this.#source = source
    this.#map = map
  }

  get info(): FileInfo {
    return this.#map.info
  }

  get totalLines(): number {
    return this.#map.totalLines
  }

  get hash(): string {
    return this.#map.hash
  }

  async window(start: number, options: WindowLimits): Promise<TextWindow> {
    const window = await this.#fill(start, options)
    if (this.#isCurrent()) return window
    this.#map = await mapText(this.#source)
    const second = await this.#fill(start, options)
    if (this.#isCurrent()) return second
    throw new DomainError<FsReason>('disk_error', `${this.#source.path}: keeps changing while it is read; try again`)
  }

  close(): void {
    this.#source.close()
  }

  async #fill(start: number, limits: WindowLimits): Promise<TextWindow> {
    const first = Math.max(1, start)
    const last = Math.min(limits.endLine, this.totalLines)
    const filling = new WindowFilling(first, limits)
    if (first <= last) {
      const scanner = await this.#scannerAt(first)
      // Four bytes a character: a line cut there is still longer than the limit.
      const maxBytes = 4 * (Math.max(0, limits.maxChars) + 1)
      for (let line = first; line <= last; line++) {
        if (!filling.add(await scanner.next(maxBytes))) break
      }
    }
    return filling.finish(this.totalLines)
  }

  async #scannerAt(line: number): Promise<LineScanner> {
    const mark = Math.floor((line - 1) / LINES_A_MARK)
    const scanner = new LineScanner(this.#source, this.#map.marks[mark] ?? 0)
    for (let skipped = mark * LINES_A_MARK + 1; skipped < line; skipped++) await scanner.skip()
    return scanner
  }

  #isCurrent(): boolean {
    const now = this.#source.info()
    const { info } = this.#map
    return now.size === info.size && now.mtimeMs === info.mtimeMs && now.ctimeMs === info.ctimeMs
  }
}

interface TextMap {
  readonly info: FileInfo
  readonly totalLines: number
  readonly hash: string
  /** The byte offsets of lines 1, 1025, 2049, … */
  readonly marks: readonly number[]
}

async function mapText(source: ByteSource): Promise<TextMap> {
  const info = source.info()
  const digest = nodeCrypto().createHash('sha256')
  const lines = new LineCounter()
  const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK, info.size + 1))
  for (let position = 0; ; ) {
    const count = await source.read(buffer, position)
    const isLast = count < buffer.byteLength
    const chunk = buffer.subarray(0, isLast ? count : completeLength(buffer))
    if (!isUtf8(chunk) || chunk.includes(0)) throw notText(source.path)
    digest.update(chunk)
    lines.count(chunk, position)
    position += chunk.byteLength
    if (isLast) break
  }
  return { info, totalLines: lines.total, hash: digest.digest('hex'), marks: lines.marks }
}

/** Counts lines over chunks of bytes by the rules of `splitLines`. */
class LineCounter {
  total = 0
  readonly marks: number[] = []
  #atStart = true
  #afterReturn = false

  count(chunk: Buffer, position: number): void {
    const hasBom = position === 0 && chunk.subarray(0, BOM.byteLength).equals(BOM)
    for (let at = hasBom ? BOM.byteLength : 0; at < chunk.byteLength; ) {
      const endsReturn = this.#afterReturn && chunk[at] === NEWLINE
      this.#afterReturn = false
      if (endsReturn) at++
      else at = this.#countPart(chunk, { position, at })
    }
  }

  /** Goes to the end of a line or of the chunk: the one loop over every byte, so it touches nothing but locals. */
  #countPart(chunk: Buffer, { position, at }: { position: number; at: number }): number {
    if (this.#atStart) this.#begin(position + at)
    const length = chunk.byteLength
    let end = at
    let byte = chunk[end]!
    while (byte !== NEWLINE && byte !== RETURN && ++end < length) byte = chunk[end]!
    this.#atStart = end < length
    this.#afterReturn = end < length && byte === RETURN
    return end + 1
  }

  #begin(offset: number): void {
    if (this.total % LINES_A_MARK === 0) this.marks.push(offset)
    this.total++
  }
}

function notText(path: string): DomainError<FsReason> {
  return new DomainError<FsReason>('not_text', `${path}: is not UTF-8 text`)
}
