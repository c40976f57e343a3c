import { type Clock, DomainError, type Logger } from '@shoko/contract'
import { type RelativePath, type Root, sha256InSlices } from '@shoko/core-fs'
import { isCurrent, type SharedWatch, unsettled } from '@shoko/follow'
import type { Card, CardPlace } from '../rules/card.ts'
import { DONE, isColumnName } from '../rules/columns.ts'
import { foldSearchText } from '../rules/filters.ts'
import { CardEntries, type CardEntry, modifiedAt } from './card-entries.ts'
import { CardNames } from './card-names.ts'
import { CardReader } from './card-reader.ts'
import { ColumnFollower } from './column-follower.ts'
import { columnPath, TOP } from './paths.ts'

export interface CardIndexOptions {
  readonly root: Root
  readonly watch: SharedWatch
  readonly clock: Clock
  readonly logger: Logger
  readonly onTouch: () => void
}

/** What is known of the cards of one board. The files are the truth: before it answers for a column, that is brought up to date. */
export class CardIndex {
  readonly #options: CardIndexOptions
  readonly #names: CardNames
  readonly #reader: CardReader
  readonly #entries: CardEntries
  readonly #followers = new Map<string, ColumnFollower>()
  /** Of each look under way, the ids of the files that it finds gone. */
  readonly #looking = new Set<Set<string>>()
  readonly #stopHearing: () => void
  #firstLooks = 0

  constructor(options: CardIndexOptions) {
    const { root, onTouch } = options
    this.#options = options
    this.#names = new CardNames(root)
    this.#reader = new CardReader(root)
    this.#entries = new CardEntries(onTouch)
    this.#stopHearing = root.onOwnWrite((path) => this.#followers.get(path.split('/', 1)[0]!)?.hearOwnWrite(path))
  }

