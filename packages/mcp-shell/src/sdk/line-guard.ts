import { Transform, type TransformCallback } from 'node:stream'
import { excessOf, INVALID_REQUEST, RefusedJson } from '../json-guard.ts'

const LINE_FEED = 0x0a

/**
 * Hands on whole lines, each in one piece, that are within the bounds of a message; the others are dropped and told of.
 * The SDK's own buffer joins what it has with every piece that comes, which takes minutes for one long line.
 */
export class LineGuard extends Transform {
  readonly #maxBytes: number
  readonly #refuse: (refused: RefusedJson) => void
  #pieces: Buffer[] = []
  #bytes = 0

  constructor(maxBytes: number, refuse: (refused: RefusedJson) => void) {
    super()
    this.#maxBytes = maxBytes
    this.#refuse = refuse
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#take(chunk.subarray(start, end + 1))
      this.#endLine()
      start = end + 1
    }
    if (start < chunk.length) this.#take(chunk.subarray(start))
    done()
  }

  #take(piece: Buffer): void {
    this.#bytes += piece.length
    if (this.#bytes <= this.#maxBytes) this.#pieces.push(piece)
    else this.#pieces = []
  }

  #endLine(): void {
    const tooLarge = this.#bytes > this.#maxBytes
    const line = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#bytes = 0
    const excess = tooLarge ? `more than ${this.#maxBytes} bytes` : excessOf(line)
    if (excess === undefined) this.push(line)
    else this.#refuse(new RefusedJson(INVALID_REQUEST, `Invalid Request: ${excess}`, line))
  }
}
