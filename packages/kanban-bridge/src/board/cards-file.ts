import { crc32 } from 'node:zlib'
import { systemClock } from '@shoko/contract'
import type { FileInfo, Root } from '@shoko/core-fs'
import { CardRows, type ParsedRows } from '../rules/card-rows.ts'
import { type IndexSums, isUnchanged, readIfThere } from './index-sums.ts'
import { CARDS_INDEX } from './paths.ts'
import { putFile } from './put-file.ts'

/** Changes are coming in; they have paused; or this process will not come back to the file. */
export type Pace = 'busy' | 'paused' | 'ending'

interface Known extends ParsedRows {
  readonly info: FileInfo
  /** Of the whole file; it can be carried on over what is added, which a hash of the whole cannot. */
  readonly crc: number
  /** False: another process was the last to write. */
  readonly isOwn: boolean
}

// What another process has added is that process's to tidy, unless it has not come back to it.
const LEFT_BEHIND_MS = 2_000

/**
 * cards.ndjson. While changes keep coming, changed rows are added at its end, whatever the size of the file, and the last row of
 * a card counts; when they pause, it is written whole: one row a card, sorted. Rows of new cards fit at the end as they are.
 */
export class CardsFile {
  readonly #root: Root
  readonly #sums: IndexSums
  #known: Known | undefined

  constructor(root: Root, sums: IndexSums) {
    this.#root = root
    this.#sums = sums
  }

  get isTidy(): boolean {
    return this.#known?.isTidy === true
  }

  isUnchanged(): Promise<boolean> {
    return isUnchanged(this.#root, CARDS_INDEX, this.#known?.info)
  }

  /** Undefined when the file is not one that a server has left there. */
  async load(): Promise<CardRows | undefined> {
    if (await this.isUnchanged()) return this.#known?.rows
    this.#known = undefined
    const file = await readIfThere(this.#root, CARDS_INDEX)
    if (file === undefined) return undefined
    const crc = crc32(file.bytes)
    if (sumOf(file.bytes.byteLength, crc) !== (await this.#sums.read()).cards) return undefined
    const parsed = CardRows.parse(file.bytes.toString())
    if (parsed !== undefined) this.#known = { ...parsed, info: file.info, crc, isOwn: false }
    return parsed?.rows
  }

  /** Sets rows (undefined: removes them) in what was loaded. */
  async change(changes: ReadonlyMap<string, string | undefined>, pace: Pace): Promise<void> {
    const known = this.#known
    if (known === undefined) throw new Error('cards.ndjson is changed before it is loaded')
    this.#known = undefined // until all is written: a failure in between is found out by the next look
    const { rows } = known
    const added: string[] = []
    let { isTidy } = known
    for (const [id, row] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
      isTidy &&= row !== undefined && rows.endsBefore(id)
      if (row === undefined) rows.delete(id)
      else rows.set(id, row)
      if (row !== undefined) added.push(`${row}\n`)
    }
    const next = { ...known, isTidy, lines: known.lines + added.length }
    const hasRemovals = added.length < changes.size // no row can say that
    if (hasRemovals || next.lines > 2 * rows.size || (!isTidy && isDue(next, { pace, changed: changes.size })))
      return this.write(rows)
    if (added.length === 0) this.#known = next
    else await this.#append(next, Buffer.from(added.join('')))
  }

  async write(rows: CardRows): Promise<void> {
    this.#known = undefined
    const bytes = rows.render()
    await putFile(this.#root, CARDS_INDEX, bytes)
    const crc = crc32(bytes)
    await this.#sums.keep({ cards: sumOf(bytes.byteLength, crc) })
    const info = await this.#root.find(CARDS_INDEX)
    if (info !== undefined) this.#known = { info, rows, lines: rows.size, isTidy: true, crc, isOwn: true }
  }

  async #append(next: Known, bytes: Buffer): Promise<void> {
    await this.#root.append(CARDS_INDEX, bytes)
    const info = await this.#root.find(CARDS_INDEX)
    // Somebody else wrote to it in this very moment: its checksum stays behind, and the next look finds that out.
    if (info === undefined || info.ino !== next.info.ino || info.size !== next.info.size + bytes.byteLength) return
    const crc = crc32(bytes, next.crc)
    await this.#sums.keep({ cards: sumOf(info.size, crc) })
    this.#known = { ...next, info, crc, isOwn: true }
  }
}

function isDue({ isOwn, info }: Known, { pace, changed }: { readonly pace: Pace; readonly changed: number }): boolean {
  if (pace !== 'paused') return pace === 'ending'
  return isOwn || changed > 0 || systemClock.now() - info.mtimeMs > LEFT_BEHIND_MS
}

function sumOf(size: number, crc: number): string {
  return `${size}-${crc.toString(16)}`
}
