import { crc32 } from 'node:zlib'
import { DomainError, type Logger } from '@shoko/contract'
import { type ByteFile, parseDirectory, type RelativePath, type Root } from '@shoko/core-fs'
import { inTurns } from '../yield-every.ts'

const HEADER_BYTES = 24
const ALIGNMENT = 8
/** What one buffer can hold, and more than anybody's texts. */
const MAX_BYTES = 2 ** 32 - 1

/** Bytes in memory, or in the saved index until somebody wants them. */
export interface HeldBytes {
  readonly length: number
  read(start: number, end: number): Buffer
}

export const NO_BYTES: HeldBytes = { length: 0, read: () => Buffer.alloc(0) }

/** What is known of one file: plain data, and what of its text is as large as the text and rarely asked for. */
export interface SavedRow<Row> {
  readonly row: Row
  readonly held: HeldBytes
}

/** An index that can be written down. */
export interface SavableIndex<Row> {
  /** Grows with everything that a saved index would show. */
  readonly edition: number
  rows(): Iterable<SavedRow<Row>>
  /** The part that is bytes already, behind so much free room; undefined when it changed in between. */
  saveInSteps(room: number): Iterator<undefined, Uint8Array | undefined>
}

export interface LoadedIndex<Row, Ranker> {
  readonly rows: readonly SavedRow<Row>[]
  readonly ranker: Ranker
  /** Closes the file that what is held is read from. */
  release(): void
}

/** Which index the file is: another one, or another version of it, is none. */
export interface IndexFormat<Ranker> {
  /** As the log names it: `manual_index`. */
  readonly name: string
  readonly magic: number
  /** Raised when what is kept of a file changes its meaning. */
  readonly version: number
  /** Undefined for bytes that it cannot use. */
  loadRanker(bytes: Uint8Array): Ranker | undefined
}

export interface IndexFile<Row, Ranker> {
  readonly path: RelativePath
  /**
   * The index of an earlier run, or undefined when there is none that can be used; a damaged one is only slower, never wrong. What
   * is held stays in the file: it may be as much as the texts, and a search wants that of a few.
   */
  load(): Promise<LoadedIndex<Row, Ranker> | undefined>
  /**
   * The cache may be on a full or read-only disk: then the index lives in memory alone. Writing down hundreds of megabytes gives
   * way to other calls. `changed`: the index changed meanwhile, and nothing was saved.
   */
  save(index: SavableIndex<Row>, pause: () => Promise<void>): Promise<'saved' | 'changed' | 'failed'>
}

export interface IndexFilePorts {
  readonly cache: Root
  readonly path: RelativePath
  readonly logger: Logger
}

export function createIndexFile<Row extends object, Ranker>(
  format: IndexFormat<Ranker>,
  { cache, path, logger }: IndexFilePorts,
): IndexFile<Row, Ranker> {
  return {
    path,
    async load() {
      let file: ByteFile | undefined
      try {
        file = await cache.openBytes(path)
        const content = await decode<Row, Ranker>(file, format)
        if (content === undefined) file.close()
        return content
      } catch (cause) {
        file?.close()
        const isMissing = cause instanceof DomainError && cause.reason === 'not_found'
        if (!isMissing) logger.log('warn', { event: `${format.name}_not_read`, cause: String(cause) })
        return undefined
      }
    },
    async save(index, pause) {
      try {
        const bytes = await encode(index, format, pause)
        if (bytes === undefined) return 'changed'
        await cache.ensureDirectory(parseDirectory(''))
        await cache.put(path, bytes)
      } catch (cause) {
        logger.log('warn', { event: `${format.name}_not_saved`, cause: cause instanceof Error ? cause.message : String(cause) })
        return 'failed'
      }
      return 'saved'
    },
  }
}

/** Header, what is known of the files as JSON, what is held of them one after the other, the ranker; all written into one place, for it may be much. */
async function encode<Row extends object>(
  index: SavableIndex<Row>,
  { magic, version }: Pick<IndexFormat<unknown>, 'magic' | 'version'>,
  pause: () => Promise<void>,
): Promise<Buffer | undefined> {
  const { edition } = index
  const rows: Buffer[] = []
  let heldBytes = 0
  for (const { row, held } of index.rows()) {
    rows.push(Buffer.from(`${rows.length === 0 ? '[' : ','}${JSON.stringify({ ...row, size: held.length })}`, 'utf8'))
    heldBytes += held.length
    await pause()
    if (index.edition !== edition) return undefined
  }
  rows.push(Buffer.from(rows.length === 0 ? '[]' : ']', 'utf8'))
  const metaLength = rows.reduce((sum, { length }) => sum + length, 0)
  const metaEnd = aligned(HEADER_BYTES + metaLength)
  const heldEnd = aligned(metaEnd + heldBytes)
  const saved = await inTurns(index.saveInSteps(heldEnd), pause)
  if (saved === undefined || index.edition !== edition) return undefined
  const bytes = Buffer.from(saved.buffer, saved.byteOffset, saved.length)
  bytes.fill(' ', HEADER_BYTES + metaLength, metaEnd)
  let at = HEADER_BYTES
  for (const row of rows) at += row.copy(bytes, at)
  at = metaEnd
  for (const { held } of index.rows()) {
    at += held.read(0, held.length).copy(bytes, at)
    await pause()
    if (index.edition !== edition) return undefined
  }
  bytes.writeUInt32LE(magic, 0)
  bytes.writeUInt32LE(version, 4)
  bytes.writeUInt32LE(metaEnd, 8)
  bytes.writeUInt32LE(heldEnd, 12)
  bytes.writeUInt32LE(crc32(bytes.subarray(HEADER_BYTES, metaEnd)), 16)
  return bytes
}

async function decode<Row extends object, Ranker>(
  file: ByteFile,
  { magic, version, loadRanker }: IndexFormat<Ranker>,
): Promise<LoadedIndex<Row, Ranker> | undefined> {
  if (file.size < HEADER_BYTES || file.size > MAX_BYTES) return undefined
  const header = file.readNow(0, HEADER_BYTES)
  if (header.readUInt32LE(0) !== magic || header.readUInt32LE(4) !== version) return undefined
  const [metaEnd, heldEnd] = [header.readUInt32LE(8), header.readUInt32LE(12)]
  if (metaEnd < HEADER_BYTES || metaEnd > heldEnd || heldEnd > file.size) return undefined
  const meta = await file.read(HEADER_BYTES, metaEnd)
  // What is held is not summed up: a flipped bit there misses a term, and a restart is worth more.
  if (crc32(meta) !== header.readUInt32LE(16)) return undefined
  const ranker = loadRanker(await file.read(heldEnd, file.size))
  if (ranker === undefined) return undefined
  return { ranker, rows: rowsOf<Row>(meta, { file, start: metaEnd }), release: () => file.close() }
}

function rowsOf<Row extends object>(meta: Buffer, held: { readonly file: ByteFile; readonly start: number }): SavedRow<Row>[] {
  const rows = JSON.parse(meta.toString('utf8')) as (Row & { size: number })[] // our own: the checksum fits
  let at = held.start
  return rows.map(({ size, ...row }) => {
    at += size
    // What is left without the size is what was saved.
    return { row: row as unknown as Row, held: size === 0 ? NO_BYTES : new SavedBytes(held.file, at - size, size) }
  })
}

class SavedBytes implements HeldBytes {
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
