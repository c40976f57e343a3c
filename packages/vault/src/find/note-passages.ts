import { ownCopy, type RelativePath, sha256 } from '@shoko/core-fs'
import { choosePassages, type PassageLimits, type PreparedSection, prepareSection } from '@shoko/search'
import type { VaultContext } from '../context.ts'
import type { Hit } from './gather.ts'
import { type NoteRecord, stemOf } from './note-record.ts'

/** What the notes say, verbatim, and where. */
export interface NotePassage {
  readonly path: string
  readonly start_line: number
  readonly end_line: number
  /** The headings down to the passage's own; the note's name where there are none. */
  readonly heading: string
  readonly text: string
  readonly confidence: number
  /** Of the file that it was read from. */
  readonly hash: string
}

/** So many of the best sections are read, of any number of notes. */
const SECTIONS_READ = 10
/** What ranks this far behind the best is not worth opening a file. */
const MIN_SHARE = 0.3
/** Of a very long section only so much is taken apart for a question. */
const MAX_SECTION = 200_000
const MAX_HEADING = 200

/** Passages of the best hits, surest first. */
export async function passagesOf(
  context: VaultContext,
  { query, hits }: { readonly query: string; readonly hits: readonly Hit[] },
  limits: PassageLimits = {},
): Promise<NotePassage[]> {
  const best = hits.slice(0, SECTIONS_READ).filter(({ score }) => score >= MIN_SHARE * hits[0]!.score)
  const sources = (await Promise.all(best.map((hit) => sourceOf(context, hit)))).filter((source) => source !== undefined)
  const passages = choosePassages(query, sources, { ...limits, information: context.notes.ranker.information })
  return passages.map(({ source, text, startLine, endLine, confidence }) => {
    const { document, heading, hash } = sources[source]!
    return { path: document, start_line: startLine, end_line: endLine, heading, text, confidence, hash }
  })
}

async function sourceOf(context: VaultContext, { path, section, score }: Hit) {
  const record = context.notes.records.get(path)
  const found = record?.sections?.[section]
  if (record === undefined || found === undefined) return undefined
  const text = await sectionText(context, record, section)
  if (text === undefined) return undefined
  const headings = found.headings.length > 0 ? found.headings : [stemOf(path)]
  return {
    text,
    // What the note is called is the nearest heading of how it begins: an alias or a tag alone finds that.
    headings: section === 0 ? [...found.headings, record.names] : [record.names, ...found.headings],
    hasOwnHeading: section > 0,
    score,
    document: path,
    heading: chainOf(headings),
    hash: record.hash,
  }
}

/** The section as it stands in its file; undefined when the file is not what the index knows any more. */
export function sectionText(
  { root, notes, shelf }: VaultContext,
  record: NoteRecord,
  section: number,
): PreparedSection | Promise<PreparedSection | undefined> {
  return shelf.take({ owner: record, place: section }, async () => {
    const found = notes.records.get(record.path)?.sections?.[section]
    const bytes = found && (await root.read(record.path as RelativePath).catch(() => undefined))?.bytes // keys of records are such paths
    if (found === undefined || bytes === undefined || sha256(bytes) !== record.hash) return undefined
    const text = bytes.toString('utf8')
    const own = ownCopy(text.slice(found.bodyStart, Math.min(found.end, found.bodyStart + MAX_SECTION)))
    return prepareSection(own, found.bodyLine)
  })
}

function chainOf(headings: readonly string[]): string {
  const chain = headings.join(' > ')
  return chain.length <= MAX_HEADING ? chain : (headings.at(-1) ?? '').slice(0, MAX_HEADING)
}
