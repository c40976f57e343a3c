import type { Card } from './card.ts'

/** One line of cards.ndjson. */
export function cardRow(card: Card): string {
  const { id, title, column, lane, priority, labels, assignees, completedAt, path } = card
  return JSON.stringify({ id, title, column, lane, priority, labels, assignees, completed_at: completedAt, path })
}

/** Neighbouring rows, with their bytes once they have been rendered. */
interface Block {
  readonly ids: string[]
  bytes: Buffer | undefined
}

const BLOCK_ROWS = 512

export interface ParsedRows {
  readonly rows: CardRows
  /** With those that later ones replace. */
  readonly lines: number
  /** One row a card, sorted. */
  readonly isTidy: boolean
}

/** The rows of cards.ndjson, sorted by id. Only the blocks of changed rows are rendered anew: years of done cards cost a copy. */
export class CardRows {
  readonly #rows: Map<string, string>
  readonly #blocks: Block[] = []

  constructor(rows: Iterable<readonly [id: string, row: string]>) {
    this.#rows = new Map(rows)
    const ids = [...this.#rows.keys()].sort()
    for (let at = 0; at < ids.length; at += BLOCK_ROWS)
      this.#blocks.push({ ids: ids.slice(at, at + BLOCK_ROWS), bytes: undefined })
  }

  /** Of several rows of one card the last counts. Undefined when a line is not one that `cardRow` writes. */
  static parse(text: string): ParsedRows | undefined {
    const rows: [string, string][] = []
    let isTidy = true
    for (const line of text.split('\n')) {
      if (line === '') continue
      const id = /^\{"id":"([^"\\]+)","title":/.exec(line)?.[1]
      if (id === undefined) return undefined
      isTidy &&= rows.length === 0 || rows.at(-1)![0] < id
      rows.push([id, line])
    }
    return { rows: new CardRows(rows), lines: rows.length, isTidy }
  }

  get size(): number {
    return this.#rows.size
  }

  /** Would a row of this id, put at the end, be the only one of its card and in its place? */
  endsBefore(id: string): boolean {
    const last = this.#blocks.at(-1)?.ids.at(-1)
    return last === undefined || last < id
  }

  get(id: string): string | undefined {
    return this.#rows.get(id)
  }

  set(id: string, row: string): void {
    const at = this.#blockOf(id)
    const block = this.#blocks[at] ?? this.#firstBlock()
    if (!this.#rows.has(id)) block.ids.splice(placeIn(block.ids, id), 0, id)
    block.bytes = undefined
    this.#rows.set(id, row)
    if (block.ids.length > 2 * BLOCK_ROWS) this.#blocks.splice(at + 1, 0, { ids: block.ids.splice(BLOCK_ROWS), bytes: undefined })
  }

  delete(id: string): void {
    if (!this.#rows.delete(id)) return
    const at = this.#blockOf(id)
    const block = this.#blocks[at]!
    block.ids.splice(placeIn(block.ids, id), 1)
    block.bytes = undefined
    if (block.ids.length === 0) this.#blocks.splice(at, 1)
  }

  render(): Buffer {
    return Buffer.concat(
      this.#blocks.map((block) => {
        block.bytes ??= Buffer.from(block.ids.map((id) => `${this.#rows.get(id)}\n`).join(''))
        return block.bytes
      }),
    )
  }

  #firstBlock(): Block {
    const block: Block = { ids: [], bytes: undefined }
    this.#blocks.push(block)
    return block
  }

  /** The last block that begins at or before the id, else the first. */
  #blockOf(id: string): number {
    let low = 0
    let high = this.#blocks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#blocks[middle]!.ids[0]! <= id) low = middle + 1
      else high = middle
    }
    return Math.max(0, low - 1)
  }
}

/** Where the id is, or would be. */
function placeIn(ids: readonly string[], id: string): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return low
}
