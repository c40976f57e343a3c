import type { Stats } from 'node:fs'
import path from 'node:path'
import { isSameEntry } from '../file-info.ts'
import { linked } from '../fs-error.ts'
import { childPath, type RelativePath } from '../relative-path.ts'
import { Flags, release, type SystemCalls } from '../system-calls.ts'
import type { Containment, OpenDirectory } from './containment.ts'

/**
 * Containment for systems without /proc: every directory on the way is looked at before and after an access and must be the
 * same one. A swap there and back between the two looks goes unseen, so the race is narrowed here, and closed on Linux only.
 */
export const checkedContainment: Containment = {
  openTop: (system, realPath) => new CheckedDirectory(system, { path: '' as RelativePath, self: realPath }),
}

interface Place {
  readonly path: RelativePath
  readonly self: string
  readonly parent?: CheckedDirectory
}

class CheckedDirectory implements OpenDirectory {
  readonly path: RelativePath
  readonly self: string
  readonly #system: SystemCalls
  readonly #parent: CheckedDirectory | undefined
  readonly #seen: Stats

  constructor(system: SystemCalls, place: Place) {
    this.#system = system
    this.#parent = place.parent
    this.path = place.path
    this.self = place.self
    this.#seen = lookAtDirectory(system, place.self)
  }

  at(name: string): string {
    return path.join(this.self, name)
  }

  enter(name: string): OpenDirectory {
    const inside = new CheckedDirectory(this.#system, { path: childPath(this.path, name), self: this.at(name), parent: this })
    this.confirm()
    return inside
  }

  confirm(name?: string, opened?: Stats): void {
    if (!isSameEntry(lookAtDirectory(this.#system, this.self), this.#seen)) throw linked(this.path)
    this.#parent?.confirm()
    if (name === undefined || opened === undefined) return
    const now = this.#system.lstat(this.at(name))
    if (now === undefined || !isSameEntry(now, opened)) throw linked(childPath(this.path, name))
  }

  seen(): Stats {
    return this.#seen
  }

  /** With the way to it, so that a swap above is seen too. */
  lend(): OpenDirectory {
    return new CheckedDirectory(this.#system, { path: '' as RelativePath, self: this.self, parent: this })
  }

  async flush(): Promise<void> {
    const fd = this.#system.open(this.self, Flags.directory)
    try {
      await this.#system.fsync(fd)
    } finally {
      release(this.#system, fd)
    }
  }

  /** Nothing is held open. */
  close(): void {}
}

function lookAtDirectory(system: SystemCalls, self: string): Stats {
  const stats = system.lstat(self)
  if (stats === undefined) throw Object.assign(new Error('no such directory'), { code: 'ENOENT' })
  if (stats.isSymbolicLink()) throw Object.assign(new Error('a link'), { code: 'ELOOP' })
  if (!stats.isDirectory()) throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR' })
  return stats
}
