import { type RelativePath, sha256 } from '@shoko/core-fs'
import type { FileStamp } from '@shoko/follow'
import { LooseText, type RankerDocument } from '@shoko/search'
import { comparable } from '../words/lexicon.ts'
import { manualFileOf } from './manuals.ts'
import { flagsOf, type NodeFlags } from './node-flags.ts'
import type { NodePlace } from './node-place.ts'
import { type ParsedFile, parseFile } from './nodes.ts'
import { parseSynonyms } from './synonym-file.ts'

/** What the corpus keeps of a file: columns over its nodes. */
export interface FileRecord {
  /** Path from the root of all manuals: the key of the file everywhere. */
  readonly key: RelativePath
  readonly manualId: string
  readonly path: string
  readonly stamp: FileStamp
  /** `skipped`: not text or too large; `synonyms`: a manual's own word list, which is no node. */
  readonly kind: 'nodes' | 'skipped' | 'synonyms'
  readonly titles: readonly string[]
  readonly lines: readonly number[]
  readonly levels: readonly number[]
  /** The node of the heading above, or -1. */
  readonly parents: readonly number[]
  readonly flags: readonly NodeFlags[]
  readonly digests: readonly string[]
  /** Where each node's words end in `words`. */
  readonly ends: readonly number[]
  /** The nodes' headings and own texts in the form in which terms are looked for, one after the other: a search opens no file. */
  readonly words: Buffer
  /** By node, how its words are written: the place of the encoding in `ENCODINGS`. */
  readonly encodings: readonly number[]
  readonly synonyms?: readonly (readonly string[])[]
  /** Of the nodes that some search has found; not saved. */
  readonly places: NodePlace[]
}

export interface IndexedFile {
  readonly record: FileRecord
  readonly document: RankerDocument | undefined
}

/** A file that was touched, or read again because it was young, is what it was: the index need not change. */
export function sameContent(a: FileRecord, b: FileRecord): boolean {
  const isSame = (key: 'titles' | 'lines' | 'levels' | 'digests') =>
    a[key].length === b[key].length && a[key].every((value, node) => value === b[key][node])
  const searched = a.kind === 'nodes' && b.kind === 'nodes'
  return searched && a.words.equals(b.words) && isSame('digests') && isSame('lines') && isSame('titles') && isSame('levels')
}

export function skippedFile(key: RelativePath, stamp: FileStamp): IndexedFile {
  return { record: emptyRecord(key, { stamp, kind: 'skipped' }), document: undefined }
}

export function indexedFile(
  key: RelativePath,
  { text, stamp }: { readonly text: string; readonly stamp: FileStamp },
): IndexedFile {
  if (isSynonymFile(key)) {
    return { record: { ...emptyRecord(key, { stamp, kind: 'synonyms' }), synonyms: parseSynonyms(text) }, document: undefined }
  }
  const parsed = parseFile(key, text)
  const { nodes } = parsed
  const texts = nodes.map((node) => comparable(parsed.searchText(node)))
  const words = nodes.map(({ title }, index) => `${comparable(title)}\n${texts[index]!}`)
  const encodings = words.map(encodingFor)
  const ends = runningTotals(words.map((part, node) => Buffer.byteLength(part, ENCODINGS[encodings[node]!])))
  const record: FileRecord = {
    ...emptyRecord(key, { stamp, kind: 'nodes' }),
    titles: ownCopies(nodes.map(({ title }) => title)),
    lines: nodes.map(({ line }) => line),
    levels: nodes.map(({ level }) => level),
    parents: parentsOf(nodes.map(({ level }) => level)),
    flags: words.map(flagsOf),
    digests: ownCopies(nodes.map(({ start, ownEnd }) => sha256(text.slice(start, ownEnd)).slice(0, 16))),
    ends,
    words: written(words, { ends, encodings }),
    encodings,
  }
  return { record, document: documentOf(key, { parsed, texts }) }
}

/** A node's heading and own text, comparable. */
export interface NodeWords {
  readonly heading: LooseText
  readonly body: LooseText
}

