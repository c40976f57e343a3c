import { DomainError } from '@shoko/contract'
import type { FileInfo, RelativePath, Root } from '@shoko/core-fs'
import type { Card } from '../rules/card.ts'
import { CardRows, cardRow } from '../rules/card-rows.ts'
import { parseEdges, renderEdges } from '../rules/edge-lines.ts'
import { type Edge, edgesOf } from '../rules/relations.ts'
import type { CardIndex } from './card-index.ts'
import { CARDS_INDEX, INDEX_LOCK, INDEX_SUMS, RELATIONS_INDEX } from './paths.ts'
import { putFile } from './put-file.ts'

interface Sums {
  readonly cards?: string
  readonly relations?: string
}

interface Known<T> {
  readonly info: FileInfo
  readonly content: T
}

/**
 * The two index files. They are caches: a checksum beside them tells a file that a server wrote from one that was cut, edited
 * or merged, which is rebuilt. Whoever changes a card looks at it again, under the lock of these files, before it writes the
 * card's row; so the last one to write a row has seen the last change.
 */
export class IndexFiles {
  readonly #root: Root
  readonly #index: CardIndex
  #rows: Known<CardRows> | undefined
  #edges: Known<readonly Edge[]> | undefined
  #hints: Known<readonly Edge[]> | undefined

  constructor(root: Root, index: CardIndex) {
    this.#root = root
    this.#index = index
  }

