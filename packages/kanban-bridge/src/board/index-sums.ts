import { DomainError } from '@shoko/contract'
import type { FileInfo, RelativePath, Root } from '@shoko/core-fs'
import { isCurrent, stampOf } from '@shoko/follow'
import { INDEX_SUMS } from './paths.ts'
import { putFile } from './put-file.ts'

export interface Sums {
  readonly cards?: string
  readonly relations?: string
}

/** The checksums that tell an index file as a server left it from one that was cut, edited or merged. Under the files' lock. */
export class IndexSums {
  readonly #root: Root

  constructor(root: Root) {
    this.#root = root
  }

  async read(): Promise<Sums> {
    const bytes = (await readIfThere(this.#root, INDEX_SUMS))?.bytes
    try {
      return JSON.parse(bytes?.toString() ?? '{}') as Sums // only compared with checksums
    } catch {
      return {}
    }
  }

  async keep(sums: Sums): Promise<void> {
    await putFile(this.#root, INDEX_SUMS, `${JSON.stringify({ ...(await this.read()), ...sums })}\n`)
  }
}

export async function readIfThere(root: Root, path: RelativePath) {
  try {
    return await root.read(path)
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'not_found') return undefined
    throw error
  }
}

/** Is the file still the one of which this was said? */
export async function isUnchanged(root: Root, path: RelativePath, known: FileInfo | undefined): Promise<boolean> {
  if (known === undefined) return false
  const now = await root.find(path)
  // However young it is: these files are written under a lock, and a row more is another size.
  return now !== undefined && isCurrent(stampOf(known, Number.POSITIVE_INFINITY), now)
}
