import { LineIndex, ownCopy, type Root, sha256 } from '@shoko/core-fs'
import { type PreparedSection, prepareSection, SectionShelf } from '@shoko/search'
import type { FileRecord } from './file-record.ts'
import { readForIndex } from './read-file.ts'

export interface SectionTexts {
  /** The own text of a node as it stands in its file, at once where it is kept; undefined when the file is not what the index knows any more. */
  take(record: FileRecord, node: number): PreparedSection | Promise<PreparedSection | undefined>
  /** Keeps none of them any longer. */
  forget(): void
}

/** Of a very long section only so much is taken apart for a question. */
const MAX_SECTION = 200_000

interface OpenFile {
  readonly text: string
  readonly lines: LineIndex
}

/**
 * The index keeps texts in the form in which words are looked for; a passage is verbatim. Files are opened for the few sections
 * that ranked, once for all of a file's, and what was read is kept as long as the file stays the same.
 */
export function createSectionTexts(root: Pick<Root, 'read'>): SectionTexts {
  const shelf = new SectionShelf<FileRecord>()
  const opening = new Map<FileRecord, Promise<OpenFile | undefined>>()

  function open(record: FileRecord): Promise<OpenFile | undefined> {
    const known = opening.get(record)
    if (known !== undefined) return known
    const file = openFile(root, record).finally(() => opening.delete(record))
    opening.set(record, file)
    return file
  }

  return {
    take: (record, node) =>
      shelf.take({ owner: record, place: node }, async () => {
        const file = await open(record)
        return file === undefined ? undefined : sectionIn(file, record, node)
      }),
    forget: () => shelf.clear(),
  }
}

async function openFile(root: Pick<Root, 'read'>, { key }: FileRecord): Promise<OpenFile | undefined> {
  const read = await readForIndex(root, key)
  return read.kind === 'text' ? { text: read.text, lines: new LineIndex(read.text) } : undefined
}

/** From the node's heading, which is no sentence, to the next one. */
function sectionIn({ text, lines }: OpenFile, record: FileRecord, node: number): PreparedSection | undefined {
  const [line, next] = [record.lines[node]!, record.lines[node + 1]]
  if (Math.max(line, next ?? 0) > Math.max(1, lines.total)) return undefined
  const own = text.slice(lines.startOf(line), next === undefined ? text.length : lines.startOf(next))
  if (sha256(own).slice(0, 16) !== record.digests[node]) return undefined
  return prepareSection(ownCopy(own.slice(0, MAX_SECTION)), line)
}
