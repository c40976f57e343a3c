import type { LineRange } from '@shoko/contract/schema'
import { type DeclaredMark, type LineFacts, readLine } from './line-facts.ts'
import {
  type Artifact,
  type ArtifactNode,
  type Citation,
  type Declaration,
  type Format,
  type NodeGroup,
  quoteLine,
  type Skipped,
} from './model.ts'

export interface NewNode {
  readonly id: string
  readonly line: number
  readonly enclosing: ArtifactNode | null
  readonly title?: string
  /** Where in a long line the node begins, for the quote. */
  readonly column?: number
  readonly start?: boolean
  readonly terminal?: boolean
  readonly junction?: boolean
  readonly heading?: boolean
}

/** Lines of the artifact, both ends included. */
export interface Extent {
  readonly from: number
  readonly to: number
}

export interface FactLine {
  readonly line: number
  readonly facts: LineFacts
}

/** Collects what the readers find. Lines are counted from 1 in the artifact, wherever a part of it stands. */
export class ArtifactDraft {
  readonly #lines: string[]
  /** Kept because a list item is looked at by its list, by itself and by its text. */
  readonly #facts: (LineFacts | undefined)[] = []
  readonly #nodes: ArtifactNode[] = []
  readonly #groups: NodeGroup[] = []
  readonly #citations: Citation[] = []
  readonly #declarations: Declaration[] = []
  readonly #skipped: Skipped[] = []

  constructor(lines: readonly string[]) {
    this.#lines = [...lines]
  }

  get lines(): readonly string[] {
    return this.#lines
  }

  /** Puts the text of a block in place of its raw lines, which may carry the marks of a quotation around it. */
  replaceLines(from: number, lines: readonly string[]): void {
    for (const [index, line] of lines.entries()) {
      this.#lines[from - 1 + index] = line
      this.#facts[from + index] = undefined
    }
  }

  addNode(node: NewNode): ArtifactNode {
    const added: ArtifactNode = {
      id: node.id,
      title: node.title ?? node.id,
      line: node.line,
      quote: this.quote(node.line, node.column),
      enclosing: node.enclosing,
      sources: [],
      refs: [],
      next: [],
      children: [],
      start: node.start ?? false,
      terminal: node.terminal ?? false,
      heading: node.heading ?? false,
      junction: node.junction ?? false,
    }
    if (!added.junction) this.#nodes.push(added)
    return added
  }

  addGroup(group: NodeGroup): void {
    if (group.nodes.length > 0) this.#groups.push(group)
  }

  cite(node: ArtifactNode | null, { line, ranges }: { readonly line: number; readonly ranges: readonly LineRange[] }): void {
    for (const range of ranges) {
      node?.sources.push(range)
      this.#citations.push({ range, line, quote: this.quote(line), node })
    }
  }

  declare(node: ArtifactNode | null, { line, marks }: { readonly line: number; readonly marks: readonly DeclaredMark[] }): void {
    for (const { kind, names } of marks) this.#declarations.push({ kind, names, line, quote: this.quote(line), node })
  }

  /** Says that something which looks like structure was not understood. */
  skip(line: number, why: string): void {
    this.#skipped.push({ line, why })
  }

  refer(node: ArtifactNode | null, names: readonly string[]): void {
    for (const name of names) node?.refs.push(name)
  }

  /** Gives what a line says to the node that it stands in, or to the whole artifact. */
  give(node: ArtifactNode | null, { line, facts }: FactLine): void {
    this.cite(node, { line, ranges: facts.ranges })
    this.declare(node, { line, marks: facts.declared })
    this.refer(node, facts.refs)
  }

  /** The same for lines that cannot be nodes themselves: front matter, comments, YAML blocks. */
  giveLines(node: ArtifactNode | null, extent: Extent): void {
    for (const factLine of this.factLines(extent)) this.give(node, factLine)
  }

  factLines({ from, to }: Extent): FactLine[] {
    const lines: FactLine[] = []
    for (let line = from; line <= to; line++) lines.push({ line, facts: this.facts(line) })
    return lines
  }

  facts(line: number): LineFacts {
    const facts = this.#facts[line] ?? readLine(this.#lines, line - 1)
    this.#facts[line] = facts
    return facts
  }

  quote(line: number, column?: number): string {
    return quoteLine(this.lines[line - 1] ?? '', column)
  }

  finish(format: Format): Artifact {
    const byLine = <Item extends { readonly line: number }>(items: Item[]) => items.sort((a, b) => a.line - b.line)
    return {
      format,
      skipped: byLine(this.#skipped),
      nodes: byLine(this.#nodes),
      groups: this.#groups,
      citations: byLine(this.#citations),
      declarations: byLine(this.#declarations),
    }
  }
}
