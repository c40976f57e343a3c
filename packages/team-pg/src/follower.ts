import type { Logger } from '@shoko/contract'
import type { Database } from './database.ts'
import { busy, isPassing } from './failure.ts'
import type { Tally } from './figures.ts'
import type { Contents, Mirror } from './mirror.ts'

export interface FollowerParts {
  readonly database: Database
  readonly space: number
  readonly mirror: Mirror
  readonly logger: Logger
  readonly tally: Tally
}

/** What the log holds after a number, as `shoko.news` tells it: the newest state of each document that changed, or one empty row. */
export interface NewsRow {
  readonly head: string
  /** The id of the change whose number was asked from; another one, or none, where the log is not the one that was followed. */
  readonly known_id: string | null
  /** How far this goes; not to the head when there is much. */
  readonly last: string
  readonly last_id: string | null
  readonly seq: string | null
  readonly path: string | null
  readonly after: string | null
  readonly bytes: Buffer | null
}

interface Document {
  readonly path: string
  readonly hash: string
  readonly bytes: Buffer
}

/** Where a mirror stands in the log. */
export interface Place {
  readonly seq: number
  readonly id: string | null
  /** Rises when the mirror was filled anew: what was fetched before then says nothing any more. */
  readonly filled: number
}

/** How many changes are fetched at once. */
export const MOST_NEWS = 200
const FILL_BATCH = 500
const EMPTY = Buffer.alloc(0)

/**
 * Keeps a mirror at the log's head. The table is the truth: whatever wakes it, it asks for what comes after what it has taken in.
 * Documents whose file here is in doubt are taken from the database before anything else.
 */
export class Follower {
  readonly #parts: FollowerParts
  readonly #own = new Map<number, string>()
  readonly #doubted = new Set<string>()
  #applied = 0
  /** Of the last change taken in: a standby that has not seen it shows another there, or none. */
  #appliedId: string | null = null
  #filled = 0
  #lookedAt = Number.NEGATIVE_INFINITY
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  #tail: Promise<unknown> = Promise.resolve()

  constructor(parts: FollowerParts) {
    this.#parts = parts
  }

  get applied(): number {
    return this.#applied
  }

  /** When the log was last asked, on the clock of `performance`. */
  get lookedAt(): number {
    return this.#lookedAt
  }

  /** Makes the mirror equal to the documents, by their hashes. */
  fill(): Promise<{ readonly fetched: number; readonly removed: number }> {
    return this.#alone(() => this.#fill())
  }

  /** This server's own change: its files are here already. */
  noteOwn(seq: number, id: string): void {
    this.#own.set(seq, id)
    this.#passOwn()
  }

