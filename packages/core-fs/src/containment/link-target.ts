import path from 'node:path'
import type { DomainError } from '@shoko/contract'
import { type FsReason, linked, outsideRoot } from '../fs-error.ts'
import { childPath } from '../relative-path.ts'
import type { OpenDirectory, RootFolder } from './containment.ts'

/** The refusal of a link: `outside_root` when it certainly leads out of the root, else `linked`. Nothing is opened for it. */
export function linkError(folder: RootFolder, dir: OpenDirectory, name: string): DomainError<FsReason> {
  const shown = childPath(dir.path, name)
  return leadsOutside(folder, dir, name) ? outsideRoot(shown) : linked(shown)
}

function leadsOutside(folder: RootFolder, dir: OpenDirectory, name: string): boolean {
  try {
    const root = folder.realPath()
    return !isInside(root, targetOf(folder, dir, name))
  } catch {
    return false // a loop, or a part of the way that this user may not see
  }
}

function targetOf({ system, realPath }: RootFolder, dir: OpenDirectory, name: string): string {
  try {
    return system.realpath(dir.at(name))
  } catch {
    // Dangling: the words of the link, taken from where it stands, with what exists of them resolved.
    const words = path.resolve(realPath(), dir.path, system.readlink(dir.at(name)))
    return resolveExisting(words, system.realpath)
  }
}

function resolveExisting(target: string, realpath: (path: string) => string): string {
  const parent = path.dirname(target)
  if (parent === target) return target
  try {
    return path.join(realpath(parent), path.basename(target))
  } catch {
    return path.join(resolveExisting(parent, realpath), path.basename(target))
  }
}

function isInside(root: string, target: string): boolean {
  return target === root || target.startsWith(root.endsWith(path.sep) ? root : root + path.sep)
}
