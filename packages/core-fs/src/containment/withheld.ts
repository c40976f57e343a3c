import path from 'node:path'
import { DomainError } from '@shoko/contract'
import type { FsReason } from '../fs-error.ts'
import type { RelativePath } from '../relative-path.ts'
import type { SystemCalls } from '../system-calls.ts'

export interface Withholding {
  /**
   * Whether paths with a segment that begins with a dot can be reached: writing to `.git` or `.obsidian` runs code elsewhere,
   * and reading shows credentials. `.system` at the top is the vault's own. Default: withheld.
   */
  readonly hidden?: 'withheld' | 'reached'
  /** Absolute paths of files that no call reaches, wherever they lie below the root. */
  readonly withheld?: readonly string[]
}

export interface WithheldRoot {
  readonly system: SystemCalls
  readonly absolutePath: string
}

const OWN = '.system'
/** Characters that some file systems do not see in a name. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
const DOTTED = /(?:^|\/)[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]*\./
/** `GIT~1` is another name of `.git` where Windows keeps short names. */
const SHORT_NAME = /^[^.]{1,6}~\d{1,6}(\.[^.]{0,3})?$/

/** Says which paths a root does not reach: by their words alone, before anything on the disk is looked at. */
export class Withheld {
  readonly #root: WithheldRoot
  readonly #hidden: boolean
  readonly #files: readonly string[]
  #below: ReadonlySet<string> | undefined

  constructor(root: WithheldRoot, options: Withholding) {
    this.#root = root
    this.#hidden = (options.hidden ?? 'withheld') === 'withheld'
    this.#files = options.withheld ?? []
  }

  refuse(given: RelativePath): void {
    if (this.#hidden) refuseHidden(given)
    if (this.isWithheldFile(given)) throw withheldError(`${given}: the settings of the workspace are not reached by tools`)
  }

  /** For listings: what a caller could not reach is not shown. */
  has(given: RelativePath): boolean {
    return (this.#hidden && isHidden(given)) || this.isWithheldFile(given)
  }

  isWithheldFile(given: RelativePath): boolean {
    if (this.#files.length === 0) return false
    const below = this.#below ?? this.#locate()
    return below.size > 0 && below.has(folded(given))
  }

  /** Remembered as soon as the root is there: one that is still to be made may yet become a link. */
  #locate(): ReadonlySet<string> {
    const { system, absolutePath } = this.#root
    const top = realOrToBe(system, absolutePath)
    const files = this.#files.map((file) => path.join(realOrToBe(system, path.dirname(file)).path, path.basename(file)))
    const inside = files.map((file) => path.relative(top.path, file)).filter((file) => !/^\.\.(?:[/\\]|$)/.test(file))
    const below = new Set(inside.filter((file) => !path.isAbsolute(file)).map((file) => folded(file)))
    if (top.isThere) this.#below = below
    return below
  }
}

/** Where a folder really lies; for one that does not exist yet, where it would be made. */
function realOrToBe(system: SystemCalls, folder: string): { readonly path: string; readonly isThere: boolean } {
  try {
    return { path: system.realpath(folder), isThere: true }
  } catch {
    const parent = path.dirname(folder)
    const above = parent === folder ? folder : realOrToBe(system, parent).path
    return { path: path.join(above, path.basename(folder)), isThere: false }
  }
}

/** For paths that are recorded, not yet used. Throws `withheld`. */
export function refuseHidden(given: RelativePath): void {
  if (isHidden(given)) throw withheldError(`${given}: names that begin with a dot are not reached, except below ${OWN}/`)
}

function isHidden(given: RelativePath): boolean {
  if (!DOTTED.test(given) && process.platform !== 'win32') return false // asked of every file of every walk
  return given.split('/').some((segment, at) => {
    const seen = segment.replaceAll(UNSEEN, '')
    if (at === 0 && seen.toLowerCase() === OWN) return false
    return seen.startsWith('.') || (process.platform === 'win32' && SHORT_NAME.test(seen))
  })
}

/** As the most forgiving file system compares names. */
function folded(given: string): string {
  return given
    .split(/[/\\]/)
    .map((segment) =>
      segment
        .replaceAll(UNSEEN, '')
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[. ]+$/, ''),
    )
    .join('/')
}

function withheldError(message: string): DomainError<FsReason> {
  return new DomainError<FsReason>('withheld', message)
}
