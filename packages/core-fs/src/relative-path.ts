import { DomainError } from '@shoko/contract'
import type { FsReason } from './fs-error.ts'

/** '/' between segments, no '.', no '..'; '' is the root itself. Made by the functions below or by a lister, never by hand. */
export type RelativePath = string & { readonly __relative: unique symbol }

const DENIED = /\.db(?:-wal|-shm|-journal)?$/i
const TEMPORARY = /^\.shoko-[0-9a-f]{16}\.tmp$/
const CONTROL = /\p{Cc}/u
const DRIVE = /^[a-z]:/i

/** A caller's path to something below the root. Throws `invalid_path`. */
export function parsePath(input: unknown): RelativePath {
  const path = parseDirectory(input)
  if (path === '') throw invalid('path is empty')
  return path
}

/** A caller's path to a directory: '' and '.' mean the root. Throws `invalid_path`. */
export function parseDirectory(input: unknown): RelativePath {
  if (typeof input !== 'string') throw invalid('path must be text')
  // Control characters are refused before trimming: a newline at the end is a mistake, not white space.
  if (CONTROL.test(input)) throw invalid('path holds a control character')
  if (!input.isWellFormed()) throw invalid('path is not valid Unicode')
  const path = input.trim().replaceAll('\\', '/')
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (path.startsWith('/') || DRIVE.test(segments[0] ?? '')) throw invalid('path must be relative to the root')
  if (segments.includes('..')) throw invalid('path must not contain ".."')
  const clean = segments.join('/')
  // Dropping a segment can bring white space to the ends: what goes out must mean the same when it comes back.
  return clean === clean.trim() ? (clean as RelativePath) : parseDirectory(clean) // every segment has been checked above
}

/** One more segment below a directory. Throws `invalid_path` when the name is not a single plain segment. */
export function joinPath(dir: RelativePath, name: string): RelativePath {
  if (!isPlainSegment(name)) throw invalid('not a plain file name')
  return childPath(dir, name)
}

export function parentOf(path: RelativePath): RelativePath {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))) as RelativePath // a prefix of whole segments
}

export function nameOf(path: RelativePath): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Whether the first segment is this name, whole and in any case: `.SYSTEM/x` begins with `.system`, `daily2/x` not with `daily`. */
export function firstSegmentIs(path: RelativePath, name: string): boolean {
  const [first = ''] = path.split('/', 1)
  return first.toLowerCase() === name.toLowerCase()
}

/** SQLite's files. Opening one outside SQLite drops the locks that this process holds on it. */
export function isDeniedName(name: string): boolean {
  return DENIED.test(name)
}

/** `.git/x`, `notes/.trash/y`: a name on the way begins with a dot. */
export function isHiddenPath(path: RelativePath): boolean {
  return path.startsWith('.') || path.includes('/.')
}

/** Our own temporary files; see `temporaryName`. */
export function isTemporaryName(name: string): boolean {
  return TEMPORARY.test(name)
}

/** Names that no caller may see or reach through a root. */
export function isReservedName(name: string): boolean {
  return isDeniedName(name) || isTemporaryName(name)
}

/** A name that a caller could also write: listers skip the others, which no call could reach. */
export function isPlainSegment(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\]/.test(name) && !CONTROL.test(name) && name.isWellFormed()
}

/** `joinPath` for names that came from a directory listing. */
export function childPath(dir: RelativePath, name: string): RelativePath {
  return (dir === '' ? name : `${dir}/${name}`) as RelativePath // callers pass one segment
}

export function segmentsOf(path: RelativePath): readonly string[] {
  return path === '' ? [] : path.split('/')
}

/** A part of a URI, as it is called on the disk. */
export function decodedPart(part: string, uri: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new DomainError<FsReason>('invalid_path', `${uri.slice(0, 200)}: is not encoded as URIs are`)
  }
}

function invalid(problem: string): DomainError<FsReason> {
  return new DomainError<FsReason>('invalid_path', `${problem}; use a path relative to the root with "/" between segments`)
}
