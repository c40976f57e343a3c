import { errnoOf, notFound, toFsError } from '../fs-error.ts'
import type { SystemCalls } from '../system-calls.ts'
import type { Containment, OpenDirectory, RootFolder } from './containment.ts'

/** The folder a root stands on. A link at this place is the user's own choice: it is resolved at the first use, and stays so. */
export function createFolder(absolutePath: string, parts: { system: SystemCalls; containment: Containment }): RootFolder {
  const { system, containment } = parts
  let resolved: string | undefined

  function realPath(): string {
    try {
      resolved ??= system.realpath(absolutePath)
      return resolved
    } catch (error) {
      throw toFsError(error, '')
    }
  }

  function openTop(): OpenDirectory {
    const known = resolved !== undefined
    try {
      return containment.openTop(system, realPath())
    } catch (error) {
      if (!isMissing(error)) throw toFsError(error, '')
      resolved = undefined
      if (!known) throw notFound('')
      return openTop() // moved since: look once more where the root was given
    }
  }

  return { system, realPath, openTop, make: () => system.mkdirs(absolutePath), close: () => {} }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errnoOf(error) ?? '')
}
