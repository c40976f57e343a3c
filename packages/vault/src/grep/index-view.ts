import type { RelativePath } from '@shoko/core-fs'
import type { FileFilter, FindIndex, IndexedFile } from './find-index.ts'
import type { FindJob } from './protocol.ts'

/** What the index tells one find. A file's times are looked at once, and both stages go by what they said. */
export class IndexView {
  readonly #index: FindIndex
  readonly #job: FindJob
  readonly #files = new Map<RelativePath, IndexedFile | undefined>()
  #gaps = false

  constructor(index: FindIndex, job: FindJob) {
    this.#index = index
    this.#job = job
  }

  /** Whether a file that was asked for is not indexed as it is now. */
  get hasGaps(): boolean {
    return this.#gaps
  }

  file(path: RelativePath): IndexedFile | undefined {
    if (this.#files.has(path)) return this.#files.get(path)
    const file = this.#index.current(path)
    this.#files.set(path, file)
    this.#gaps ||= file === undefined
    return file
  }

  /** Of indexed files: those that the stage has to look at. */
  filterFor(stage: 0 | 1): FileFilter {
    return stage === 0 ? this.#index.holding(this.#job.terms) : this.#index.holdingLoosely(this.#job.query)
  }
}
