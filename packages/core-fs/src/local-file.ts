import { readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A file of the process's own (its settings), wherever it lies and whatever links lead there; undefined when there is none. */
export function readLocalFile(absolutePath: string): string | undefined {
  try {
    return readFileSync(absolutePath, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** Where a path leads once links are followed; what does not exist yet is taken from its nearest existing folder. */
export function realPathOf(absolutePath: string): string {
  try {
    return realpathSync(absolutePath)
  } catch {
    const parent = dirname(absolutePath)
    return parent === absolutePath ? absolutePath : join(realPathOf(parent), basename(absolutePath))
  }
}
