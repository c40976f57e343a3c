import { DomainError } from '@shoko/contract'
import { nameOf, type RelativePath, type Root, sha256, type WalkedFile, type WatchBatch } from '@shoko/core-fs'
import { isCurrent, yieldEvery } from '@shoko/follow'
import type { Card } from '../rules/card.ts'
import { ulidOfFileName } from '../rules/card-id.ts'
import { DONE, isColumnName } from '../rules/columns.ts'
import { foldSearchText } from '../rules/filters.ts'
import type { BoardWatch } from './board-watch.ts'
import { CardEntries, type CardEntry, modifiedAt } from './card-entries.ts'
import { CardNames } from './card-names.ts'
import { CardReader, isGone } from './card-reader.ts'
import { ColumnStates } from './column-states.ts'
import { columnPath, isCardName, TOP } from './paths.ts'

export interface CardIndexOptions {
  readonly root: Root
  readonly watch: BoardWatch
  readonly onTouch: () => void
}

// Below this a look at every file is quicker than waiting for events.
const WORTH_WATCHING = 300
const LOOKS_BEFORE_WATCHING = 4

/**
 * What is known of the cards of one board. The files are the truth: before it answers for a column, it compares every file's
 * stat with what was read, or, on a big board with a trusted watcher, looks at the files of which events came.
 */
export class CardIndex {
  readonly #root: Root
  readonly #watch: BoardWatch
  readonly #names: CardNames
  readonly #reader: CardReader
  readonly #entries: CardEntries
  readonly #states = new ColumnStates()
  readonly #looks = new Map<string, number>()
  #firstLooks = 0

  constructor({ root, watch, onTouch }: CardIndexOptions) {
    this.#root = root
    this.#watch = watch
    this.#names = new CardNames(root)
    this.#reader = new CardReader(root)
    this.#entries = new CardEntries(onTouch)
    watch.listen((batch: WatchBatch) => this.#states.note(batch))
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
    const entries = await this.#root.list(TOP)
    return entries.filter((entry) => entry.kind === 'dir' && isColumnName(entry.name)).map((entry) => entry.name)
  }

  /** The cards of these columns as the disk has them now, each id once; within a column by id. */
  async cardsIn(columns: readonly string[]): Promise<Card[]> {
    await this.#watch.settle()
    const vanished: string[] = []
    for (const column of columns) vanished.push(...(await this.#bringUpToDate(column)))
    // A card that moved while the columns were swept one after the other is in none of the readings: look for it by name.
    for (const id of vanished) if (this.#entries.pathsOf(id).length === 0) await this.locate(id)
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

  /** The file is no longer there: this process has moved it. */
  forget(path: RelativePath): void {
    this.#entries.remove(path)
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
    return now === undefined ? undefined : { card: now, hash: sha256(file.bytes) }
  }

  /** From memory alone, which may lag behind edits by hand. */
  rememberedChildren(parent: string): string[] {
    return this.#entries.childrenOf(parent)
  }

  /** Gives the ids of the files that are gone from the column. */
  async #bringUpToDate(column: string): Promise<string[]> {
    const since = this.#watch.trustedSince
    const changed = since === undefined ? undefined : this.#states.changedSince(column, since)
    if (changed === undefined) return this.#look(column)
    try {
      return await this.#refreshAll(changed)
    } catch (error) {
      this.#states.forget(column)
      throw error
    }
  }

  async #refreshAll(paths: readonly RelativePath[]): Promise<string[]> {
    const vanished: string[] = []
    for (const path of paths) {
      const before = this.#entries.get(path)?.card.id
      if ((await this.refresh(path)) === undefined && before !== undefined) vanished.push(before)
    }
    return vanished
  }

  async #look(column: string): Promise<string[]> {
    if (!this.#entries.isEmpty(column)) return this.#sweep(column)
    this.#firstLooks++
    try {
      return await this.#sweep(column)
    } finally {
      this.#firstLooks--
    }
  }

  async #sweep(column: string): Promise<string[]> {
    const startedAt = performance.now()
    this.#states.begin(column)
    const listed: RelativePath[] = []
    const files = await this.#walk(column, listed)
    const giveWay = yieldEvery()
    const present = new Set<RelativePath>()
    for (const { path, info } of files) {
      present.add(path)
      const known = this.#entries.get(path)
      if (known !== undefined && info !== undefined && isCurrent(known.stamp, info)) continue
      this.#take(path, this.#reader.readInSweep(path) ?? (await this.#reader.read(path)))
      await giveWay()
    }
    // Starting a watcher costs more than many looks: only for a column that is looked at again and again.
    const looks = (this.#looks.get(column) ?? 0) + 1
    this.#looks.set(column, looks)
    if (files.length > WORTH_WATCHING && looks > LOOKS_BEFORE_WATCHING) void this.#watch.start()
    this.#states.end(column, startedAt)
    // What was read after the walk began may be newer than the walk.
    const vanished = this.#entries.removeFrom(column, (path, entry) => !present.has(path) && entry.enteredAt < startedAt)
    // A file that was listed and gone before it was read has been renamed or moved: its name tells which card to look for.
    const lost = listed.filter((path) => this.#entries.get(path) === undefined).map((path) => ulidOfFileName(nameOf(path)))
    return [...vanished, ...lost.filter((id) => id !== undefined)]
  }

  /** `listed` gets every card file that the folders named, also those that are gone by the time they are looked at. */
  async #walk(column: string, listed: RelativePath[]): Promise<WalkedFile[]> {
    try {
      return await this.#root.walk({
        dir: columnPath(column),
        // The first time there is nothing to compare a look at each file with.
        stats: !this.#entries.isEmpty(column),
        skip(path, kind) {
          if (kind === 'dir') return false
          if (!isCardName(nameOf(path))) return true
          listed.push(path)
          return false
        },
      })
    } catch (error) {
      if (error instanceof DomainError && isGone(error)) return []
      throw error
    }
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
