import type { Root } from '@shoko/core-fs'
import { yieldEvery } from '@shoko/follow'
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

const SLICE_MS = 4
const AT_ONCE = 256

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
      return this.#rebuildBoth()
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
    return this.#root.exclusive(work, { lockPath: INDEX_LOCK, ofCache: true })
  }

  async #bringUpToDate(touched: readonly string[], pace: Pace): Promise<void> {
    const rows = await this.#cards.load()
    if (rows === undefined) return void (await this.#rebuildBoth())
    const { settled, changed } = await this.#settle(touched, { rows, pace })
    await this.#cards.change(changed, pace)
    const edges = await this.#relations.load()
    if (edges === undefined || !(await this.#agree(settled, edges))) await this.#relations.write(await this.#index.everyCard())
  }

  async #rebuildBoth(): Promise<{ cards: number; relations: number }> {
    const cards = await this.#index.everyCard()
    await this.#cards.write(new CardRows(cards.map((card) => [card.id, cardRow(card)])))
    const relations = await this.#relations.write(cards)
    for (const card of cards) if (this.#index.winner(card.id) === card) this.#index.touched.delete(card.id)
    return { cards: cards.length, relations }
  }

  /**
   * Looks again at the cards whose rows would change. One that is not where it was is most often on its way, moved by a call
   * that is not over yet: it is left for the next update, which searches the board for it.
   */
  async #settle(touched: readonly string[], { rows, pace }: { readonly rows: CardRows; readonly pace: Pace }): Promise<Settled> {
    const settled = new Map<string, Card | undefined>()
    const changed = new Map<string, string | undefined>()
    const giveWay = yieldEvery(SLICE_MS)
    for (const id of touched) {
      const remembered = this.#index.winner(id)
      const isWritten = remembered !== undefined && rows.get(id) === cardRow(remembered)
      let card = isWritten ? remembered : await this.#index.glance(id)
      if (card === undefined && !this.#missing.has(id) && pace !== 'ending') {
        this.#missing.add(id)
        this.#index.touched.add(id)
        continue
      }
      card ??= await this.#index.locate(id)
      this.#missing.delete(id)
      settled.set(id, card)
      const row = card === undefined ? undefined : cardRow(card)
      if (!isWritten && rows.get(id) !== row) changed.set(id, row)
      await giveWay()
    }
    return { settled, changed }
  }

  /** Do the touched cards say what relations.ndjson says about them? */
  async #agree(settled: Settled['settled'], edges: EdgeIndex): Promise<boolean> {
    const giveWay = yieldEvery(SLICE_MS)
    const ids = [...settled.keys()]
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      if (!(await this.#agreeAbout(new Set(ids.slice(at, at + AT_ONCE)), { settled, edges }))) return false
      await giveWay()
    }
    return true
  }

  async #agreeAbout(
    ids: ReadonlySet<string>,
    { settled, edges }: { readonly settled: Settled['settled']; readonly edges: EdgeIndex },
  ): Promise<boolean> {
    const cards = [...ids].map((id) => settled.get(id)).filter((card) => card !== undefined)
    const written = edges.about(ids)
    // The other end of a `relates` may be the card that names it.
    const others = written.filter((edge) => edge.type === 'relates').map((edge) => (ids.has(edge.from) ? edge.to : edge.from))
    for (const id of new Set(others)) {
      const card = ids.has(id) ? undefined : (settled.get(id) ?? (await this.#index.locate(id)))
      if (card !== undefined) cards.push(card)
    }
    return renderEdges(new EdgeIndex(edgesOf(cards)).about(ids)) === renderEdges(written)
  }
}

interface Settled {
  /** The cards that were looked at; undefined: gone. */
  readonly settled: ReadonlyMap<string, Card | undefined>
  /** Rows that differ from the file's; undefined: to be removed. */
  readonly changed: ReadonlyMap<string, string | undefined>
}
