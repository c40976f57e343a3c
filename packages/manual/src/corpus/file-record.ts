import { ownCopy, type RelativePath, sha256 } from '@shoko/core-fs'
import { type FileStamp, type HeldBytes, NO_BYTES } from '@shoko/follow'
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
  /** The nodes' headings and own texts in the form in which terms are looked for, one after the other: in memory, or in the saved index, for few nodes
   *  are ever asked for, and all of them are as much as the manuals. */
  readonly words: HeldBytes
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
  return searched && sameWords(a.words, b.words) && isSame('digests') && isSame('lines') && isSame('titles') && isSame('levels')
}

function sameWords(a: HeldBytes, b: HeldBytes): boolean {
  return a.length === b.length && a.read(0, a.length).equals(b.read(0, b.length))
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
    titles: nodes.map(({ title }) => ownCopy(title)),
    lines: nodes.map(({ line }) => line),
    levels: nodes.map(({ level }) => level),
    parents: parentsOf(nodes.map(({ level }) => level)),
    flags: words.map(flagsOf),
    digests: nodes.map(({ start, ownEnd }) => ownCopy(sha256(text.slice(start, ownEnd)).slice(0, 16))),
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
  const both = words.read(node === 0 ? 0 : ends[node - 1]!, ends[node]!).toString(ENCODINGS[encodings[node]!])
  // Comparable text has no line ends of its own.
  const line = both.indexOf('\n')
  return { heading: new LooseText(both.slice(0, line)), body: new LooseText(both.slice(line + 1)) }
}

/** The first that holds the text in the fewest bytes; decoding one of fixed width is a copy, and hundreds of nodes are decoded a search. */
const ENCODINGS = ['latin1', 'utf16le', 'utf8'] as const

function encodingFor(text: string): number {
  if (!BEYOND_LATIN1.test(text)) return 0
  return Buffer.byteLength(text, 'utf8') < text.length * 2 ? 2 : 1
}

/** In a buffer of its own: a small one from the common pool would keep what else was put there in memory. */
function written(texts: readonly string[], { ends, encodings }: Pick<FileRecord, 'ends' | 'encodings'>): HeldBytes {
  const bytes = Buffer.allocUnsafeSlow(ends.at(-1) ?? 0)
  for (const [node, text] of texts.entries()) bytes.write(text, node === 0 ? 0 : ends[node - 1]!, ENCODINGS[encodings[node]!])
  return { length: bytes.length, read: (start, end) => bytes.subarray(start, end) }
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
    words: NO_BYTES,
    encodings: [],
    places: [],
  }
}

function runningTotals(lengths: readonly number[]): number[] {
  let total = 0
  return lengths.map((length) => {
    total += length
    return total
  })
}

const BEYOND_LATIN1 = /[^\0-\xff]/
