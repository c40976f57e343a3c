import { isUtf8 } from 'node:buffer'
import { DomainError } from '@shoko/contract'
import { type OpenedFile, openDirectory, openFile, type RootFolder } from '../containment/containment.ts'
import { type FileInfo, infoOf, isUntouched } from '../file-info.ts'
import { type FsReason, notFound } from '../fs-error.ts'
import { sha256InSlices } from '../hash.ts'
import { nameOf, parentOf, type RelativePath } from '../relative-path.ts'
import { Flags, release, type SystemCalls } from '../system-calls.ts'

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
/** What tools change by writing it anew: more than this would hold up others, and take memory several times over. */
export const MAX_CHANGED_BYTES = 16 * 1024 * 1024

/** The whole file, or its first `maxBytes`. */
export async function readFile(folder: RootFolder, path: RelativePath, maxBytes?: number): Promise<FileBytes> {
  const file = openExisting(folder, path)
  try {
    if (maxBytes === undefined && file.stats.size > WHOLE)
      throw tooLarge(path, { size: file.stats.size, most: WHOLE, verb: 'read whole', advice: 'read it in windows' })
    return await readSteadily(folder.system, file, maxBytes ?? WHOLE)
  } finally {
    release(folder.system, file.fd)
  }
}

export async function readText(folder: RootFolder, path: RelativePath): Promise<TextFile> {
  return textOf(path, await readFile(folder, path))
}

/** The same for who is going to write it anew. */
export async function readToChange(folder: RootFolder, path: RelativePath, most = MAX_CHANGED_BYTES): Promise<TextFile> {
  const file = await readFile(folder, path, most)
  requireChangeable(path, file.info.size, most)
  return textOf(path, file)
}

/** Refuses what would be too large a file to be changed again. */
export function requireChangeable(path: RelativePath, size: number, most = MAX_CHANGED_BYTES): void {
  if (size > most) throw tooLarge(path, { size, most, verb: 'changed by a tool', advice: 'go on in another file' })
}

async function textOf(path: RelativePath, file: FileBytes): Promise<TextFile> {
  if (!isText(file.bytes)) throw notText(path)
  let text: string | undefined
  return {
    ...file,
    hash: await sha256InSlices(file.bytes),
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

interface Size {
  readonly size: number
  readonly most: number
  readonly verb: string
  readonly advice: string
}

function tooLarge(path: string, { size, most, verb, advice }: Size): DomainError<FsReason> {
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`
  const message = `${path}: too large to be ${verb} (${megabytes(size)}, at most ${megabytes(most)}); ${advice}`
  return new DomainError<FsReason>('not_text', message)
}
