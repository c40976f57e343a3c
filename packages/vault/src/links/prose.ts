/** A run of lines that inline Markdown may span: a paragraph, a heading, a list item. `matter` is front matter, where only wiki links are links. */
export interface Prose {
  readonly start: number
  readonly end: number
  readonly kind: 'text' | 'matter'
}

interface Fence {
  readonly mark: string
  readonly quotes: number
  /** Where the text of the list item begins that holds it; a line that begins before that ends both. */
  readonly indent: number
}

const QUOTES = /^(?: {0,3}> ?)+/
const FENCE = /^(?:[-*+]\s+|\d{1,9}[.)]\s+)*(`{3,}(?=[^`]*$)|~{3,})/
const ITEM = /^([-*+]|\d{1,9}[.)])([ \t]+|$)/
/** Lines that no code span crosses, because a block begins or ends there. */
const OWN_BLOCK = /^(?:#{1,6}(?:\s|$)|\||[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$)|(?:[-*_]\s*){3,}$)/
const MATTER = /^\uFEFF?---[ \t]*(?:\r\n|\n|\r)(?:[^\r\n]*(?:\r\n|\n|\r))*?(?:---|\.\.\.)[ \t]*(?=[\r\n]|$)/
const MAX_MATTER = 64 * 1024
const TAB = 4

/** Everything outside code blocks, fenced and indented, in the order of the text. */
export function proseOf(text: string): Prose[] {
  const reader = new ProseReader(text)
  let at = reader.skipMatter()
  while (at < text.length) {
    const end = lineEnd(text, at)
    reader.take(at, end)
    at = afterEnding(text, end)
  }
  return reader.finish()
}

class ProseReader {
  readonly #text: string
  readonly #found: Prose[] = []
  readonly #items: number[] = []
  #start: number | undefined
  #end = 0
  #quotes = 0
  #fence: Fence | undefined
  #afterBlank = true

  constructor(text: string) {
    this.#text = text
  }

  /** Front matter at the very beginning; returns where the rest begins. */
  skipMatter(): number {
    const matter = MATTER.exec(this.#text.slice(0, MAX_MATTER))
    if (matter === null) return this.#text.startsWith('\uFEFF') ? 1 : 0
    this.#found.push({ start: 0, end: matter[0].length, kind: 'matter' })
    return matter[0].length
  }

  take(start: number, end: number): void {
    const line = this.#text.slice(start, end)
    const prefix = QUOTES.exec(line)?.[0] ?? ''
    const quotes = prefix === '' ? 0 : prefix.split('>').length - 1
    const body = line.slice(prefix.length)
    const trimmed = body.trimStart()
    const indent = columns(body.slice(0, body.length - trimmed.length))
    if (trimmed === '') this.#blank()
    else if (!this.#inFence({ trimmed, indent, quotes })) this.#line({ start, end, trimmed, indent, quotes })
  }

  finish(): Prose[] {
    this.#close()
    return this.#found
  }

  #blank(): void {
    this.#close()
    this.#afterBlank = true
  }

  /** Whether the line belongs to a fenced block. */
  #inFence({ trimmed, indent, quotes }: { trimmed: string; indent: number; quotes: number }): boolean {
    const fence = this.#fence
    if (fence === undefined) return false
    if (quotes < fence.quotes || indent < fence.indent) {
      this.#fence = undefined
      return false
    }
    if (closes(trimmed, fence.mark)) this.#fence = undefined
    return true
  }

  #line(line: { start: number; end: number; trimmed: string; indent: number; quotes: number }): void {
    const { trimmed, indent, quotes } = line
    if (quotes !== this.#quotes) this.#leaveQuote(quotes)
    const item = ITEM.exec(trimmed)
    const mark = FENCE.exec(trimmed)?.[1]
    if (this.#afterBlank || item !== null || mark !== undefined) this.#leaveItems(indent)
    const room = this.#items.at(-1) ?? 0
    if (this.#start === undefined && this.#afterBlank && indent >= room + TAB) return // an indented block goes on over blank lines
    if (item !== null) this.#items.push(indent + columns(item[0]))
    this.#afterBlank = false
    if (mark !== undefined) this.#open({ mark, quotes, indent: this.#items.at(-1) ?? 0 })
    else this.#prose(line)
  }

  #prose({ start, end, trimmed }: { start: number; end: number; trimmed: string }): void {
    if (OWN_BLOCK.test(trimmed)) this.#close()
    this.#start ??= start
    this.#end = end
    if (trimmed.startsWith('#')) this.#close()
  }

  #open(fence: Fence): void {
    this.#close()
    this.#fence = fence
  }

  #leaveQuote(quotes: number): void {
    this.#close()
    this.#quotes = quotes
    this.#items.length = 0
    this.#afterBlank = true
  }

  #leaveItems(indent: number): void {
    while (this.#items.length > 0 && indent < this.#items.at(-1)!) this.#items.pop()
  }

  #close(): void {
    if (this.#start !== undefined) this.#found.push({ start: this.#start, end: this.#end, kind: 'text' })
    this.#start = undefined
  }
}

function closes(trimmed: string, mark: string): boolean {
  const run = /^(`+|~+)[ \t]*$/.exec(trimmed)?.[1]
  return run !== undefined && run[0] === mark[0] && run.length >= mark.length
}

function columns(blank: string): number {
  let width = 0
  for (const letter of blank) width += letter === '\t' ? TAB - (width % TAB) : 1
  return width
}

function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 10 || unit === 13) return at
  }
  return text.length
}

function afterEnding(text: string, end: number): number {
  return text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1
}
