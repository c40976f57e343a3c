import { DomainError, type Ports } from '@shoko/contract'
import { nameOf, parentOf, type RelativePath, type Watch, type WatchBatch } from '@shoko/core-fs'
import { ChangeFeed, type FeedSettings } from '../changes.ts'
import { boardUri, cardUri, hostOf, type Target } from '../resources/uris.ts'
import type { Card } from '../rules/card.ts'
import { canonicalId, ulidOfFileName } from '../rules/card-id.ts'
import type { Board } from './board.ts'
import { NOTES, placeOf } from './paths.ts'

const MAX_SUBSCRIPTIONS = 10_000
const MAX_ALIASES = 20
const POLL_MS = 800

type WatcherPorts = Pick<Ports, 'changes' | 'logger'>
type WatchSettings = FeedSettings & { readonly hotColumns: readonly string[] }

/** One watcher a board and process, started by the first watch or subscription. */
export class BoardWatchers {
  readonly #options: WatcherPorts
  readonly #watched = new Map<Board, WatchedBoard>()

  constructor(options: WatcherPorts) {
    this.#options = options
  }

  /** Announces the board and its cards under this alias from now on. */
  async announce(board: Board, alias: string): Promise<{ isNew: boolean }> {
    const watched = await this.#watch(board)
    const isNew = watched.hosts.size === 0
    watched.hosts.add(hostOf(alias))
    if (watched.hosts.size > MAX_ALIASES) watched.hosts.delete(watched.hosts.values().next().value!)
    return { isNew }
  }

  /** Announces one resource, in the very words in which it was subscribed to. */
  async subscribe(board: Board, { uri, target }: { readonly uri: string; readonly target: Target }): Promise<void> {
    const { subscriptions } = await this.#watch(board)
    subscriptions.set(uri, target)
    if (subscriptions.size > MAX_SUBSCRIPTIONS) subscriptions.delete(subscriptions.keys().next().value!)
  }

  async close(): Promise<void> {
    for (const watched of this.#watched.values()) await watched.close()
    this.#watched.clear()
  }

  async #watch(board: Board): Promise<WatchedBoard> {
    const known = this.#watched.get(board)
    if (known !== undefined) {
      await known.ready
      return known
    }
    const { watch } = await board.config()
    const raced = this.#watched.get(board)
    const watched = raced ?? new WatchedBoard(board, watch, this.#options)
    this.#watched.set(board, watched)
    await watched.ready
    return watched
  }
}

class WatchedBoard {
  readonly hosts = new Set<string>()
  readonly subscriptions = new Map<string, Target>()
  readonly ready: Promise<void>
  readonly #board: Board
  readonly #options: WatcherPorts
  readonly #feed: ChangeFeed
  readonly #events: Watch
  readonly #poll: NodeJS.Timeout
  #settings: WatchSettings
  #work: Promise<void> = Promise.resolve()
  #seen: ReadonlyMap<string, Card> | undefined

  constructor(board: Board, settings: WatchSettings, options: WatcherPorts) {
    this.#board = board
    this.#settings = settings
    this.#options = options
    this.#feed = new ChangeFeed({
      settings: () => this.#settings,
      scanHot: async () => (await board.index.cardsIn(this.#settings.hotColumns)).map((card) => card.id),
      announce: (ids) => this.#announce(ids),
    })
    this.#events = board.watch.listen({ onChange: (batch) => this.#then(() => this.#take(batch)) })
    this.ready = board.watch.start().then(() => this.#lookIfUntrusted())
    this.#poll = setInterval(() => this.#then(() => this.#lookIfUntrusted()), POLL_MS)
    this.#poll.unref()
  }

  async close(): Promise<void> {
    await this.#events.close()
    clearInterval(this.#poll)
    await this.#work
    this.#feed.close()
  }

  async #take({ paths, overflow }: WatchBatch): Promise<void> {
    await this.#readSettings()
    if (overflow) return this.#feed.overflowed()
    const ids = new Set<string>()
    for (const path of paths) for (const id of await this.#idsOf(path)) ids.add(id)
    this.#feed.changed(ids)
  }

  /** Where the system gives no more watches, the board is looked through instead. */
  async #lookIfUntrusted(): Promise<void> {
    const before = this.#seen
    this.#seen = undefined
    if (this.#board.watch.trusted) return
    const now = await this.#board.index.byId()
    this.#seen = now
    if (before === undefined) return
    const ids = new Set([...now.keys(), ...before.keys()].filter((id) => now.get(id) !== before.get(id)))
    if (ids.size > 0) this.#feed.changed(ids)
  }

  /** One after the other, so that batches keep their order; a failure is reported and the watch goes on. */
  #then(step: () => Promise<void>): void {
    this.#work = this.#work.then(step).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      this.#options.logger.log('warn', { event: 'kanban.watch_failed', board: this.#board.name, message })
    })
  }

  /** Looking at the file again also brings the index files up to date. */
  async #idsOf(path: RelativePath): Promise<string[]> {
    if (parentOf(path) === NOTES) return [canonicalId(nameOf(path).replace(/\.ndjson$/i, ''))]
    const place = placeOf(path)
    if (place === undefined) return []
    const card = await this.#board.index.refresh(path)
    const id = card?.id ?? ulidOfFileName(place.name)
    return id === undefined ? [] : [id]
  }

  #announce(ids: readonly string[]): void {
    const uris = new Set<string>()
    for (const host of this.hosts) uris.add(boardUri(host))
    for (const [uri, target] of this.subscriptions) if (target.kind !== 'card') uris.add(uri)
    for (const id of ids) {
      for (const host of this.hosts) uris.add(cardUri(host, id))
      for (const [uri, target] of this.subscriptions) if (target.kind === 'card' && target.id === id) uris.add(uri)
    }
    for (const uri of uris) this.#options.changes.publish({ uri })
  }

  /** Settings that somebody is in the middle of editing do not stop the watch. */
  async #readSettings(): Promise<void> {
    try {
      this.#settings = (await this.#board.config()).watch
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
  }
}
