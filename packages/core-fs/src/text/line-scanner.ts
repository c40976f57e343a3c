import type { ByteSource } from './line-reader.ts'
import { completeLength } from './utf8.ts'

const CHUNK = 64 * 1024
const NEWLINE = 10
const RETURN = 13

/** Goes through a source line by line, from the offset of a line's first byte. */
export class LineScanner {
  readonly #source: ByteSource
  readonly #buffer = Buffer.allocUnsafeSlow(CHUNK)
  #position: number
  #chunk: Buffer
  #at = 0

  constructor(source: ByteSource, position: number) {
    this.#source = source
    this.#position = position
    this.#chunk = this.#buffer.subarray(0, 0)
  }

  /** The next line without its ending, or about the first `maxBytes` of it; a cut line ends the scan. */
  async next(maxBytes: number): Promise<string> {
    const parts: Buffer[] = []
    let length = 0
    while (length <= maxBytes && (await this.#fill())) {
      const end = this.#endInChunk()
      const part = Buffer.from(this.#chunk.subarray(this.#at, end ?? this.#chunk.byteLength))
      parts.push(part)
      length += part.byteLength
      this.#at += part.byteLength
      if (end === undefined) continue
      await this.#passEnding()
      break
    }
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    return bytes.toString('utf8', 0, completeLength(bytes))
  }

  async skip(): Promise<void> {
    while (await this.#fill()) {
      const end = this.#endInChunk()
      this.#at = end ?? this.#chunk.byteLength
      if (end === undefined) continue
      await this.#passEnding()
      return
    }
  }

  /** Makes sure that a byte is waiting; false at the end of the source. */
  async #fill(): Promise<boolean> {
    if (this.#at < this.#chunk.byteLength) return true
    const count = await this.#source.read(this.#buffer, this.#position)
    this.#chunk = this.#buffer.subarray(0, count)
    this.#position += count
    this.#at = 0
    return count > 0
  }

  #endInChunk(): number | undefined {
    for (let at = this.#at; at < this.#chunk.byteLength; at++) {
      const byte = this.#chunk[at]!
      if (byte === NEWLINE || byte === RETURN) return at
    }
    return undefined
  }

  async #passEnding(): Promise<void> {
    const isReturn = this.#chunk[this.#at] === RETURN
    this.#at++
    if (isReturn && (await this.#fill()) && this.#chunk[this.#at] === NEWLINE) this.#at++
  }
}
