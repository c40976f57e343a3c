import type { WalkedFile } from '@shoko/core-fs'
import { findInFiles } from './find-in-files.ts'
import { FindIndex } from './find-index.ts'
import { createGauge, JobPulse } from './gauge.ts'
import { TermReader } from './index-terms.ts'
import { IndexView } from './index-view.ts'
import type { FileScope, FindAnswer, FindJob } from './protocol.ts'
import type { TextCache } from './text-cache.ts'

export interface FinderOptions {
  readonly cache: TextCache
  /** Memory for the index; what it takes, the texts have less. */
  readonly indexBytes: number
  /** Whether somebody waits for a job of this worker. */
  readonly isBusy: () => boolean
}

interface Wanted {
  readonly files: readonly WalkedFile[]
  /** Whether there are no others. */
  readonly all: boolean
}

/**
 * A worker's finds and the index that they share. The index changes only while no job runs: a find may go by what it was told
 * when it began, and nobody waits for the analysis of files.
 */
export class Finder {
  readonly #options: FinderOptions
  readonly #index: FindIndex
  #wanted: Wanted | undefined
  #building: Promise<void> | undefined

  constructor(options: FinderOptions) {
    this.#options = options
    this.#index = new FindIndex(options.cache, options.indexBytes)
  }

  async find(job: FindJob, { files, pulse }: { files: readonly WalkedFile[]; pulse: JobPulse }): Promise<FindAnswer> {
    const view = new IndexView(this.#index, job)
    try {
      return await findInFiles(job, { files, cache: this.#options.cache, pulse, view })
    } finally {
      if (view.hasGaps || this.#index.size < files.length) this.#want({ files, all: isEverything(job.scope) })
    }
  }

  get indexedBytes(): number {
    return this.#index.usedBytes
  }

  /** When everything that finds have missed is indexed. */
  async whenIndexed(): Promise<void> {
    await this.#building
  }

  #want(wanted: Wanted): void {
    this.#wanted = wanted
    // Whatever stops it, the files are searched without the index, and a find that meets the same trouble says so.
    this.#building ??= this.#build()
      .catch(() => {})
      .finally(() => {
        this.#building = undefined
      })
  }

  async #build(): Promise<void> {
    const reader = new TermReader()
    for (let wanted = this.#wanted; wanted !== undefined; wanted = this.#wanted) {
      this.#wanted = undefined
      await this.#renew(wanted, reader)
    }
  }

  async #renew({ files, all }: Wanted, reader: TermReader): Promise<void> {
    const { cache, isBusy } = this.#options
    const pulse = new JobPulse(createGauge())
    const turn = async () => {
      do await pulse.rest()
      while (isBusy())
    }
    await turn()
    cache.beginSweep()
    if (all) this.#index.retain(files)
    for (const file of files) {
      if (pulse.turnIsOver) await turn()
      this.#index.renew(file, reader)
      cache.reserve(this.#index.usedBytes)
    }
  }
}

function isEverything({ dir, glob }: FileScope): boolean {
  return dir === '' && glob === undefined
}
