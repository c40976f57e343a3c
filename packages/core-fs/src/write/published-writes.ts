import { resolve, sep } from 'node:path'
import type { OwnWrites } from '@shoko/contract'
import type { RootFolder } from '../containment/containment.ts'
import type { RelativePath } from '../relative-path.ts'

/** What changes through one root, told to those who listen at any root of the process. */
export class PublishedWrites {
  readonly #folder: RootFolder
  readonly #writes: OwnWrites

  constructor(folder: RootFolder, writes: OwnWrites) {
    this.#folder = folder
    this.#writes = writes
  }

  /** Told also when it failed: who looks then sees what is there. */
  after<T>(paths: readonly RelativePath[], work: Promise<T>): Promise<T> {
    return work.finally(() => {
      const above = this.#realPath()
      if (above !== undefined) for (const path of paths) this.#writes.publish(resolve(above, path))
    })
  }

  /** Of what is below this root. */
  listen(listener: (path: RelativePath) => void): () => void {
    return this.#writes.listen((path) => {
      const above = this.#realPath()
      if (above === undefined || !path.startsWith(above + sep)) return
      listener(path.slice(above.length + sep.length).replaceAll(sep, '/') as RelativePath) // as some root was given it
    })
  }

  /** Undefined while there is no such folder. */
  #realPath(): string | undefined {
    try {
      return this.#folder.realPath()
    } catch {
      return undefined
    }
  }
}
