import path from 'node:path'
import { DomainError } from '@shoko/contract'
import type { RootFolder } from './descent.ts'
import type { FsReason } from './fs-error.ts'
import type { RelativePath } from './relative-path.ts'

export interface Withholding {
  /**
   * Whether paths with a segment that begins with a dot can be reached: writing to `.git` or `.obsidian` runs code elsewhere,
   * and reading shows credentials. `.system` at the top is the vault's own. Default: withheld.
   */
  readonly hidden?: 'withheld' | 'reached'
  /** Absolute paths of files that no call reaches, wherever they lie below the root. */
  readonly withheld?: readonly string[]
}

const OWN = '.system'
/** Characters that some file systems do not see in a name. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
const DOTTED = /(?:^|\/)[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]*\./
/** `GIT~1` is another name of `.git` where Windows keeps short names. */
const SHORT_NAME = /^[^.]{1,6}~\d{1,6}(\.[^.]{0,3})?$/

/** Says which paths a root does not reach: by their words alone, before anything on the disk is looked at. */
export class Withheld {
  readonly #folder: RootFolder
  readonly #hidden: boolean
  readonly #files: readonly string[]
  #below: ReadonlySet<string> | undefined

  constructor(folder: RootFolder, options: Withholding) {
    this.#folder = folder
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
    this.#below ??= this.#locate()
    return this.#below.size > 0 && this.#below.has(folded(given))
  }

  #locate(): ReadonlySet<string> {
    const { system } = this.#folder
    const real = (folder: string) => {
      try {
        return system.realpath(folder)
      } catch {
        return folder
      }
    }
    const top = real(this.#folder.realPath())
    const found = this.#files.map((file) => path.relative(top, path.join(real(path.dirname(file)), path.basename(file))))
    return new Set(found.filter((file) => !file.startsWith('..') && !path.isAbsolute(file)).map((file) => folded(file)))
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
