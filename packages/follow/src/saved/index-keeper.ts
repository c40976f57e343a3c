import type { Progress } from '@shoko/contract'
import type { Root } from '@shoko/core-fs'
import type { IndexFile, LoadedIndex, SavableIndex } from './index-file.ts'
import { createIndexSaver, type IndexSaver } from './index-saver.ts'
import { createSoleBuilder, type SoleBuilder } from './sole-builder.ts'

/** An index as its owner works with it. */
export interface KeptIndex<Row> extends SavableIndex<Row> {
  /** Closes what it is read from; nobody asks for anything after that. */
  release(): void
}

export interface KeeperOptions<Row, Ranker, Index> {
  /** Where saved indexes lie, and locks beside them; undefined: the index lives in memory alone. */
  readonly cache: Root | undefined
  readonly file: IndexFile<Row, Ranker> | undefined
  /** Makes an index of what was saved, or an empty one. `before`: one with the same content, whose counts go on. */
  create(content?: LoadedIndex<Row, Ranker>, before?: Index): Index
}

/**
 * The life of an index that outlives its process: loaded when it was saved, built by one process of the machine while the others
 * wait, saved after changes, given back to the file when nobody asks.
 */
export class IndexKeeper<Row, Ranker, Index extends KeptIndex<Row>> {
  #index: Index
  #isLoaded = false
  #isClosed = false
  readonly #options: KeeperOptions<Row, Ranker, Index>
  readonly #saver: IndexSaver<Index> | undefined
  readonly #builder: SoleBuilder | undefined

  constructor(options: KeeperOptions<Row, Ranker, Index>) {
    const { cache, file } = options
    this.#options = options
    this.#index = options.create()
    this.#saver = file === undefined ? undefined : createIndexSaver<Row, Index>(file)
    this.#builder = cache === undefined || file === undefined ? undefined : createSoleBuilder(cache, file.path)
  }

  get index(): Index {
    return this.#index
  }

  /** Takes what was saved, also by somebody who is building it now. False when it is to be built here. */
  async load(report: (progress: Progress) => void): Promise<boolean> {
    const { file, create } = this.#options
    this.#isLoaded = true
    const read = async () => file?.load()
    const content = (await read()) ?? (await this.#builder?.begin(read, report))
    if (content === undefined) return false
    this.#index = create(content)
    this.#saver?.isSaved(this.#index)
    return true
  }

  /** Everything that was due has been taken in, or that has failed. */
  updated(outcome: 'done' | 'failed'): void {
    if (outcome === 'done') this.#saver?.schedule(this.#index)
    if (this.#builder?.isBuilding === true) void this.#built(this.#builder)
  }

  /** Gives back the memory of what can be loaded again, unless somebody has come meanwhile. True when it did. */
  async rest(mayRest: () => boolean): Promise<boolean> {
    if (!this.#isLoaded || this.#saver === undefined) return false
    if (!(await this.#saver.flush(this.#index)) || !mayRest()) return false
    this.#index.release()
    this.#index = this.#options.create()
    this.#saver.forget()
    this.#isLoaded = false
    return true
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#isLoaded) await this.#saver?.close(this.#index)
    await this.#builder?.close()
    this.#index.release()
  }

  /**
   * Lets the others have what was built, and takes it from the file itself: what has grown has room to spare, and holds all words;
   * the same takes half the memory when it is loaded.
   */
  async #built(builder: SoleBuilder): Promise<void> {
    const own = this.#index
    const isSaved = await this.#saver!.flush(own).finally(builder.done) // who builds saves
    const { edition } = own
    const content = isSaved ? await this.#options.file?.load() : undefined
    if (content === undefined) return
    if (this.#index !== own || own.edition !== edition || this.#isClosed) return content.release()
    this.#index = this.#options.create(content, own)
    this.#saver?.isSaved(this.#index)
  }
}
