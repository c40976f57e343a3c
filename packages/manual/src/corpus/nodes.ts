import { LineIndex } from '@shoko/core-fs'
import { jsonText } from './json-text.ts'
import { type Heading, outlineOf } from './markdown.ts'

/** The unit of search and of reading: a heading with what follows it, text before the first heading, or a whole JSON file. */
export interface ManualNode {
  readonly title: string
  /** The heading chain, the node's own heading last; empty for a node without a heading. */
  readonly headings: readonly string[]
  readonly level: number
  readonly line: number
  /** UTF-16 offsets: the node runs from `start` to `end`, its own part (without sub-headings' parts) to `ownEnd`, its prose from `body`. */
  readonly start: number
  readonly body: number
  readonly ownEnd: number
  readonly end: number
}

export interface ParsedFile {
  /** What the file is called: declared title, first heading of level 1, or the file's name. */
  readonly title: string
  readonly nodes: readonly ManualNode[]
  readonly searchText: (node: ManualNode) => string
}

export type FileType = 'md' | 'json'

export function fileTypeOf(path: string): FileType | undefined {
  const extension = /\.(md|json)$/i.exec(path)?.[1]?.toLowerCase()
  return extension === 'md' || extension === 'json' ? extension : undefined
}

export function parseFile(path: string, text: string): ParsedFile {
  return fileTypeOf(path) === 'json' ? parseJson(path, text) : parseMarkdown(path, text)
}

/** What a file without headings is called in a table of contents: stem of a Markdown file, name of a JSON file. */
export function fallbackTitle(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return fileTypeOf(path) === 'json' ? name : name.replace(/\.md$/i, '')
}

function parseJson(path: string, text: string): ParsedFile {
  const title = fallbackTitle(path)
  return { title, nodes: [wholeFile(title, text)], searchText: () => jsonText(text) }
}

function parseMarkdown(path: string, text: string): ParsedFile {
  const { headings, declaredTitle, proseStart } = outlineOf(text)
  const [first] = headings
  const stem = fallbackTitle(path)
  const title = declaredTitle ?? (first?.level === 1 ? first.title : stem)
  if (first === undefined) {
    return { title, nodes: [wholeFile(stem, text)], searchText: () => text }
  }
  const lines = new LineIndex(text)
  const preamble = preambleNode(stem, { text, proseStart, end: lines.startOf(first.line) })
  const nodes = [...preamble, ...headingNodes(headings, { text, lines })]
  return { title, nodes, searchText: (node) => searchTextOf(node, { text, first: nodes[0], proseStart }) }
}

function wholeFile(title: string, text: string): ManualNode {
  return { title, headings: [], level: 0, line: 1, start: 0, body: 0, ownEnd: text.length, end: text.length }
}

function preambleNode(
  stem: string,
  { text, proseStart, end }: { readonly text: string; readonly proseStart: number; readonly end: number },
): ManualNode[] {
  if (text.slice(proseStart, end).trim() === '') return []
  return [{ title: stem, headings: [], level: 0, line: 1, start: 0, body: 0, ownEnd: end, end }]
}

function headingNodes(
  headings: readonly Heading[],
  { text, lines }: { readonly text: string; readonly lines: LineIndex },
): ManualNode[] {
  const ends = sectionEnds(headings)
  const startOf = (index: number) => (index < headings.length ? lines.startOf(headings[index]!.line) : text.length)
  const chain: Heading[] = []
  return headings.map((heading, index) => {
    while (chain.length > 0 && chain.at(-1)!.level >= heading.level) chain.pop()
    chain.push(heading)
    return {
      title: heading.title,
      headings: chain.map(({ title }) => title),
      level: heading.level,
      line: heading.line,
      start: startOf(index),
      body: heading.bodyLine > lines.total ? text.length : lines.startOf(heading.bodyLine),
      ownEnd: startOf(index + 1),
      end: startOf(ends[index]!),
    }
  })
}

/** For each heading the index of the next one of the same or a higher level; one pass with a stack, for files of many headings. */
function sectionEnds(headings: readonly Heading[]): number[] {
  const ends = new Array<number>(headings.length).fill(headings.length)
  const open: number[] = []
  for (const [index, { level }] of headings.entries()) {
    while (open.length > 0 && headings[open.at(-1)!]!.level >= level) ends[open.pop()!] = index
    open.push(index)
  }
  return ends
}

/** Front matter with no text of its own after it counts to the first node, so that its words can be found. */
function searchTextOf(
  node: ManualNode,
  { text, first, proseStart }: { readonly text: string; readonly first: ManualNode | undefined; readonly proseStart: number },
): string {
  const body = text.slice(node.body, node.ownEnd)
  return node === first && node.body > 0 && proseStart > 0 ? `${text.slice(0, proseStart)}\n${body}` : body
}
