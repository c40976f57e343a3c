import { comparable } from '../words/lexicon.ts'
import type { FileRecord } from './file-record.ts'
import type { NodeFlags } from './node-flags.ts'

/** How an answer refers to a node. */
export interface NodeRef {
  readonly target: 'manual'
  readonly manual_id: string
  readonly path: string
  readonly start_line: number
}

/** Where a node is, and what a search wants to know of it beside its text. A trace that keeps it keeps no text. */
export interface NodePlace {
  /** The key of its file in the corpus, and how many nodes that has. */
  readonly file: string
  readonly fileNodes: number
  readonly title: string
  /** Its heading as terms are looked for in it. */
  readonly headingWords: string
  /** Its file and the heading above its own: candidates that share them form a group. */
  readonly group: string
  readonly flags: NodeFlags
  /** 16 hex digits of the SHA-256 of the node's own text. */
  readonly digest: string
  readonly ref: NodeRef
}

/** Made once for a node and kept with its file: every search that finds the node asks for it. */
export function placeOf(record: FileRecord, node: number): NodePlace {
  record.places[node] ??= makePlace(record, node)
  return record.places[node]
}

function makePlace(record: FileRecord, node: number): NodePlace {
  return {
    file: record.key,
    fileNodes: record.lines.length,
    title: record.titles[node]!,
    headingWords: comparable(record.titles[node]!),
    group: `${record.key}:${record.parents[node]}`,
    flags: record.flags[node]!,
    digest: record.digests[node]!,
    ref: { target: 'manual', manual_id: record.manualId, path: record.path, start_line: record.lines[node]! },
  }
}
