import { isUtf8 } from 'node:buffer'
import { DomainError } from '@shoko/contract'
import { type OpenedFile, openDirectory, openFile, type RootFolder } from './descent.ts'
import { type FileInfo, infoOf, isUntouched } from './file-info.ts'
import { type FsReason, notFound } from './fs-error.ts'
import { sha256 } from './hash.ts'
import { nameOf, parentOf, type RelativePath } from './relative-path.ts'
import { Flags, release, type SystemCalls } from './system-calls.ts'

export interface FileBytes {
  readonly bytes: Buffer
  readonly info: FileInfo
}

export interface TextFile extends FileBytes {
  /** Decoded; a BOM stays as U+FEFF. */
  readonly text: string
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string
}

/** Up to this size a read from the page cache is shorter than the way to a pool thread and back. */
export const SMALL = 256 * 1024
const STEP = 16 * 1024 * 1024
/** More than this is never held at once; V8 could not make one string of twice as much. */
const WHOLE = 256 * 1024 * 1024

/** The whole file, or its first `maxBytes`. */
export async function readFile(folder: RootFolder, path: RelativePath, maxBytes?: number): Promise<FileBytes> {
  const file = openExisting(folder, path)
  try {
    if (maxBytes === undefined && file.stats.size > WHOLE) throw tooLarge(path, file.stats.size)
    return await readSteadily(folder.system, file, maxBytes ?? WHOLE)
  } finally {
    release(folder.system, file.fd)
  }
}

export async function readText(folder: RootFolder, path: RelativePath): Promise<TextFile> {
  const file = await readFile(folder, path)
  if (!isText(file.bytes)) throw notText(path)
  let text: string | undefined
  return {
    ...file,
    hash: sha256(file.bytes),
    // Decoded when asked for: as a string a large file takes twice its size again, and an append needs only the bytes.
    get text() {
      text ??= file.bytes.toString('utf8')
      return text
    },
  }
}

/** Opens an existing regular file; the caller closes it. */
export function openExisting(folder: RootFolder, path: RelativePath): OpenedFile {
  if (path === '') throw notFound(path)
  const dir = openDirectory(folder, parentOf(path))
  try {
    return openFile(folder, dir, { name: nameOf(path), flags: Flags.read })
  } finally {
    dir.close()
  }
}

/** Reads until `length` bytes or the end of the file, small amounts without leaving the thread. */
export async function readBytes(system: SystemCalls, fd: number, span: { position: number; length: number }): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(span.length)
  let filled = 0
  while (filled < span.length) {
    const rest = buffer.subarray(filled, filled + STEP)
    const position = span.position + filled
    const count = span.length <= SMALL ? system.readNow(fd, rest, position) : await system.read(fd, rest, position)
    if (count === 0) break
    filled += count
  }
  return buffer.subarray(0, filled)
}

export function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0)
}

export function notText(path: string): DomainError<FsReason> {
  return new DomainError<FsReason>('not_text', `${path}: is not UTF-8 text`)
}

/** An editor that saves in place may be half-way through; one more reading is nearly always whole. */
export async function readSteadily(system: SystemCalls, file: OpenedFile, maxBytes: number): Promise<FileBytes> {
  let { stats } = file
  let bytes = await readBytes(system, file.fd, { position: 0, length: Math.min(stats.size, maxBytes) })
  const after = system.fstat(file.fd)
  if (!isUntouched(stats, after)) {
    stats = after
    bytes = await readBytes(system, file.fd, { position: 0, length: Math.min(stats.size, maxBytes) })
  }
  return { bytes, info: infoOf(stats) }
}

function tooLarge(path: string, size: number): DomainError<FsReason> {
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`
  const message = `${path}: too large to be read whole (${megabytes(size)}, at most ${megabytes(WHOLE)}); read it in windows`
  return new DomainError<FsReason>('not_text', message)
}