  /**
   * A change of this server came to nothing: its files become what they were and then, since nobody can be sure of more, what
   * the database says they are. Until that is done, nothing here is up to date; when it throws, the next look does it.
   */
  async takeBack(before: Contents): Promise<void> {
    const doubt = () => {
      for (const path of before.keys()) this.#doubted.add(path)
    }
    doubt()
    await this.#alone(() => {
      doubt() // also of what a look has fetched meanwhile: it is overwritten now
      return this.#parts.mirror.take(before)
    })
    await this.renew()
  }

  /** Resolves when the mirror holds everything that was committed before this moment. Calls that come together share a look. */
  renew(): Promise<void> {
    if (this.#running === undefined) return this.#start()
    const start = () => this.#start()
    this.#next ??= this.#running.then(start, start)
    return this.#next
  }

  /** Begins with what was fetched when a lock was had; asks only where that is not all. */
  async takeIn(from: Place, rows: readonly NewsRow[]): Promise<void> {
    const { head, knownId } = numbersOf(rows)
    this.#lookedAt = performance.now()
    const isUsable = () => from.filled === this.#filled && this.#doubted.size === 0 && knownId === from.id
    await this.#alone(async () => {
      if (isUsable()) await this.#take(rows)
    }).catch(notUpToDate)
    if (!isUsable() || this.#applied < head) await this.renew()
  }

  /** Where this mirror stands. */
  get place(): Place {
    return { seq: this.#applied, id: this.#appliedId, filled: this.#filled }
  }

  /** Resolves when nothing is being written here. */
  async settle(): Promise<void> {
    await this.#tail
  }

  #start(): Promise<void> {
    this.#next = undefined
    const { tally } = this.#parts
    const begun = performance.now()
    const running = this.#alone(() => this.#renew())
      .catch(notUpToDate)
      .finally(() => {
        tally.looks++
        tally.looksMs += performance.now() - begun
        this.#lookedAt = performance.now()
        if (this.#running === running) this.#running = undefined
      })
    this.#running = running
    return running
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#tail.then(work)
    this.#tail = mine.catch(() => {})
    return mine
  }

  async #renew(): Promise<void> {
    await this.#settleDoubts()
    for (;;) {
      const { seq, id } = this.place
      const rows = await this.#news(seq)
      const { head, last, knownId } = numbersOf(rows)
      if (knownId !== id) return this.#fillAfterLoss()
      await this.#take(rows)
      if (last >= head) return
    }
  }

  #news(after: number): Promise<NewsRow[]> {
    const { database, space } = this.#parts
    return database.query<NewsRow>('select * from shoko.news($1, $2, $3)', [space, after, MOST_NEWS])
  }

  /** Nothing that is here already is put here again: it may be older than what is. */
  async #take(rows: readonly NewsRow[]): Promise<void> {
    const { last, lastId } = numbersOf(rows)
    if (last <= this.#applied) return
    const contents = new Map<string, Buffer | undefined>()
    for (const { seq, path, after, bytes } of rows) {
      if (path === null || Number(seq) <= this.#applied || this.#own.has(Number(seq))) continue
      contents.set(path, after === null ? undefined : (bytes ?? EMPTY))
    }
    if (contents.size > 0) await this.#parts.mirror.take(contents)
    this.#parts.tally.documentsTaken += contents.size
    if (last > this.#applied) {
      this.#applied = last
      this.#appliedId = lastId
    }
    for (const seq of this.#own.keys()) if (seq <= this.#applied) this.#own.delete(seq)
    this.#passOwn()
  }

  #passOwn(): void {
    for (let next = this.#applied + 1; this.#own.has(next); next++) {
      this.#applied = next
      this.#appliedId = this.#own.get(next) ?? null
      this.#own.delete(next)
    }
  }

  async #settleDoubts(): Promise<void> {
    if (this.#doubted.size === 0) return
    const paths = [...this.#doubted]
    const documents = new Map((await this.#documents(paths)).map(({ path, bytes }) => [path, bytes]))
    await this.#parts.mirror.take(new Map(paths.map((path) => [path, documents.get(path)])))
    for (const path of paths) this.#doubted.delete(path)
  }

  /** The log is not the one that was followed (a standby had not seen its end): the mirror is compared whole, and what is gone is said. */
  async #fillAfterLoss(): Promise<void> {
    const { mirror, logger } = this.#parts
    const before = await mirror.hashes()
    const had = this.#applied
    await this.#fill()
    const after = await mirror.hashes()
    const documents = [...before].filter(([path, hash]) => after.get(path) !== hash).map(([path]) => path)
    const [count, named] = [documents.length, documents.slice(0, 50)]
    logger.log('error', { event: 'team.changes_lost', had, has: this.#applied, count, documents: named })
  }

  #documents(paths: readonly string[]): Promise<Document[]> {
    const { database, space } = this.#parts
    const text = `select d.path, d.hash, b.bytes from shoko.documents d join shoko.blobs b using (space, hash)
      where d.space = $1 and d.path = any($2)`
    return database.query<Document>(text, [space, paths])
  }

  async #fill(): Promise<{ fetched: number; removed: number }> {
    const { database, space, mirror } = this.#parts
    // One statement, so that the documents are those of that very head.
    const [state] = await database.query<{ head: string; id: string | null; paths: string[] | null; hashes: string[] | null }>(
      `select s.head, (select id from shoko.changes c where c.space = s.id and c.seq = s.head) as id,
         (select array_agg(path order by path) from shoko.documents d where d.space = s.id) as paths,
         (select array_agg(hash order by path) from shoko.documents d where d.space = s.id) as hashes
       from shoko.spaces s where s.id = $1`,
      [space],
    )
    if (state === undefined) throw new Error('the space is gone')
    const there = await mirror.hashes()
    const wanted = new Map((state.paths ?? []).map((path, at) => [path, state.hashes![at]!]))
    const extra = [...there.keys()].filter((path) => !wanted.has(path))
    await mirror.take(new Map(extra.map((path) => [path, undefined])))
    const missing = [...wanted].filter(([path, hash]) => path.endsWith('/') || there.get(path) !== hash)
    for (let at = 0; at < missing.length; at += FILL_BATCH) await this.#fetch(missing.slice(at, at + FILL_BATCH))
    this.#applied = Number(state.head)
    this.#appliedId = state.id
    this.#filled++
    this.#parts.tally.mirrorFills++
    this.#own.clear()
    this.#doubted.clear()
    return { fetched: missing.length, removed: extra.length }
  }

  /** By hash, not by path: what a document is by now is the log's to tell. */
  async #fetch(documents: readonly (readonly [string, string])[]): Promise<void> {
    const { database, space, mirror } = this.#parts
    const blobs = await database.query<{ hash: string; bytes: Buffer }>(
      'select hash, bytes from shoko.blobs where space = $1 and hash = any($2)',
      [space, [...new Set(documents.map(([, hash]) => hash))]],
    )
    const bytes = new Map(blobs.map((blob) => [blob.hash, blob.bytes]))
    const contents: Contents = new Map(documents.map(([path, hash]) => [path, bytes.get(hash)]))
    await mirror.take(contents)
  }
}

function numbersOf([row]: readonly NewsRow[]) {
  if (row === undefined) throw new Error('the space is gone')
  return { head: Number(row.head), knownId: row.known_id, last: Number(row.last), lastId: row.last_id }
}

/** A failure of this machine's copy (a full disk, say) must not look like an answer about the documents. */
function notUpToDate(error: unknown): never {
  throw isPassing(error) ? error : busy("this server's copy cannot be brought up to date; try again", error)
}