  async close(): Promise<void> {
    this.#stopHearing()
    for (const follower of this.#followers.values()) await follower.close()
  }

  /** Ids whose cards turned out to be new, changed or gone since this set was last emptied. */
  get touched(): Set<string> {
    return this.#entries.touched
  }

  /** Is a column being read for the first time? Other work can wait for that. */
  get isGettingToKnow(): boolean {
    return this.#firstLooks > 0
  }

  /** The columns that exist as folders, done included. */
  async columns(): Promise<string[]> {
    return (await this.#options.root.listFolders(TOP)).filter(isColumnName)
  }

  /** The cards of these columns as the disk has them now, each id once; within a column by id. */
  async cardsIn(columns: readonly string[]): Promise<Card[]> {
    await this.#options.watch.settle()
    const gone = new Set<string>()
    this.#looking.add(gone)
    try {
      for (const column of columns) await this.#refresh(column)
    } finally {
      this.#looking.delete(gone)
    }
    // A card that moved while the columns were looked at one after the other is in none of the readings: look for it by name.
    for (const id of gone) if (this.#entries.pathsOf(id).length === 0) await this.locate(id)
    // What is remembered of a column that was not asked for may be where a card was: it must not hide where the card is.
    for (const path of this.#entries.doubledPaths()) await this.refresh(path)
    return columns.flatMap((column) => this.#entries.cardsOf(column))
  }

  async openCards(): Promise<Card[]> {
    return this.cardsIn((await this.columns()).filter((column) => column !== DONE))
  }

  /** All cards, done ones too. */
  async everyCard(): Promise<Card[]> {
    return this.cardsIn(await this.columns())
  }

  async byId(): Promise<Map<string, Card>> {
    return new Map((await this.everyCard()).map((card) => [card.id, card]))
  }

  /** The card as the disk has it now. Costs one stat while it lies where it was last seen. */
  async locate(id: string): Promise<Card | undefined> {
    return (await this.glance(id)) ?? (await this.#search(id))
  }

  /** The same for a card that lies where it was last seen; undefined: it may still be elsewhere. */
  async glance(id: string): Promise<Card | undefined> {
    for (const path of this.#entries.pathsOf(id)) await this.refresh(path)
    return this.winner(id)
  }

  /** Every file that claims this id; more than one only after an accident. */
  copies(id: string): Card[] {
    return this.#entries.copies(id)
  }

  /** Of several files with one id the newest counts. From memory. */
  winner(id: string): Card | undefined {
    return this.#entries.winner(id)
  }

  /** Looks at one file again; undefined when it is gone or no card. */
  async refresh(path: RelativePath): Promise<Card | undefined> {
    const info = await this.#reader.find(path)
    if (info?.kind !== 'file') {
      this.#entries.remove(path)
      return undefined
    }
    const known = this.#entries.get(path)
    return known !== undefined && isCurrent(known.stamp, info) ? known.card : this.#take(path, await this.#reader.read(path))
  }

  /** The same for a file that this process has just written or moved: there is nothing to compare. */
  async reread(path: RelativePath): Promise<Card | undefined> {
    return this.#take(path, await this.#reader.read(path))
  }

  /** This process has moved the file: what was known of it still holds, until the next look. False: nothing was. */
  follow(from: RelativePath, to: CardPlace): boolean {
    const known = this.#entries.get(from)
    if (known === undefined) return false
    this.#entries.remove(from)
    this.#entries.put(to.file, { ...known, card: { ...known.card, ...to }, stamp: unsettled(known.stamp) })
    return true
  }

  /** Has a card been seen in it? From memory. */
  remembers(column: string): boolean {
    return !this.#entries.isEmpty(column)
  }

  /** Title, body and id, folded for searching. */
  async searchText(card: Card): Promise<string> {
    return this.#entries.searchText(card) ?? foldSearchText(card, await this.#reader.bodyOf(card))
  }

  async bodyOf(card: Card): Promise<string> {
    return this.#reader.bodyOf(card)
  }

  /** When the card's file was last written, as far as it has been looked at. */
  modifiedOf(card: Card): string | null {
    const entry = this.#entries.get(card.file)
    return entry === undefined ? null : new Date(modifiedAt(entry)).toISOString()
  }

  /** The card and SHA-256 of its file, both of one reading; undefined when it is gone. */
  async withHash(card: Card): Promise<{ readonly card: Card; readonly hash: string } | undefined> {
    const file = await this.#reader.whole(card.file)
    if (file === undefined) return undefined
    const known = this.#entries.get(card.file)
    const now = known !== undefined && isCurrent(known.stamp, file.info) ? known.card : await this.reread(card.file)
    return now === undefined ? undefined : { card: now, hash: await sha256InSlices(file.bytes) }
  }

  /** From memory alone, which may lag behind edits by hand. */
  rememberedChildren(parent: string): string[] {
    return this.#entries.childrenOf(parent)
  }

  async #refresh(column: string): Promise<void> {
    const isFirst = this.#entries.isEmpty(column)
    if (isFirst) this.#firstLooks++
    try {
      await this.#follower(column).refresh()
    } finally {
      if (isFirst) this.#firstLooks--
    }
  }

  #follower(column: string): ColumnFollower {
    const known = this.#followers.get(column)
    if (known !== undefined) return known
    const follower = new ColumnFollower({
      ...this.#options,
      column,
      entries: this.#entries,
      reader: this.#reader,
      onGone: (id) => {
        for (const gone of this.#looking) gone.add(id)
      },
    })
    this.#followers.set(column, follower)
    return follower
  }

  async #search(id: string): Promise<Card | undefined> {
    const columns = await this.columns()
    const open = columns.filter((column) => column !== DONE).map(columnPath)
    let denial: unknown
    for (const directories of [open, [columnPath(DONE)]]) {
      for (const directory of directories) denial ??= await this.#searchIn(directory, id)
      const found = this.winner(id)
      if (found !== undefined) return found
    }
    // Found nowhere else, so it may be where this user cannot look.
    if (denial !== undefined) throw denial
    return undefined
  }

  /** Gives the refusal of a folder that is closed to this user: the card may lie in another one. */
  async #searchIn(directory: RelativePath, id: string): Promise<unknown> {
    try {
      for (const path of await this.#names.find(id, [directory])) await this.refresh(path)
      return undefined
    } catch (error) {
      if (error instanceof DomainError && error.reason === 'permission_denied') return error
      throw error
    }
  }

  #take(path: RelativePath, entry: CardEntry | undefined): Card | undefined {
    if (entry === undefined) this.#entries.remove(path)
    else this.#entries.put(path, entry)
    return entry?.card
  }
}
