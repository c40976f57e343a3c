/** A value in JSON with comments and trailing commas, and where it stands in the text. */
export interface JsonNode {
  readonly start: number
  readonly end: number
  readonly value: unknown
  /** Only for objects. */
  readonly members?: readonly JsonMember[]
}

export interface JsonMember {
  readonly key: string
  readonly start: number
  readonly node: JsonNode
  /** Where the comma behind it stands, if there is one. */
  readonly comma?: number
}

const MAX_DEPTH = 200

/** The document's value, or undefined when this is not JSON as clients write it. A text of blanks and comments has no value: null. */
export function parseJsonc(text: string): JsonNode | null | undefined {
  try {
    const reader = new Reader(text)
    reader.skipTrivia()
    if (reader.isAtEnd()) return null
    const node = reader.readValue(0)
    reader.skipTrivia()
    return reader.isAtEnd() ? node : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Where blanks and comments that begin at `from` on the same line end: the place to go on without tearing a comment from its line. */
export function endOfLineTrivia(text: string, from: number): number {
  let at = from
  for (;;) {
    const [found = ''] = /[ \t]*(\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/y.exec(text.slice(at)) ?? []
    if (found === '') return at
    at += found.length
  }
}

class Reader {
  readonly #text: string
  #at: number

  constructor(text: string) {
    this.#text = text
    this.#at = text.startsWith('\uFEFF') ? 1 : 0
  }

  isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  skipTrivia(): void {
    while (this.#match(/[ \t\r\n]+|\/\/[^\r\n]*|\/\*.*?\*\//sy) !== undefined);
  }

  readValue(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw new SyntaxError('nested too deeply')
    const start = this.#at
    if (this.#take('{')) return this.#readObject(start, depth)
    if (this.#take('[')) return this.#readArray(start, depth)
    const token = this.#match(/"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y)
    if (token === undefined) throw new SyntaxError('no value')
    return { start, end: this.#at, value: JSON.parse(token) }
  }

  #readObject(start: number, depth: number): JsonNode {
    const members: JsonMember[] = []
    for (;;) {
      this.skipTrivia()
      if (this.#take('}')) break
      if (members.length > 0 && members.at(-1)?.comma === undefined) throw new SyntaxError('no comma')
      members.push(this.#readMember(depth))
    }
    return { start, end: this.#at, value: Object.fromEntries(members.map(({ key, node }) => [key, node.value])), members }
  }

  #readMember(depth: number): JsonMember {
    const start = this.#at
    const key: unknown = this.readValue(depth).value
    if (typeof key !== 'string') throw new SyntaxError('no key')
    this.skipTrivia()
    if (!this.#take(':')) throw new SyntaxError('no colon')
    this.skipTrivia()
    const node = this.readValue(depth + 1)
    this.skipTrivia()
    const comma = this.#at
    return this.#take(',') ? { key, start, node, comma } : { key, start, node }
  }

  #readArray(start: number, depth: number): JsonNode {
    const items: unknown[] = []
    let needsComma = false
    for (;;) {
      this.skipTrivia()
      if (this.#take(']')) return { start, end: this.#at, value: items }
      if (needsComma) throw new SyntaxError('no comma')
      items.push(this.readValue(depth + 1).value)
      this.skipTrivia()
      needsComma = !this.#take(',')
    }
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }
}