  /** Are both files still those that this process last saw whole? */
  async areWhole(): Promise<boolean> {
    return (await this.#isSame(CARDS_INDEX, this.#rows)) && (await this.#isSame(RELATIONS_INDEX, this.#edges))
  }

  /** Brings both files up to date with what was found out since the last time. */
  update(): Promise<void> {
    return this.#locked(async () => {
      const touched = [...this.#index.touched]
      this.#index.touched.clear()
      try {
        const [rows, edges] = [await this.#readRows(), await this.#readEdges()]
        if (rows === undefined) await this.#rebuildCards()
        else await this.#patchCards(rows, touched)
        if (edges === undefined || !(await this.#agree(touched, edges))) await this.#writeEdges(await this.#index.everyCard())
      } catch (error) {
        for (const id of touched) this.#index.touched.add(id)
        this.#rows = undefined
        throw error
      }
    })
  }

  /** Both files anew from the cards. */
  rebuild(): Promise<{ cards: number; relations: number }> {
    return this.#locked(async () => {
      this.#index.touched.clear()
      const cards = await this.#rebuildCards()
      return { cards: cards.length, relations: (await this.#writeEdges(cards)).length }
    })
  }

  writeRelations(cards: Iterable<Card>): Promise<readonly Edge[]> {
    return this.#locked(() => this.#writeEdges(cards))
  }

  /** The children that relations.ndjson names; it may lag behind edits by hand, and the caller looks at each. */
  async childrenOf(parent: string): Promise<string[]> {
    const edges = await this.#readHints()
    return edges.filter((edge) => edge.type === 'parent' && edge.to === parent).map((edge) => edge.from)
  }

  /** False when relations.ndjson is there but holds a line that nobody can read. */
  async relationsReadable(): Promise<boolean> {
    if ((await this.#root.find(RELATIONS_INDEX)) === undefined) return true
    const file = await this.#read(RELATIONS_INDEX)
    return file !== undefined && parseEdges(file.text) !== undefined
  }

  #locked<T>(work: () => Promise<T>): Promise<T> {
    return this.#root.exclusive(work, { lockPath: INDEX_LOCK })
  }

  async #rebuildCards(): Promise<Card[]> {
    const cards = await this.#index.everyCard()
    await this.#writeRows(new CardRows(cards.map((card) => [card.id, cardRow(card)])))
    return cards
  }

  async #patchCards(rows: CardRows, touched: readonly string[]): Promise<void> {
    let changed = false
    for (const id of touched) {
      const remembered = this.#index.winner(id)
      if (remembered !== undefined && rows.get(id) === cardRow(remembered)) continue
      const card = await this.#index.locate(id)
      const row = card === undefined ? undefined : cardRow(card)
      if (rows.get(id) === row) continue
      if (row === undefined) rows.delete(id)
      else rows.set(id, row)
      changed = true
    }
    if (changed) await this.#writeRows(rows)
  }

  async #writeRows(rows: CardRows): Promise<void> {
    const { hash } = await putFile(this.#root, CARDS_INDEX, rows.render())
    await this.#sum({ cards: hash })
    this.#rows = await this.#know(CARDS_INDEX, rows)
  }

  async #writeEdges(cards: Iterable<Card>): Promise<readonly Edge[]> {
    const edges = edgesOf(cards)
    const { hash } = await putFile(this.#root, RELATIONS_INDEX, renderEdges(edges))
    await this.#sum({ relations: hash })
    this.#edges = await this.#know(RELATIONS_INDEX, edges)
    return edges
  }

  /** Do the touched cards say what relations.ndjson says about them? */
  async #agree(touched: readonly string[], edges: readonly Edge[]): Promise<boolean> {
    const ids = new Set(touched)
    const cards = touched.map((id) => this.#index.winner(id)).filter((card) => card !== undefined)
    const own = (edge: Edge) => ids.has(edge.from) || (edge.type === 'relates' && ids.has(edge.to))
    const written = edges.filter(own)
    // The other end of a `relates` may be the card that names it.
    const others = written.filter((edge) => edge.type === 'relates').map((edge) => (ids.has(edge.from) ? edge.to : edge.from))
    for (const id of new Set(others)) {
      const card = ids.has(id) ? undefined : await this.#index.locate(id)
      if (card !== undefined) cards.push(card)
    }
    return renderEdges(edgesOf(cards).filter(own)) === renderEdges(written)
  }

  async #readRows(): Promise<CardRows | undefined> {
    if (!(await this.#isSame(CARDS_INDEX, this.#rows))) {
      const file = await this.#readWhole(CARDS_INDEX, 'cards')
      const content = file === undefined ? undefined : CardRows.parse(file.text)
      this.#rows = file === undefined || content === undefined ? undefined : { info: file.info, content }
    }
    return this.#rows?.content
  }

  async #readEdges(): Promise<readonly Edge[] | undefined> {
    if (!(await this.#isSame(RELATIONS_INDEX, this.#edges))) {
      const file = await this.#readWhole(RELATIONS_INDEX, 'relations')
      const content = file === undefined ? undefined : parseEdges(file.text)
      this.#edges = file === undefined || content === undefined ? undefined : { info: file.info, content }
    }
    return this.#edges?.content
  }

  /** Without a lock, so it may meet a file whose checksum is still to come; no file: what the open cards say. */
  async #readHints(): Promise<readonly Edge[]> {
    if (await this.#isSame(RELATIONS_INDEX, this.#hints)) return this.#hints?.content ?? []
    const file = await this.#read(RELATIONS_INDEX)
    const content = file === undefined ? undefined : parseEdges(file.text)
    if (file === undefined || content === undefined) return edgesOf(await this.#index.openCards())
    this.#hints = { info: file.info, content }
    return content
  }

  async #isSame(path: RelativePath, known: Known<unknown> | undefined): Promise<boolean> {
    if (known === undefined) return false
    const info = await this.#root.find(path)
    const { ino, size, mtimeMs, ctimeMs } = known.info
    return info?.ino === ino && info.size === size && info.mtimeMs === mtimeMs && info.ctimeMs === ctimeMs
  }

  async #know<T>(path: RelativePath, content: T): Promise<Known<T> | undefined> {
    const info = await this.#root.find(path)
    return info === undefined ? undefined : { info, content }
  }

  /** Undefined unless the file is the one whose checksum was kept. */
  async #readWhole(path: RelativePath, key: keyof Sums) {
    const file = await this.#read(path)
    return file?.hash === (await this.#sums())[key] ? file : undefined
  }

  async #read(path: RelativePath) {
    try {
      return await this.#root.readText(path)
    } catch (error) {
      if (error instanceof DomainError && ['not_found', 'not_text'].includes(error.reason)) return undefined
      throw error
    }
  }

  async #sums(): Promise<Sums> {
    const file = await this.#read(INDEX_SUMS)
    try {
      return JSON.parse(file?.text ?? '{}') as Sums // only compared with checksums
    } catch {
      return {}
    }
  }

  async #sum(sums: Sums): Promise<void> {
    await putFile(this.#root, INDEX_SUMS, `${JSON.stringify({ ...(await this.#sums()), ...sums })}\n`)
  }
}
