import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it'
import type { ArtifactDraft, Extent, FactLine } from './draft.ts'
import { readJson } from './json.ts'
import { hasOwnText } from './line-facts.ts'
import { readMermaid } from './mermaid.ts'
import { type ArtifactNode, quoteLine } from './model.ts'
import { beginsTable, readDelimited, readTable, type TableRow } from './table.ts'

/** What encloses a block: the document, a list item or a quotation, and the headings open in it. */
interface Frame {
  readonly owner: ArtifactNode | null
  readonly inItem: boolean
  readonly headings: { readonly level: number; readonly node: ArtifactNode }[]
}

const parser = blockParser()

/** Headings and list items form one tree; tables, diagrams and JSON stand in it as groups of their own. */
export function readMarkdown(draft: ArtifactDraft): void {
  const frontMatter = frontMatterLines(draft.lines)
  draft.giveLines(null, { from: 1, to: frontMatter })
  const tokens = parser.parse(draft.lines.slice(frontMatter).join('\n'), {})
  new MarkdownReader(draft, { tokens, offset: frontMatter }).read()
}

function blockParser(): MarkdownIt {
  const markdown = createMarkdownIt({ html: true })
  markdown.core.ruler.enableOnly(['normalize', 'block'])
  markdown.block.ruler.disable('reference') // "[id:x]: words" is a node here, not the target of a link
  return markdown
}

/** How many lines the front matter takes; its closing line must not be read as the underline of a heading. */
function frontMatterLines(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0
  return lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line)) + 1
}

class MarkdownReader {
  readonly #draft: ArtifactDraft
  readonly #tokens: readonly Token[]
  readonly #closings: readonly number[]
  readonly #offset: number
  readonly #nodes: ArtifactNode[] = []
  readonly #tops: ArtifactNode[] = []
  readonly #frames: Frame[] = [{ owner: null, inItem: false, headings: [] }]

  constructor(draft: ArtifactDraft, parsed: { readonly tokens: readonly Token[]; readonly offset: number }) {
    this.#draft = draft
    this.#tokens = parsed.tokens
    this.#closings = closingIndexes(parsed.tokens)
    this.#offset = parsed.offset
  }

  read(): void {
    for (let at = 0; at < this.#tokens.length; at++) {
      const token = this.#tokens[at]!
      if (token.type === 'heading_open') this.#heading(token)
      else if (token.type === 'paragraph_open') this.#paragraph(this.#extent(token))
      else if (token.type === 'list_item_open') this.#openItem(at)
      else if (token.type === 'blockquote_open') this.#openFrame(this.#owner, this.#frame.inItem)
      else if (token.type === 'list_item_close' || token.type === 'blockquote_close') this.#frames.pop()
      else if (token.type === 'html_block') this.#giveAll(this.#extent(token))
      else if (token.type === 'fence') this.#fence(token)
      else if (token.type === 'table_open') {
        this.#table(this.#tokens.slice(at, this.#closings[at]))
        at = this.#closings[at]!
      }
    }
    this.#draft.addGroup({ kind: 'tree', nodes: this.#nodes, tops: this.#tops })
  }

