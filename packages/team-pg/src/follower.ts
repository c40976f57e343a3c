import type { Logger } from '@shoko/contract'
import type { Database } from './database.ts'
import { busy, isPassing, unreachable } from './failure.ts'
import type { Contents, Mirror } from './mirror.ts'

export interface FollowerParts {
  readonly database: Database
  readonly space: number
  readonly mirror: Mirror
  readonly logger: Logger
}

interface ChangedFile {
  readonly seq: string
  readonly id: string
  readonly path: string
  readonly after: string | null
  readonly bytes: Buffer | null
}

interface Document {
  readonly path: string
  readonly hash: string
  readonly bytes: Buffer
}

const BATCH = 200
const FILL_BATCH = 500

/**
 * Keeps a mirror at the log's head. The table is the truth: whatever wakes it, it asks for what comes after what it has taken in.
 * Documents whose file here is in doubt are taken from the database before anything else.
 */
export class Follower {
  readonly #parts: FollowerParts
  readonly #own = new Map<number, string>()
  readonly #doubted = new Set<string>()
  #applied = 0
  /** Of the last change taken in: it is asked for when the log seems shorter than it was. */
  #appliedId: string | undefined
  #running: Promise<void> | undefined

  constructor(parts: FollowerParts) {
    this.#parts = parts
  }

  get applied(): number {
    return this.#applied
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
    await this.pull()
  }

  /** Resolves when no file is being written that was fetched before this moment. */
  async settle(): Promise<void> {
    await this.#running?.catch(() => {})
  }

  /** Resolves when everything up to this number is in the mirror; throws when the log does not hold it any more. */
  async reach(seq: number): Promise<void> {
    for (let idle = 0; this.#applied < seq || this.#doubted.size > 0; ) {
      const { applied } = this
      await this.pull()
      // One look may have begun before that number was given; a second one that finds nothing says that it is gone.
      idle = this.#applied > applied || this.#doubted.size > 0 ? 0 : idle + 1
      if (idle > 1) throw unreachable(new Error(`the log ends before ${seq}`))
    }
  }

  /** Takes in what is new; calls that come together share one look. */
  pull(): Promise<void> {
    this.#running ??= this.#alone(() => this.#pull())
      .catch(notUpToDate)
      .finally(() => {
        this.#running = undefined
      })
    return this.#running
  }

  /** After a connection was lost: the database may be a standby that has not seen the last changes. */
  async compareLog(): Promise<void> {
    const { database, space } = this.#parts
    if (this.#appliedId === undefined) return this.pull()
    const known = { seq: this.#applied, id: this.#appliedId }
    const rows = await database.query<{ id: string }>('select id from shoko.changes where space = $1 and seq = $2', [
      space,
      known.seq,
    ])
    if (rows[0]?.id === known.id || this.#applied !== known.seq) return this.pull()
    await this.fillAfterLoss()
  }

  /** The log does not hold what was taken in: the mirror is compared whole, and what is missing is said. */
  async fillAfterLoss(): Promise<void> {
    const before = await this.#parts.mirror.hashes()
    const lost = this.#applied
    await this.fill()
    const after = await this.#parts.mirror.hashes()
    const documents = [...before].filter(([path, hash]) => after.get(path) !== hash).map(([path]) => path)
    const [count, named] = [documents.length, documents.slice(0, 50)]
    this.#parts.logger.log('error', { event: 'team.changes_lost', had: lost, has: this.#applied, count, documents: named })
  }

  #tail: Promise<unknown> = Promise.resolve()

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#tail.then(work, work)
    this.#tail = mine.catch(() => {})
    return mine
  }

  async #pull(): Promise<void> {
    await this.#settleDoubts()
    for (;;) {
      this.#passOwn()
      const from = this.#applied
      const rows = await this.#changesAfter(from)
      const last = rows.at(-1)
      if (last === undefined) return
      const contents = new Map<string, Buffer | undefined>()
      for (const { seq, path, after, bytes } of rows) {
        if (this.#own.has(Number(seq))) contents.delete(path)
        else contents.set(path, after === null ? undefined : (bytes ?? Buffer.alloc(0)))
      }
      await this.#parts.mirror.take(contents)
      this.#applied = Math.max(this.#applied, Number(last.seq))
      this.#appliedId = last.id
      for (const seq of this.#own.keys()) if (seq <= this.#applied) this.#own.delete(seq)
      if (Number(last.seq) < from + BATCH) return
    }
  }

  #changesAfter(seq: number): Promise<ChangedFile[]> {
    const { database, space } = this.#parts
    const text = `select c.seq, c.id, f.path, f.after, b.bytes from shoko.changes c
      join shoko.change_files f on f.space = c.space and f.seq = c.seq
      left join shoko.blobs b on b.space = f.space and b.hash = f.after
      where c.space = $1 and c.seq > $2 and c.seq <= $3 order by c.seq`
    return database.query<ChangedFile>(text, [space, seq, seq + BATCH])
  }

  #passOwn(): void {
    for (let next = this.#applied + 1; this.#own.has(next); next++) {
      this.#applied = next
      this.#appliedId = this.#own.get(next)
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
    this.#appliedId = state.id ?? undefined
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

/** A failure of this machine's copy (a full disk, say) must not look like an answer about the documents. */
function notUpToDate(error: unknown): never {
  throw isPassing(error) ? error : busy("this server's copy cannot be brought up to date; try again", error)
}
