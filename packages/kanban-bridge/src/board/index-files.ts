import type { Root } from '@shoko/core-fs'
import type { Card } from '../rules/card.ts'
import { CardRows, cardRow } from '../rules/card-rows.ts'
import { EdgeIndex } from '../rules/edge-index.ts'
import { renderEdges } from '../rules/edge-lines.ts'
import { edgesOf } from '../rules/relations.ts'
import type { CardIndex } from './card-index.ts'
import { CardsFile, type Pace } from './cards-file.ts'
import { IndexSums } from './index-sums.ts'
import { INDEX_LOCK } from './paths.ts'
import { RelationsFile } from './relations-file.ts'

/**
 * The two index files. They are caches: a checksum beside them tells a file that a server wrote from one that was cut, edited
 * or merged, which is rebuilt. Whoever changes a card looks at it again, under the lock of these files, before it writes the
 * card's row; so the last one to write a row has seen the last change.
 */
export class IndexFiles {
  readonly #root: Root
  readonly #index: CardIndex
  readonly #cards: CardsFile
  readonly #relations: RelationsFile
  /** Cards that were not where they had been at the last update. */
  readonly #missing = new Set<string>()

  constructor(root: Root, index: CardIndex) {
    const sums = new IndexSums(root)
    this.#root = root
    this.#index = index
    this.#cards = new CardsFile(root, sums)
    this.#relations = new RelationsFile(root, sums)
  }

  /** Does cards.ndjson hold one row a card, as far as this process knows? */
  get areTidy(): boolean {
    return this.#cards.isTidy
  }

  /** Are both files still those that this process last saw whole? */
  async areUnchanged(): Promise<boolean> {
    return (await this.#cards.isUnchanged()) && (await this.#relations.isUnchanged())
  }

  /** Brings both files up to date with what was found out since the last time. */
  update(pace: Pace): Promise<void> {
    return this.#locked(async () => {
      const touched = [...this.#index.touched]
      this.#index.touched.clear()
      try {
        await this.#bringUpToDate(touched, pace)
      } catch (error) {
        for (const id of touched) this.#index.touched.add(id)
        throw error
      }
    })
  }

  /** Both files anew from the cards. */
  rebuild(): Promise<{ cards: number; relations: number }> {
    return this.#locked(async () => {
      this.#index.touched.clear()
      const cards = await this.#rebuildCards()
      return { cards: cards.length, relations: await this.#relations.write(cards) }
    })
  }

  async writeRelations(cards: Iterable<Card>): Promise<void> {
    await this.#locked(() => this.#relations.write(cards))
  }

  /** The children that relations.ndjson names; it may lag behind edits by hand, and the caller looks at each. */
  async childrenOf(parent: string): Promise<readonly string[]> {
    const edges = (await this.#relations.hints()) ?? new EdgeIndex(edgesOf(await this.#index.openCards()))
    return edges.childrenOf(parent)
  }

  relationsReadable(): Promise<boolean> {
    return this.#relations.isReadable()
  }

  #locked<T>(work: () => Promise<T>): Promise<T> {
    return this.#root.exclusive(work, { lockPath: INDEX_LOCK })
  }

  async #bringUpToDate(touched: readonly string[], pace: Pace): Promise<void> {
    const rows = await this.#cards.load()
    if (rows === undefined) await this.#rebuildCards()
    const settled = rows === undefined ? touched : await this.#settle(touched, { rows, pace })
    if (rows !== undefined) await this.#cards.change(this.#changedRows(rows, settled), pace)
    const edges = await this.#relations.load()
    if (edges === undefined || !(await this.#agree(settled, edges))) await this.#relations.write(await this.#index.everyCard())
  }

  async #rebuildCards(): Promise<Card[]> {
    const cards = await this.#index.everyCard()
    await this.#cards.write(new CardRows(cards.map((card) => [card.id, cardRow(card)])))
    return cards
  }

  /**
   * Looks again at the cards whose rows would change. One that is not where it was is most often on its way, moved by a call
   * that is not over yet: it is left for the next update, which searches the board for it.
   */
  async #settle(touched: readonly string[], { rows, pace }: { readonly rows: CardRows; readonly pace: Pace }): Promise<string[]> {
    const settled: string[] = []
    for (const id of touched) {
      const remembered = this.#index.winner(id)
      const isWritten = remembered !== undefined && rows.get(id) === cardRow(remembered)
      const isThere = isWritten || (await this.#index.glance(id)) !== undefined
      if (isThere || this.#missing.has(id) || pace === 'ending') {
        if (!isThere) await this.#index.locate(id)
        this.#missing.delete(id)
        settled.push(id)
      } else {
        this.#missing.add(id)
        this.#index.touched.add(id)
      }
    }
    return settled
  }

  #changedRows(rows: CardRows, ids: readonly string[]): Map<string, string | undefined> {
    const changed = new Map<string, string | undefined>()
    for (const id of ids) {
      const card = this.#index.winner(id)
      const row = card === undefined ? undefined : cardRow(card)
      if (rows.get(id) !== row) changed.set(id, row)
    }
    return changed
  }

  /** Do the touched cards say what relations.ndjson says about them? */
  async #agree(touched: readonly string[], edges: EdgeIndex): Promise<boolean> {
    const ids = new Set(touched)
    const cards = touched.map((id) => this.#index.winner(id)).filter((card) => card !== undefined)
    const written = edges.about(ids)
    // The other end of a `relates` may be the card that names it.
    const others = written.filter((edge) => edge.type === 'relates').map((edge) => (ids.has(edge.from) ? edge.to : edge.from))
    for (const id of new Set(others)) {
      const card = ids.has(id) ? undefined : await this.#index.locate(id)
      if (card !== undefined) cards.push(card)
    }
    return renderEdges(new EdgeIndex(edgesOf(cards)).about(ids)) === renderEdges(written)
  }
}
