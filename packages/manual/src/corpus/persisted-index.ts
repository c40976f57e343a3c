import { crc32 } from 'node:zlib'
import { DomainError, type Logger, silentLogger } from '@shoko/contract'
import { type ByteFile, parseDirectory, parsePath, type RelativePath, type Root, sha256 } from '@shoko/core-fs'
import { IndexFormatError, loadRanker } from '@shoko/search'
import type { Catalog, CatalogContent } from './catalog.ts'
import type { FileRecord, WordBytes } from './file-record.ts'

/** Raised when what is kept of a node changes its meaning: nodes, flags, word lists. */
const FORMAT = 3
const MAGIC = 0x53484b4d
const HEADER_BYTES = 24
const ALIGNMENT = 8
/** What one buffer can hold, and more than anybody's manuals. */
const MAX_BYTES = 2 ** 32 - 1

/** Where the index of one root of manuals lies in the cache directory. */
export function indexPathFor(rootPath: string): RelativePath {
  return parsePath(`manual-index-${sha256(rootPath).slice(0, 16)}.bin`)
}

/**
 * The index of an earlier run, or undefined when there is none that can be used; a damaged one is only slower, never wrong. The
 * words stay in the file, which `release` closes: they are as much as the texts, and a search wants those of a few nodes.
 */
export async function loadIndex(
  cache: Root,
  path: RelativePath,
  logger: Logger = silentLogger,
): Promise<CatalogContent | undefined> {
  let file: ByteFile | undefined
  try {
    file = await cache.openBytes(path)
    const content = await decode(file)
    if (content === undefined) file.close()
    return content
  } catch (cause) {
    file?.close()
    const isMissing = cause instanceof DomainError && cause.reason === 'not_found'
    if (!isMissing) logger.log('warn', { event: 'manual_index_not_read', cause: String(cause) })
    return undefined
  }
}

/**
 * The cache may be on a full or read-only disk: then the index lives in memory alone. Writing down hundreds of megabytes gives way
 * to other calls. `changed`: the index changed meanwhile, and nothing was saved.
 */
export async function saveIndex(
  cache: Root,
  path: RelativePath,
  { catalog, logger, pause }: { readonly catalog: Catalog; readonly logger: Logger; readonly pause: () => Promise<void> },
): Promise<'saved' | 'changed' | 'failed'> {
  try {
    const bytes = await encode(catalog, pause)
    if (bytes === undefined) return 'changed'
    await cache.ensureDirectory(parseDirectory(''))
    await cache.put(path, bytes)
  } catch (cause) {
    logger.log('warn', { event: 'manual_index_not_saved', cause: cause instanceof Error ? cause.message : String(cause) })
    return 'failed'
  }
  return 'saved'
}

/** Header, what is known of the files as JSON, their words one after the other, the ranker; all written into one place, for it may be much. */
async function encode(catalog: Catalog, pause: () => Promise<void>): Promise<Buffer | undefined> {
  const { edition } = catalog
  const rows: Buffer[] = []
  let wordBytes = 0
  for (const { words, places: _, ...row } of catalog.records.values()) {
    rows.push(Buffer.from(`${rows.length === 0 ? '[' : ','}${JSON.stringify({ ...row, size: words.length })}`, 'utf8'))
    wordBytes += words.length
    await pause()
    if (catalog.edition !== edition) return undefined
  }
  rows.push(Buffer.from(rows.length === 0 ? '[]' : ']', 'utf8'))
  const metaLength = rows.reduce((sum, { length }) => sum + length, 0)
  const metaEnd = aligned(HEADER_BYTES + metaLength)
  const wordsEnd = aligned(metaEnd + wordBytes)
  const saved = await inTurns(catalog.ranker.saveInSteps(wordsEnd), pause)
  if (saved === undefined || catalog.edition !== edition) return undefined
  const bytes = Buffer.from(saved.buffer, saved.byteOffset, saved.length)
  bytes.fill(' ', HEADER_BYTES + metaLength, metaEnd)
  let at = HEADER_BYTES
  for (const row of rows) at += row.copy(bytes, at)
  at = metaEnd
  for (const { words } of catalog.records.values()) {
    at += words.read(0, words.length).copy(bytes, at)
    await pause()
    if (catalog.edition !== edition) return undefined
  }
  bytes.writeUInt32LE(MAGIC, 0)
  bytes.writeUInt32LE(FORMAT, 4)
  bytes.writeUInt32LE(metaEnd, 8)
  bytes.writeUInt32LE(wordsEnd, 12)
  bytes.writeUInt32LE(crc32(bytes.subarray(HEADER_BYTES, metaEnd)), 16)
  return bytes
}

async function inTurns<T>(steps: Iterator<undefined, T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await pause()
  }
}

async function decode(file: ByteFile): Promise<CatalogContent | undefined> {
  if (file.size < HEADER_BYTES || file.size > MAX_BYTES) return undefined
  const header = file.readNow(0, HEADER_BYTES)
  if (header.readUInt32LE(0) !== MAGIC || header.readUInt32LE(4) !== FORMAT) return undefined
  const [metaEnd, wordsEnd] = [header.readUInt32LE(8), header.readUInt32LE(12)]
  if (metaEnd < HEADER_BYTES || metaEnd > wordsEnd || wordsEnd > file.size) return undefined
  const meta = await file.read(HEADER_BYTES, metaEnd)
  // The words are not summed up: a flipped bit there misses a term, and a restart is worth more.
  if (crc32(meta) !== header.readUInt32LE(16)) return undefined
  try {
    const ranker = loadRanker(await file.read(wordsEnd, file.size))
    return { ranker, records: recordsOf(meta, { file, start: metaEnd }), release: () => file.close() }
  } catch (error) {
    if (error instanceof IndexFormatError) return undefined
    throw error
  }
}

function recordsOf(meta: Buffer, words: { readonly file: ByteFile; readonly start: number }): FileRecord[] {
  const rows = JSON.parse(meta.toString('utf8')) as (Omit<FileRecord, 'words' | 'places'> & { size: number })[] // our own: the checksum fits
  let at = words.start
  return rows.map(({ size, ...row }) => {
    at += size
    return { ...row, words: new SavedWords(words.file, at - size, size), places: [] }
  })
}

class SavedWords implements WordBytes {
  readonly #file: ByteFile
  readonly #start: number
  readonly length: number

  constructor(file: ByteFile, start: number, length: number) {
    this.#file = file
    this.#start = start
    this.length = length
  }

  read(start: number, end: number): Buffer {
    return this.#file.readNow(this.#start + start, this.#start + end)
  }
}

/** The parts begin where typed arrays may; the spaces in between mean nothing, in JSON neither. */
function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT
}
