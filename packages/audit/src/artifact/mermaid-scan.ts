import { type Label, readAttributes, readShape } from './mermaid-shape.ts'

/** Lines are counted from 0 within the diagram. */
export interface Flowchart {
  readonly vertices: ReadonlyMap<string, FlowVertex>
  readonly edges: readonly { readonly from: string; readonly to: string }[]
  /** Subgraph id to the ids that stand in it, subgraphs included. */
  readonly subgraphs: ReadonlyMap<string, ReadonlySet<string>>
  /** Where comments begin. */
  readonly comments: readonly { readonly line: number; readonly column: number }[]
  readonly mentions: ReadonlyMap<number, readonly string[]>
  /** Made-up ids in `edges` that stand for "all of these to all of those". */
  readonly hubs: readonly string[]
  /** Lines with something that was not understood. */
  readonly skipped: ReadonlySet<number>
}

export interface FlowVertex {
  readonly id: string
  label: string
  readonly line: number
  /** A stadium or a circle, the shapes of starts and ends. */
  round: boolean
  readonly classes: string[]
}

const IGNORED = /(?:direction|class|classDef|style|linkStyle|click|accTitle|accDescr)(?=[\s:{]|$)/y
const SUBGRAPH = /subgraph(?=[\s;]|$)[ \t]*/y
const END = /end(?=[\s;%]|$)/y
const HEADER = /\s*(?:graph|flowchart(?:-elk)?)[ \t]*(?:TB|TD|BT|RL|LR|[<>^v](?=\s|;|$))?/y
const NODE_ID = /(?:[\p{L}\p{N}\p{M}_.・#$!?*'+/\\]|-(?=[\p{L}\p{N}_]))+/uy
const DESCRIPTION = /accDescr[ \t]*\{[^}]{0,2000}\}/y
const CLASS = /:::([\p{L}\p{N}_-]+)/uy
const EDGE_ID = /([\p{L}\p{N}_-]+)@(?=[-=<.ox~])/uy
const WHOLE_LINK = /[xo<]?(?:--+[-xo>]|==+[=xo>]|-\.+-[xo>]?)|~~~+/y
const TEXT_LINK = /[xo<]?(?:--|==|-\.)/y
/** Inside quotes any character is text, the bar and the arrow too. */
const LINK_TEXT = /[ \t]*\|(?:\s*"[^"]{0,2000}"\s*|[^|\n]*)\|/y
const QUOTED_TEXT = /[ \t]*"[^"]{0,2000}"/y
const TEXT_LINK_ENDS: Readonly<Record<string, RegExp>> = { '--': /--+[-xo>]/g, '==': /==+[=xo>]/g, '-.': /\.+-[xo>]?/g }

/** Reads the statements of a flowchart; what it does not understand is skipped to the end of its line. */
export function scanFlowchart(lines: readonly string[], headerLine: number): Flowchart {
  return new FlowchartScanner(lines, headerLine).scan()
}

class FlowchartScanner {
  readonly #vertices = new Map<string, FlowVertex>()
  readonly #edges: { readonly from: string; readonly to: string }[] = []
  readonly #subgraphs = new Map<string, Set<string>>()
  readonly #open: string[] = []
  readonly #placed = new Set<string>()
  readonly #comments: { readonly line: number; readonly column: number }[] = []
  readonly #mentions = new Map<number, string[]>()
  readonly #hubs: string[] = []
  readonly #edgeIds = new Set<string>()
  readonly #skipped = new Set<number>()
  readonly #text: string
  #at = 0
  #line = 0
  #lineStart = 0
  #lineEnd: number

  constructor(lines: readonly string[], headerLine: number) {
    this.#text = lines.join('\n')
    this.#lineEnd = this.#endFrom(0)
    while (this.#line < headerLine) {
      const comment = /^\s*%%/.exec(lines[this.#line]!)
      if (comment !== null) this.#comments.push({ line: this.#line, column: comment[0].length - 2 })
      this.#skipLine()
    }
  }

  scan(): Flowchart {
    this.#take(HEADER)
    while (this.#at < this.#text.length) {
      if (this.#skipGap()) continue
      if (this.#text.startsWith('%%', this.#at)) this.#comment()
      else if (this.#take(SUBGRAPH) !== undefined) this.#openSubgraph()
      else if (this.#take(END) !== undefined) this.#open.pop()
      else if (this.#skipDescription()) continue
      else if (this.#take(IGNORED) !== undefined) this.#skipLine()
      else if (!this.#statement()) this.#skipRest()
    }
    return {
      vertices: this.#vertices,
      edges: this.#edges,
      subgraphs: this.#subgraphs,
      comments: this.#comments,
      mentions: this.#mentions,
      hubs: this.#hubs,
      skipped: this.#skipped,
    }
  }

  /** `A & B --> C --> D`: false when something in it is not understood. */
  #statement(): boolean {
    let left = this.#nodeList()
    if (left.length === 0) return false
    for (;;) {
      const link = this.#link()
      if (link === undefined) return this.#atStatementEnd()
      const right = this.#nodeList()
      if (right.length === 0) return false
      this.#connect({ left, right, link })
      left = right
    }
  }

  #connect(edge: { readonly left: readonly string[]; readonly right: readonly string[]; readonly link: string }): void {
    const { left, right, link } = edge
    if (link.startsWith('~')) return // invisible: for the layout only
    const back = /^[xo<]/.test(link)
    const forth = /[xo>]$/.test(link)
    if (forth || !back) this.#lead(left, right)
    if (back || !forth) this.#lead(right, left)
  }

  #lead(sources: readonly string[], targets: readonly string[]): void {
    if (sources.length === 1 || targets.length === 1) {
      for (const from of sources) for (const to of targets) this.#edges.push({ from, to })
      return
    }
    // Through a hub: long lists on both sides would otherwise multiply.
    const hub = `\n${this.#hubs.length}`
    this.#hubs.push(hub)
    for (const from of sources) this.#edges.push({ from, to: hub })
    for (const to of targets) this.#edges.push({ from: hub, to })
  }

  #nodeList(): string[] {
    const ids: string[] = []
    do {
      this.#skipSpace()
      const id = this.#node()
      if (id === undefined) return []
      ids.push(id)
      this.#skipSpace()
    } while (this.#takeChar('&'))
    return ids
  }

  #node(): string | undefined {
    const line = this.#line
    const id = this.#take(NODE_ID)?.[0]
    if (id === undefined || this.#edgeIds.has(id)) return undefined
    const vertex = this.#mention(id, line)
    const label = readAttributes(this.#text, this.#at) ?? readShape(this.#text, this.#at)
    if (label !== undefined) this.#label(vertex, label)
    for (let found = this.#take(CLASS); found !== undefined; found = this.#take(CLASS)) vertex.classes.push(found[1]!)
    return id
  }

  #mention(id: string, line: number): FlowVertex {
    const known = this.#vertices.get(id)
    const vertex = known ?? { id, label: id, line, round: false, classes: [] }
    if (known === undefined) this.#vertices.set(id, vertex)
    const mentioned = this.#mentions.get(line)
    if (mentioned === undefined) this.#mentions.set(line, [id])
    else mentioned.push(id)
    this.#place(id)
    return vertex
  }

  /** What is named first inside a subgraph belongs to it. */
  #place(id: string): void {
    const inside = this.#open.at(-1)
    if (inside === undefined || inside === id || this.#placed.has(id)) return
    this.#placed.add(id)
    this.#subgraphs.get(inside)?.add(id)
  }

  #label(vertex: FlowVertex, label: Label): void {
    if (label.text !== undefined) vertex.label = label.text
    vertex.round ||= label.round
    this.#moveTo(label.to)
  }

  /** The link as written, without its text. */
  #link(): string | undefined {
    this.#skipSpace()
    const edgeId = this.#take(EDGE_ID)?.[1]
    if (edgeId !== undefined) this.#edgeIds.add(edgeId)
    const whole = this.#take(WHOLE_LINK)?.[0]
    if (whole !== undefined) {
      this.#take(LINK_TEXT)
      return whole
    }
    const opening = this.#take(TEXT_LINK)?.[0]
    if (opening === undefined) return undefined
    this.#take(QUOTED_TEXT)
    const end = new RegExp(TEXT_LINK_ENDS[opening.slice(-2)]!)
    end.lastIndex = this.#at
    const closing = end.exec(this.#text.slice(0, this.#lineEnd))
    if (closing === null) return undefined
    this.#at = closing.index + closing[0].length
    return `${opening}${closing[0]}`
  }

  #openSubgraph(): void {
    const line = this.#line
    const id = this.#take(NODE_ID)?.[0]
    const rest = this.#text.slice(this.#at, this.#lineEnd).trim()
    // "subgraph one two" and "subgraph "one two"" have a title and no id of their own.
    const name = id !== undefined && /^(?:$|[[(;%{]|@)/.test(rest) ? id : `${id ?? ''}${rest === '' ? '' : ` ${rest}`}`
    const known = name.trim() === '' ? `subgraph ${line}` : name.replaceAll('"', '').trim()
    if (!this.#subgraphs.has(known)) this.#subgraphs.set(known, new Set())
    this.#place(known)
    this.#open.push(known)
    this.#skipLine()
  }

  #skipDescription(): boolean {
    return this.#take(DESCRIPTION) !== undefined
  }

  #comment(): void {
    this.#comments.push({ line: this.#line, column: this.#at - this.#lineStart })
    this.#skipLine()
  }

  #skipGap(): boolean {
    const char = this.#text[this.#at]!
    if (char !== ';' && char.trim() !== '') return false
    this.#moveTo(this.#at + 1)
    return true
  }

  #atStatementEnd(): boolean {
    this.#skipSpace()
    const char = this.#text[this.#at]
    return char === undefined || char === '\n' || char === ';' || this.#text.startsWith('%%', this.#at)
  }

  /** To the end of the line, but a comment there is still read. */
  #skipRest(): void {
    this.#skipped.add(this.#line)
    const end = this.#lineEnd
    const comment = this.#text.slice(this.#at, end).indexOf('%%')
    if (comment === -1) this.#skipLine()
    else this.#at += comment
  }

  #skipLine(): void {
    this.#moveTo(Math.min(this.#lineEnd + 1, this.#text.length))
  }

  #skipSpace(): void {
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at++
  }

  #endFrom(at: number): number {
    const end = this.#text.indexOf('\n', at)
    return end === -1 ? this.#text.length : end
  }

  /** Counts the lines that are passed. */
  #moveTo(target: number): void {
    while (target > this.#lineEnd) {
      this.#line++
      this.#lineStart = this.#lineEnd + 1
      this.#lineEnd = this.#endFrom(this.#lineStart)
    }
    this.#at = target
  }

  #takeChar(char: string): boolean {
    if (this.#text[this.#at] !== char) return false
    this.#at++
    return true
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) return undefined
    this.#moveTo(this.#at + match[0].length)
    return match
  }
}
