import { type RelativePath, type Root, sha256 } from '@shoko/core-fs'
import { type PreparedSection, prepareSection } from '@shoko/search'
import type { FileRecord } from './file-record.ts'
import { type ParsedFile, parseFile } from './nodes.ts'
import { readForIndex } from './read-file.ts'

/** The own text of a node as it stands in its file. */
export type SectionTexts = (record: FileRecord, node: number) => Promise<PreparedSection | undefined>

/** Letters of text that are kept taken apart: those of the sections that are asked about again and again. */
const MAX_LETTERS = 4_000_000
/** Of a very long section only so much is taken apart for a question. */
const MAX_SECTION = 200_000

interface Kept {
  readonly sections: Map<number, PreparedSection>
  letters: number
}

/**
 * The index keeps texts in the form in which words are looked for; a passage is verbatim. Files are opened for the few sections
 * that ranked, and what was read is kept as long as the file stays the same.
 */
export function createSectionTexts(root: Pick<Root, 'read'>): SectionTexts {
  // By record: a file that changes gets a new one.
  const kept = new Map<FileRecord, Kept>()
  let letters = 0

  function keep(record: FileRecord, node: number, section: PreparedSection): void {
    const own = kept.get(record) ?? { sections: new Map(), letters: 0 }
    own.sections.set(node, section)
    own.letters += section.text.length
    letters += section.text.length
    touch(record, own)
    for (const [oldest, { letters: dropped }] of kept) {
      if (letters <= MAX_LETTERS) break
      kept.delete(oldest)
      letters -= dropped
    }
  }

  function touch(record: FileRecord, own: Kept): void {
    kept.delete(record)
    kept.set(record, own)
  }

  return async (record, node) => {
    const own = kept.get(record)
    const known = own?.sections.get(node)
    if (own !== undefined && known !== undefined) {
      touch(record, own)
      return known
    }
    const section = await readSection(root, record, node)
    if (section !== undefined) keep(record, node, section)
    return section
  }
}

/** Undefined when the file is not what the index knows any more: the next search does. */
async function readSection(root: Pick<Root, 'read'>, record: FileRecord, node: number): Promise<PreparedSection | undefined> {
  const read = await readForIndex(root, record.key as RelativePath) // keys of records are such paths
  if (read.kind !== 'text') return undefined
  const parsed: ParsedFile = parseFile(record.key, read.text)
  const found = parsed.nodes[node]
  if (found === undefined) return undefined
  if (sha256(read.text.slice(found.start, found.ownEnd)).slice(0, 16) !== record.digests[node]) return undefined
  const line = found.line + lineEndsIn(read.text.slice(found.start, found.body))
  return prepareSection(read.text.slice(found.body, Math.min(found.ownEnd, found.body + MAX_SECTION)), line)
}

function lineEndsIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0
}
