import type { RelativePath } from '@shoko/core-fs'
import type { FileStamp } from '@shoko/follow'
import type { Card } from '../rules/card.ts'
import { foldSearchText } from '../rules/filters.ts'
import { byId } from '../rules/tree.ts'

/** A card's file as it was last read. */
export interface CardEntry {
  readonly stamp: FileStamp
  readonly card: Card
  /** The plain body until a query asks for it, then folded for searching; absent when the budget is spent. */
  text: { readonly body: string } | { readonly folded: string } | undefined
}

/** By the file's own time. */
export function modifiedAt({ stamp: [, mtimeMs] }: CardEntry): number {
  return mtimeMs
}

const MAX_TEXT_CHARS = 64 * 1024 * 1024

/** The cards in memory, by file, by column and by id. */
export class CardEntries {
  /** Ids whose cards were put or removed since this set was last emptied. */
  readonly touched = new Set<string>()
  readonly #onTouch: () => void
  readonly #entries = new Map<RelativePath, CardEntry>()
  readonly #columns = new Map<string, Set<RelativePath>>()
  readonly #byId = new Map<string, Set<RelativePath>>()
  /** Ids that several files are remembered of; nearly always none. */
  readonly #doubled = new Set<string>()
  readonly #byParent = new Map<string, Set<RelativePath>>()
  readonly #sorted = new Map<string, readonly Card[]>()
  #textChars = 0

  constructor(onTouch: () => void) {
    this.#onTouch = onTouch
  }

  get(path: RelativePath): CardEntry | undefined {
    return this.#entries.get(path)
  }

  isEmpty(column: string): boolean {
    return !this.#columns.has(column)
  }

  put(path: RelativePath, entry: CardEntry): void {
    const before = this.#entries.get(path)
    if (before !== undefined) this.#forget(path, before)
    if (this.#textChars + textLength(entry) > MAX_TEXT_CHARS) entry.text = undefined
    this.#textChars += textLength(entry)
    const { id, column, parent } = entry.card
    this.#entries.set(path, entry)
    addTo(this.#columns, column, path)
    addTo(this.#byId, id, path)
    this.#countFiles(id)
    if (parent !== null) addTo(this.#byParent, parent, path)
    this.#touch(id, column)
  }

  remove(path: RelativePath): void {
    const entry = this.#entries.get(path)
    if (entry !== undefined) this.#forget(path, entry)
  }

  pathsIn(column: string): Iterable<RelativePath> {
    return this.#columns.get(column) ?? []
  }

  /** The cards of a column by id; a card that another file has overtaken is not among them. */
  cardsOf(column: string): readonly Card[] {
    const known = this.#sorted.get(column)
    if (known !== undefined) return known
    const cards = [...(this.#columns.get(column) ?? [])]
      .map((path) => this.#entries.get(path)!.card)
      .filter((card) => this.#byId.get(card.id)!.size === 1 || this.winner(card.id) === card)
      .sort(byId)
    this.#sorted.set(column, cards)
    return cards
  }

  /** The files of ids that several are remembered of: most are places that a card has left since. */
  doubledPaths(): RelativePath[] {
    return [...this.#doubled].flatMap((id) => this.pathsOf(id))
  }

  pathsOf(id: string): RelativePath[] {
    return [...(this.#byId.get(id) ?? [])]
  }

  copies(id: string): Card[] {
    return this.pathsOf(id).map((path) => this.#entries.get(path)!.card)
  }

  winner(id: string): Card | undefined {
    let best: CardEntry | undefined
    for (const path of this.#byId.get(id) ?? []) {
      const entry = this.#entries.get(path)!
      if (best === undefined || isNewer(entry, best)) best = entry
    }
    return best?.card
  }

  childrenOf(parent: string): string[] {
    return [...(this.#byParent.get(parent) ?? [])].map((path) => this.#entries.get(path)!.card.id)
  }

  /** Undefined when the card's text is not kept. */
  searchText(card: Card): string | undefined {
    const entry = this.#entries.get(card.file)
    if (entry?.text === undefined) return undefined
    if ('folded' in entry.text) return entry.text.folded
    const folded = foldSearchText(card, entry.text.body)
    this.#textChars += folded.length - entry.text.body.length
    entry.text = { folded }
    return folded
  }

  #forget(path: RelativePath, entry: CardEntry): void {
    const { id, column, parent } = entry.card
    this.#touch(id, column)
    this.#textChars -= textLength(entry)
    this.#entries.delete(path)
    takeFrom(this.#columns, column, path)
    takeFrom(this.#byId, id, path)
    this.#countFiles(id)
    if (parent !== null) takeFrom(this.#byParent, parent, path)
  }

  #countFiles(id: string): void {
    if ((this.#byId.get(id)?.size ?? 0) > 1) this.#doubled.add(id)
    else this.#doubled.delete(id)
  }

  #touch(id: string, column: string): void {
    this.#sorted.delete(column)
    // With several files of one id, a change of one decides about the others.
    for (const path of this.#byId.get(id) ?? []) this.#sorted.delete(this.#entries.get(path)?.card.column ?? column)
    this.touched.add(id)
    this.#onTouch()
  }
}

type PathsBy = Map<string, Set<RelativePath>>

function addTo(paths: PathsBy, key: string, path: RelativePath): void {
  const known = paths.get(key)
  if (known === undefined) paths.set(key, new Set([path]))
  else known.add(path)
}

function takeFrom(paths: PathsBy, key: string, path: RelativePath): void {
  const known = paths.get(key)
  known?.delete(path)
  if (known?.size === 0) paths.delete(key)
}

function isNewer(a: CardEntry, b: CardEntry): boolean {
  if (modifiedAt(a) !== modifiedAt(b)) return modifiedAt(a) > modifiedAt(b)
  return a.card.file > b.card.file
}

function textLength({ text }: CardEntry): number {
  if (text === undefined) return 0
  return 'body' in text ? text.body.length : text.folded.length
}
