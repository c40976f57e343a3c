import type { Containment, OpenDirectory } from './descent.ts'
import { childPath, type RelativePath } from './relative-path.ts'
import { Flags, release, type SystemCalls } from './system-calls.ts'

/**
 * Containment by directory descriptors: a name is only ever looked up in a directory that is already open, so swapping a
 * directory for a link between two calls changes nothing.
 */
export const descriptorContainment: Containment = {
  openTop: (system, realPath) => new DescribedDirectory(system, '' as RelativePath, system.open(realPath, Flags.directory)),
}

class DescribedDirectory implements OpenDirectory {
  readonly path: RelativePath
  readonly self: string
  readonly #system: SystemCalls
  readonly #fd: number
  #open = true

  constructor(system: SystemCalls, path: RelativePath, fd: number) {
    this.#system = system
    this.#fd = fd
    this.path = path
    this.self = `/proc/self/fd/${fd}`
  }

  at(name: string): string {
    return `${this.self}/${name}`
  }

  enter(name: string): OpenDirectory {
    const fd = this.#system.open(this.at(name), Flags.directory)
    return new DescribedDirectory(this.#system, childPath(this.path, name), fd)
  }

  /** Nothing to confirm: the descriptor is the directory. */
  confirm(): void {}

  flush(): Promise<void> {
    return this.#system.fsync(this.#fd)
  }

  close(): void {
    if (!this.#open) return
    this.#open = false
    release(this.#system, this.#fd)
  }
}