  #heading(token: Token): void {
    const { from, to } = this.#extent(token)
    // The last line of a setext heading is its underline.
    const lines = this.#draft.factLines({ from, to: to > from ? to - 1 : to })
    if (to > from && isEntry(lines)) {
      // A separator drawn right below "source_lines: 1-3" is no underline of it.
      this.#giveAll({ from, to })
      return
    }
    const level = Number(token.tag.slice(1))
    const { headings } = this.#frame
    while (headings.length > 0 && headings.at(-1)!.level >= level) headings.pop()
    const node = this.#addTreeNode(lines, true)
    headings.push({ level, node })
    for (const factLine of lines) this.#draft.give(node, factLine)
  }

  /** An item is a node when it carries an id, or words and a `source_lines` entry (in its text or as an item below it). */
  #openItem(at: number): void {
    const own = this.#itemLines(at)
    const named = own.some(({ facts }) => facts.id !== undefined)
    const cited = own.some(({ facts }) => facts.ranges.length > 0) || this.#hasEntryItem(at)
    const isNode = named || (cited && own.some(({ facts }) => hasOwnText(facts)))
    this.#openFrame(isNode ? this.#addTreeNode(own) : this.#owner, true)
  }

  #itemLines(at: number): FactLine[] {
    return this.#childrenOf(at)
      .filter((index) => this.#tokens[index]!.type === 'paragraph_open' || this.#tokens[index]!.type === 'html_block')
      .flatMap((index) => this.#draft.factLines(this.#extent(this.#tokens[index]!)))
  }

  /** `- source_lines: 1-3` below an item has no words of its own: it is an entry of that item. */
  #hasEntryItem(at: number): boolean {
    const lists = this.#childrenOf(at).filter((index) => /_list_open$/.test(this.#tokens[index]!.type))
    const items = lists.flatMap((list) => this.#childrenOf(list))
    return items.some((item) => isEntry(this.#itemLines(item)))
  }

  #paragraph(extent: Extent): void {
    if (beginsTable(this.#draft.lines.slice(extent.from - 1, extent.to), 1))
      readDelimited(this.#draft, { ...extent, enclosing: this.#owner })
    else if (this.#frame.inItem) this.#giveAll(extent)
    else this.#textLines(extent)
  }

  #textLines(extent: Extent): void {
    let current: ArtifactNode | null = null
    for (const factLine of this.#draft.factLines(extent)) {
      const { facts } = factLine
      if (facts.id !== undefined) current = this.#addTreeNode([factLine])
      const passing = current === null && facts.ranges.length > 0 && hasOwnText(facts)
      this.#draft.give(passing ? this.#addTreeNode([factLine]) : (current ?? this.#owner), factLine)
    }
  }

  #fence(token: Token): void {
    const content = token.content.split('\n').slice(0, -1)
    const from = this.#extent(token).from + 1
    const part = { from, to: from + content.length - 1, enclosing: this.#owner }
    const language = /^[\w-]*/.exec(token.info.trim().replace(/^\{?\.?/, ''))![0].toLowerCase()
    // Inside a quotation or a list the raw lines carry its marks.
    this.#draft.replaceLines(from, content)
    if (language === 'mermaid') readMermaid(this.#draft, part)
    else if (language === 'json') readJson(this.#draft, part)
    else if (language === 'tsv' || language === 'csv') readDelimited(this.#draft, part)
    else if (language === 'yaml' || language === 'yml') this.#giveAll(part)
  }

  #table(tokens: readonly Token[]): void {
    const rows: { readonly line: number; readonly cells: string[] }[] = []
    for (const token of tokens) {
      if (token.type === 'tr_open') rows.push({ line: this.#extent(token).from, cells: [] })
      else if (token.type === 'inline') rows.at(-1)?.cells.push(token.content)
    }
    const [header, ...body]: TableRow[] = rows
    if (header !== undefined) readTable(this.#draft, { header: header.cells, rows: body, enclosing: this.#owner })
  }

  #addTreeNode(lines: readonly FactLine[], heading = false): ArtifactNode {
    const owner = this.#owner
    const { line } = lines[0]!
    const title = lines
      .map(({ facts }) => facts.title)
      .filter((text) => text !== '')
      .join(' ')
    const id = lines.map(({ facts }) => facts.id).find((found) => found !== undefined) ?? quoteLine(title)
    const node = this.#draft.addNode({ id: id === '' ? `line ${line}` : id, title, line, enclosing: owner, heading })
    this.#nodes.push(node)
    if (owner === null) this.#tops.push(node)
    else owner.children.push(node)
    return node
  }

  /** Indexes of the tokens directly inside an opening token. */
  #childrenOf(at: number): number[] {
    const children: number[] = []
    for (let index = at + 1; index < this.#closings[at]!; index = (this.#closings[index] ?? index) + 1) children.push(index)
    return children
  }

  #giveAll(extent: Extent): void {
    this.#draft.giveLines(this.#owner, extent)
  }

  #openFrame(owner: ArtifactNode | null, inItem: boolean): void {
    this.#frames.push({ owner, inItem, headings: [] })
  }

  get #frame(): Frame {
    return this.#frames.at(-1)!
  }

  get #owner(): ArtifactNode | null {
    return this.#frame.headings.at(-1)?.node ?? this.#frame.owner
  }

  #extent(token: Token): Extent {
    const [from, to] = token.map ?? [0, 0]
    return { from: this.#offset + from + 1, to: this.#offset + to }
  }
}

/** Nothing but `source_lines`: it speaks for what encloses it. */
function isEntry(lines: readonly FactLine[]): boolean {
  const said = lines.some(({ facts }) => facts.id !== undefined || hasOwnText(facts))
  return !said && lines.some(({ facts }) => facts.ranges.length > 0)
}

/** For each opening token the index of its closing one. */
function closingIndexes(tokens: readonly Token[]): number[] {
  const closings: number[] = []
  const open: number[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.nesting === 1) open.push(at)
    else if (token.nesting === -1) closings[open.pop()!] = at
  }
  return closings
}
