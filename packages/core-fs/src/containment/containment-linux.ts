import type { Stats } from 'node:fs'
import { childPath, type RelativePath } from '../relative-path.ts'
import { Flags, release, type SystemCalls } from '../system-calls.ts'
import type { Containment, OpenDirectory } from './containment.ts'

/**
 * Containment by directory descriptors: a name is only ever looked up in a directory that is already open, so swapping a
 * directory for a link between two calls changes nothing.
 */
export const descriptorContainment: Containment = {
  openTop: (system, realPath) => new DescribedDirectory(system, '' as RelativePath, openDescriptor(system, realPath)),
}

/** A descriptor that several directories of one process may look through; the last of them closes it. */
interface Descriptor {
  readonly fd: number
  users: number
  seen?: Stats
}

class DescribedDirectory implements OpenDirectory {
  readonly path: RelativePath
  readonly self: string
  readonly #system: SystemCalls
  readonly #descriptor: Descriptor
  #open = true

  constructor(system: SystemCalls, path: RelativePath, descriptor: Descriptor) {
    this.#system = system
    this.#descriptor = descriptor
    this.path = path
    this.self = `/proc/self/fd/${descriptor.fd}`
  }

  at(name: string): string {
    return `${this.self}/${name}`
  }

  enter(name: string): OpenDirectory {
    return new DescribedDirectory(this.#system, childPath(this.path, name), openDescriptor(this.#system, this.at(name)))
  }

  /** Nothing to confirm: the descriptor is the directory. */
  confirm(): void {}

  seen(): Stats {
    this.#descriptor.seen ??= this.#system.fstat(this.#descriptor.fd)
    return this.#descriptor.seen
  }

  lend(): OpenDirectory {
    this.#descriptor.users++
    return new DescribedDirectory(this.#system, '' as RelativePath, this.#descriptor)
  }

  flush(): Promise<void> {
    return this.#system.fsync(this.#descriptor.fd)
  }

  close(): void {
    if (!this.#open) return
    this.#open = false
    this.#descriptor.users--
    if (this.#descriptor.users === 0) release(this.#system, this.#descriptor.fd)
  }
}

function openDescriptor(system: SystemCalls, place: string): Descriptor {
  return { fd: system.open(place, Flags.directory), users: 1 }
}