export function wordsOf({ words, ends, encodings }: FileRecord, node: number): NodeWords {
  const both = words.toString(ENCODINGS[encodings[node]!], node === 0 ? 0 : ends[node - 1]!, ends[node]!)
  // Comparable text has no line ends of its own.
  const line = both.indexOf('\n')
  return { heading: new LooseText(both.slice(0, line)), body: new LooseText(both.slice(line + 1)) }
}

/** The heading alone, without decoding the text behind it. */
export function decodedHeading({ words, ends, encodings }: FileRecord, node: number): string {
  const start = node === 0 ? 0 : ends[node - 1]!
  const encoding = ENCODINGS[encodings[node]!]
  let end = words.indexOf(LINE_END, start)
  // In two bytes a letter, the one that ends a line may be half of another letter.
  if (encoding === 'utf16le') while ((end - start) % 2 === 1 || words[end + 1] !== 0) end = words.indexOf(LINE_END, end + 1)
  return words.toString(encoding, start, end)
}

/** The first that holds the text in the fewest bytes; decoding one of fixed width is a copy, and hundreds of nodes are decoded a search. */
const ENCODINGS = ['latin1', 'utf16le', 'utf8'] as const

function encodingFor(text: string): number {
  if (!BEYOND_LATIN1.test(text)) return 0
  return Buffer.byteLength(text, 'utf8') < text.length * 2 ? 2 : 1
}

/** In a buffer of its own: a small one from the common pool would keep what else was put there in memory. */
function written(texts: readonly string[], { ends, encodings }: Pick<FileRecord, 'ends' | 'encodings'>): Buffer {
  const bytes = Buffer.allocUnsafeSlow(ends.at(-1) ?? 0)
  for (const [node, text] of texts.entries()) bytes.write(text, node === 0 ? 0 : ends[node - 1]!, ENCODINGS[encodings[node]!])
  return bytes
}

/** The titles above a node, nearest last. */
export function parentTitles({ titles, parents }: FileRecord, node: number): string[] {
  const chain: string[] = []
  for (let at = parents[node]!; at >= 0; at = parents[at]!) chain.unshift(titles[at]!)
  return chain
}

function parentsOf(levels: readonly number[]): number[] {
  const open: number[] = []
  return levels.map((level, node) => {
    while (open.length > 0 && levels[open.at(-1)!]! >= level) open.pop()
    const parent = open.at(-1) ?? -1
    if (level > 0) open.push(node)
    return parent
  })
}

/** `texts`: comparable. */
function documentOf(
  key: string,
  { parsed, texts }: { readonly parsed: ParsedFile; readonly texts: readonly string[] },
): RankerDocument {
  const sections = parsed.nodes.map(({ headings }, index) => ({ headings, text: texts[index]! }))
  return { key, title: parsed.title, sections, isFolded: true }
}

function isSynonymFile(key: RelativePath): boolean {
  return manualFileOf(key)?.path === 'synonyms.json'
}

function emptyRecord(key: RelativePath, { stamp, kind }: Pick<FileRecord, 'stamp' | 'kind'>): FileRecord {
  const { manualId, path } = manualFileOf(key)! // only files of a manual are indexed
  return {
    key,
    manualId,
    path,
    stamp,
    kind,
    titles: [],
    lines: [],
    levels: [],
    parents: [],
    flags: [],
    digests: [],
    ends: [],
    words: NOTHING,
    encodings: [],
    places: [],
  }
}

/** A piece of a text keeps the whole text in memory; a copy does not. */
function ownCopies(pieces: readonly string[]): string[] {
  return JSON.parse(JSON.stringify(pieces)) as string[] // the same strings
}

function runningTotals(lengths: readonly number[]): number[] {
  let total = 0
  return lengths.map((length) => {
    total += length
    return total
  })
}

const LINE_END = 0x0a
const NOTHING = Buffer.alloc(0)
const BEYOND_LATIN1 = /[^\0-\xff]/
