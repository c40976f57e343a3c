/** Up to here, letter by letter is quicker than the way out of JavaScript. */
const SHORT = 64
/** More room than this is not kept for other texts: one that is far longer than they are would hold it for good. */
const MOST_KEPT = 1 << 18

/**
 * The letters of a text (UTF-16 units) in an array. A string says in every look at a letter again how it is stored: what is read
 * letter by letter, several times over, is read in less than half the time from here. Kept from text to text.
 */
export class TextUnits {
  data: Uint16Array
  length = 0
  private bytes: Buffer

  constructor(room = 256) {
    this.data = new Uint16Array(room)
    this.bytes = Buffer.from(this.data.buffer)
  }

  static of(text: string): TextUnits {
    return new TextUnits(text.length).load(text)
  }

  load(text: string): this {
    if (text.length > this.data.length) this.reserve(Math.max(text.length, Math.min(text.length * 2, MOST_KEPT)))
    this.length = text.length
    if (text.length > SHORT) this.bytes.write(text, 'utf16le')
    else for (let at = 0; at < text.length; at++) this.data[at] = text.charCodeAt(at)
    return this
  }

  /** After use: gives up the room that only a very long text needs. */
  shed(): void {
    if (this.data.length > MOST_KEPT) this.reserve(MOST_KEPT >> 8)
  }

  private reserve(room: number): void {
    this.data = new Uint16Array(room)
    this.bytes = Buffer.from(this.data.buffer)
  }
}
