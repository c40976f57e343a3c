import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@shoko/contract'
import { type LoggedChange, type OpenSection, sha256 } from '@shoko/core-fs'
import type { PoolClient, QueryResult } from 'pg'
import { authorOf } from './call-scope.ts'
import { bounded, type Database } from './database.ts'
import { busy, translated, unreachable } from './failure.ts'
import type { Tally } from './figures.ts'
import { type Follower, MOST_NEWS, type NewsRow } from './follower.ts'
import type { Mirror } from './mirror.ts'
import type { Windows } from './windows.ts'

export interface TransactionParts {
  readonly database: Database
  readonly space: number
  readonly mirror: Mirror
  readonly follower: Follower
  readonly windows: Windows
  readonly logger: Logger
  readonly tally: Tally
}

interface Wanted {
  readonly lock: string
  readonly patienceMs: number
  /** Called once, when the section is over. */
  readonly leave: () => void
}

type Committed = { readonly seq: number } | { readonly failure: unknown; readonly isInDoubt?: true }

const IN_DOUBT_MS = 10_000
const PAUSE_MS = 100

/**
 * A section is one transaction. It holds the lock's row; when it ends well, the documents, the log and the bell are written and
 * committed together. The transaction is the fence: who was frozen or cut off for longer than the server lets a transaction
 * idle has lost it, and cannot commit. Resolves when the lock is had and the mirror holds what was committed before.
 */
export async function beginTransaction(parts: TransactionParts, wanted: Wanted): Promise<OpenSection> {
  const { follower } = parts
  const client = await parts.database.connect()
  let transaction: Transaction | undefined
  try {
    const from = follower.place
    const begun = performance.now()
    const rows = await enter(client, { ...parts, ...wanted, taken: from.seq })
    parts.tally.locks++
    parts.tally.locksMs += performance.now() - begun
    transaction = new Transaction(parts, { client, ...wanted })
    await follower.takeIn(from, rows)
    transaction.start()
    return transaction
  } catch (error) {
    transaction?.stopBeating()
    client.release(true)
    throw error
  }
}

/** In one go: a transaction, the lock, and what is new in the log once the lock is had. */
async function enter(
  client: PoolClient,
  of: { readonly space: number; readonly lock: string; readonly patienceMs: number; readonly taken: number },
): Promise<NewsRow[]> {
  const { space, lock, patienceMs, taken } = of
  const call = `shoko.enter(${space}, ${client.escapeLiteral(lock)}, ${patienceMs}, ${taken}, ${MOST_NEWS})`
  const results = await several(client, `begin; select * from ${call}`, patienceMs + 1000)
  return results[1]!.rows as NewsRow[]
}

/** Several statements in one message; the first that fails ends it. */
async function several(client: PoolClient, text: string, answerMs: number): Promise<QueryResult[]> {
  return (await client.query(bounded(text, [], answerMs))) as unknown as QueryResult[] // which is what several statements give
}

class Transaction implements OpenSection {
  readonly #parts: TransactionParts
  readonly #client: PoolClient
  readonly #lock: string
  readonly #leave: () => void
  readonly #beat: NodeJS.Timeout
  #filled = 0
  #close: ((outcome: 'kept' | 'undone') => void) | undefined

  constructor(parts: TransactionParts, { client, lock, leave }: Wanted & { readonly client: PoolClient }) {
    this.#parts = parts
    this.#client = client
    this.#lock = lock
    this.#leave = leave
    // Long work is no reason to be fenced; being frozen is, and then this does not run.
    this.#beat = setInterval(() => void this.#ask('select 1').catch(() => {}), parts.database.times.fenceMs / 3)
  }

  /** From now on the files are the section's. */
  start(): void {
    this.#filled = this.#parts.follower.place.filled
  }

  begin(): void {
    this.#close ??= this.#parts.windows.open()
  }

  async commit(changes: readonly LoggedChange[]): Promise<void> {
    const { follower, tally } = this.#parts
    if (this.#filled !== follower.place.filled) {
      await this.#undo(changes)
      throw busy('this server had to make its copy anew while the call ran; nothing was changed; try again')
    }
    if (changes.length === 0) return this.#end('kept')
    const id = randomUUID()
    const committed = await this.#commit(id, changes)
    if ('failure' in committed) {
      tally.changes[committed.isInDoubt === true ? 'in_doubt' : 'refused']++
      await this.#undo(changes)
      throw committed.failure
    }
    tally.changes.committed++
    follower.noteOwn(committed.seq, id)
    this.#end('kept', { isOver: true })
  }

  async abandon(changes: readonly LoggedChange[]): Promise<void> {
    if (changes.length > 0) return this.#undo(changes)
    this.#end('kept')
  }

