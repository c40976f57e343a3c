import { type Clock, ListVersions, type Logger, type OwnWrites } from '@shoko/contract'
import type { Root, watchTree } from '@shoko/core-fs'
import type { SharedWatch } from '@shoko/follow'
import { cardNotFound, kanbanError } from '../kanban-error.ts'
import { renderBoard } from '../render/render-board.ts'
import type { Card } from '../rules/card.ts'
import { parseCardId } from '../rules/card-id.ts'
import { type KnownColumns, parseColumn } from '../rules/columns.ts'
import type { BoardConfig } from '../rules/columns-toml.ts'
import { createBoardWatch } from './board-watch.ts'
import { CardIndex } from './card-index.ts'
import { ConfigFile } from './config-file.ts'
import { IndexFiles } from './index-files.ts'
import { WriteBehind } from './write-behind.ts'

export interface BoardOptions {
  /** The `.kanban` folder itself, opened with the lock `LOCK`; it goes when the board does. */
  readonly root: Root
  /** What people call it: the directory's name. */
  readonly name: string
  readonly clock: Clock
  readonly logger: Logger
  readonly readOnly: boolean
  /** Told of files that come from other machines. */
  readonly arrivals?: OwnWrites | undefined
  /** For tests: what tells of changed files. */
  readonly watch?: typeof watchTree | undefined
}

// cards.ndjson may lag by a second: two of these and a pause fit into it, with the writing.
const INDEX_DELAY_MS = 400
const PAUSE_MS = 200

/** One board of this process: its files, what is known of its cards, and the work that follows a change. */
export class Board {
  readonly name: string
  readonly root: Root
  readonly watch: SharedWatch
  readonly index: CardIndex
  readonly files: IndexFiles
  readonly clock: Clock
  readonly listVersions = new ListVersions<Card>()
  readonly #readOnly: boolean
  readonly #config: ConfigFile
  readonly #indexWork: WriteBehind
  readonly #renderWork: WriteBehind
  #settings: BoardConfig | undefined
  #changedAt = Number.NEGATIVE_INFINITY
  #isSettling = false

  constructor(options: BoardOptions) {
    this.name = options.name
    this.clock = options.clock
    this.#readOnly = options.readOnly
    this.root = options.root
    this.watch = createBoardWatch(options)
    this.index = new CardIndex({ ...options, watch: this.watch, onTouch: () => this.#afterChange() })
    this.files = new IndexFiles(this.root, this.index)
    this.#config = new ConfigFile(this.root)
    const { logger } = options
    this.#indexWork = new WriteBehind({ name: 'index', delayMs: () => INDEX_DELAY_MS, logger, work: () => this.#updateFiles() })
    this.#renderWork = new WriteBehind({
      name: 'render',
      delayMs: () => this.settings.render.debounceMs,
      logger,
      work: () => this.#render(),
    })
  }

  /** Every call comes through here: a board whose settings are broken says so at once. */
  async config(): Promise<BoardConfig> {
    this.#settings = await this.#config.read()
    return this.#settings
  }

  /** As they were when the call began. */
  get settings(): BoardConfig {
    return this.#settings ?? this.#config.defaults
  }

  get listedColumns(): string[] {
    return this.settings.columns.map(({ key }) => key)
  }

  /** What callers' words for columns are compared with. */
  async knownColumns(): Promise<KnownColumns> {
    return { listed: this.listedColumns, existing: await this.index.columns() }
  }

  /** One word for a column, in the board's spelling. Where it is plainly one, the folders are not looked through. */
  async column(word: string): Promise<string> {
    const listed = this.listedColumns
    const isPlain = listed.length > 0 || this.index.remembers(word)
    return parseColumn(word, { listed, existing: isPlain ? [word] : await this.index.columns() })
  }

  /** Runs a change while no other process changes the board. */
  change<T>(work: () => Promise<T>): Promise<T> {
    if (this.#readOnly) throw kanbanError('read_only', 'the server runs in read-only mode')
    return this.root.exclusive(work)
  }

  async card(cardId: string): Promise<Card> {
    const id = parseCardId(cardId)
    const card = await this.index.locate(id)
    if (card === undefined) throw cardNotFound(id)
    return card
  }

  /** Index files that somebody deleted or damaged come back after the next call, whatever it is. */
  noteUse(): void {
    if (!this.#readOnly) this.#indexWork.schedule()
  }

  /** Writes what is still waiting to be written. */
  async settle(): Promise<void> {
    this.#isSettling = true
    try {
      await this.#indexWork.settle()
      await this.#renderWork.settle()
    } finally {
      this.#isSettling = false
    }
  }

  async close(): Promise<void> {
    await this.index.close()
    await this.watch.close()
    await this.settle()
    this.root.close()
  }

  #afterChange(): void {
    if (this.#readOnly) return
    this.#changedAt = performance.now()
    this.#indexWork.schedule()
    this.#renderWork.schedule()
  }

  async #updateFiles(): Promise<void> {
    if (this.index.isGettingToKnow && !this.#isSettling) return this.#indexWork.schedule()
    if (this.index.touched.size === 0 && this.files.areTidy && (await this.files.areUnchanged())) return
    const hasPaused = performance.now() - this.#changedAt >= PAUSE_MS
    await this.files.update(this.#isSettling ? 'ending' : hasPaused ? 'paused' : 'busy')
    if (!this.files.areTidy || this.index.touched.size > 0) this.#indexWork.schedule()
  }

  async #render(): Promise<void> {
    const config = await this.config()
    if (config.render.enabled) await renderBoard(this, config)
  }
}