  stopBeating(): void {
    clearInterval(this.#beat)
  }

  async #commit(id: string, changes: readonly LoggedChange[]): Promise<Committed> {
    const { database, logger } = this.#parts
    this.stopBeating()
    try {
      const text = `select ${this.#change(id, changes)} as seq; commit`
      const [written, end] = await several(this.#client, text, 2 * database.times.answerMs)
      if (end?.command !== 'COMMIT') return { failure: unreachable(new Error(`the transaction ended with ${end?.command}`)) }
      return { seq: Number((written!.rows[0] as { seq: string }).seq) }
    } catch (error) {
      if (isOvertaken(error))
        return { failure: busy('a file on this server was not what the database holds; it has been put right; try again', error) }
      if (isRefused(error)) return { failure: translated(error) }
      const found = await this.#look(id)
      logger.log('warn', { event: 'team.commit_in_doubt', id, found: found ?? 'unknown', cause: String(error) })
      if (found === undefined) return { failure: inDoubt(error), isInDoubt: true }
      return found === 'none' ? { failure: unreachable(error) } : { seq: found }
    }
  }

  /** The call of the function that writes it all. Each value is a literal, so that the commit goes with it in one message. */
  #change(id: string, changes: readonly LoggedChange[]): string {
    const { space, mirror } = this.#parts
    const { author, tool } = authorOf()
    const text = (value: string) => this.#client.escapeLiteral(value)
    const hash = (bytes: Buffer | undefined) => (bytes === undefined ? 'null' : text(sha256(bytes)))
    const list = (type: string, values: readonly string[]) => `array[${values.join(',')}]::${type}[]`
    const written = changes.flatMap(({ after }) => (after === undefined ? [] : [after]))
    const values = [
      String(space),
      text(id),
      text(author),
      text(tool),
      list(
        'text',
        changes.map(({ path }) => text(mirror.documentAt(path))),
      ),
      list(
        'text',
        changes.map(({ before }) => hash(before)),
      ),
      list(
        'text',
        changes.map(({ after }) => hash(after)),
      ),
      list('text', written.map(hash)),
      list(
        'bytea',
        written.map((bytes) => `'\\x${bytes.toString('hex')}'`),
      ),
    ]
    return `shoko.commit_change(${values.join(', ')})`
  }

  #ask(text: string) {
    return this.#client.query(bounded(text, [], 2 * this.#parts.database.times.answerMs))
  }

  /** A commit whose answer was lost is looked for: the lock's row cannot be had before that transaction has ended. */
  async #look(id: string): Promise<number | 'none' | undefined> {
    const { database, space, follower } = this.#parts
    const until = performance.now() + IN_DOUBT_MS
    while (performance.now() < until) {
      const client = await database.connect().catch(() => undefined)
      try {
        if (client === undefined) continue
        const patienceMs = 2 * database.times.fenceMs
        await enter(client, { space, lock: this.#lock, patienceMs, taken: follower.place.seq })
        const question = bounded('select seq from shoko.changes where id = $1', [id], database.times.answerMs)
        const { rows } = await client.query<{ seq: string }>(question)
        return rows[0] === undefined ? 'none' : Number(rows[0].seq)
      } catch {
        // not yet
      } finally {
        client?.release(true)
        await sleep(PAUSE_MS)
      }
    }
    return undefined
  }

  async #undo(changes: readonly LoggedChange[]): Promise<void> {
    const { mirror, follower, logger } = this.#parts
    const before = new Map(changes.map(({ path, before: old }) => [mirror.documentAt(path), old]))
    try {
      await follower.takeBack(before)
    } catch (error) {
      logger.log('warn', { event: 'team.undo_later', cause: String(error) }) // nobody reads before it is done
    }
    this.#end('undone')
  }

  #end(outcome: 'kept' | 'undone', { isOver } = { isOver: false }): void {
    this.stopBeating()
    if (outcome === 'undone') authorOf().undone()
    this.#close?.(outcome)
    this.#leave()
    void this.#giveBack(isOver)
  }

  async #giveBack(isOver: boolean): Promise<void> {
    try {
      if (!isOver) await this.#ask('rollback')
      this.#client.release()
    } catch {
      this.#client.release(true)
    }
  }
}

/** The server itself said no, and goes on: nothing of the transaction is there. A connection that it ended says nothing. */
function isRefused(error: unknown): boolean {
  return (error as { severity?: unknown } | undefined)?.severity === 'ERROR'
}

function isOvertaken(error: unknown): boolean {
  return isRefused(error) && (error as { code?: unknown }).code === '40001'
}

function inDoubt(cause: unknown): unknown {
  const message =
    'the database went away while the change was being committed: it may or may not be there; look before you repeat it'
  return busy(message, cause, { retry: false })
}
