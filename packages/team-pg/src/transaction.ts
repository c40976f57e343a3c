import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@shoko/contract'
import type { LoggedChange, OpenSection } from '@shoko/core-fs'
import type { PoolClient, QueryResult } from 'pg'
import { authorOf, type CallScope } from './call-scope.ts'
import { commitText } from './commit-text.ts'
import { bounded, type Database } from './database.ts'
import { busy, takenBack, translated, unreachable } from './failure.ts'
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
  /** Told the number of the last change of every transaction. */
  readonly committed: (seq: number) => void
}

interface Wanted {
  readonly lock: string
  readonly patienceMs: number
  /** Gives the turn, with the transaction as it is, to who waits for it in this process. False: nobody does. */
  readonly handOn: () => boolean
  /** Called once, when the transaction is over. */
  readonly leave: () => void
}

/** A section that has come to its end inside a transaction, and waits for the transaction's own. */
export interface Ended {
  readonly id: string
  readonly changes: readonly LoggedChange[]
  readonly scope: CallScope
  readonly close: ((outcome: 'kept' | 'undone') => void) | undefined
  readonly settle: PromiseWithResolvers<void>
}

/** `first`: the number of the first change; the others follow it. */
type Committed = { readonly first: number } | { readonly failure: unknown; readonly isInDoubt?: true }

const IN_DOUBT_MS = 10_000
const PAUSE_MS = 100
/** Nobody waits long for those that come after it. */
const MOST_SHARED = 16
const SHARED_MS = 20

/**
 * Holds the lock's row; at its end the documents, the log and the bell are written and committed together. It is the fence: who was
 * frozen or cut off for longer than the server lets a transaction idle has lost it, and cannot commit. Sections that wait in this
 * process for the same lock share it, one after the other: each is a change of its own, and all of them count or none.
 * Resolves when the lock is had and the mirror holds what was committed before.
 */
export async function beginTransaction(parts: TransactionParts, wanted: Wanted): Promise<Transaction> {
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
  const isPrepared = prepared.has(client)
  const call = `execute shoko_enter(${space}, ${client.escapeLiteral(lock)}, ${patienceMs}, ${taken}, ${MOST_NEWS})`
  const results = await several(client, `${isPrepared ? '' : PREPARE}begin; ${call}`, patienceMs + 1000)
  prepared.add(client)
  return results.at(-1)!.rows as NewsRow[]
}

/** Planned once a connection. In SQL, since a statement of the protocol's own would be a message of its own. */
const PREPARE = 'prepare shoko_enter as select * from shoko.enter($1, $2, $3, $4, $5); '
const prepared = new WeakSet<PoolClient>()

/** Several statements in one message; the first that fails ends it. */
async function several(client: PoolClient, text: string, answerMs: number): Promise<QueryResult[]> {
  return (await client.query(bounded(text, [], answerMs))) as unknown as QueryResult[] // which is what several statements give
}

export class Transaction {
  readonly #parts: TransactionParts
  readonly #wanted: Wanted
  readonly #client: PoolClient
  readonly #beat: NodeJS.Timeout
  readonly #begun = performance.now()
  readonly #ended: Ended[] = []
  #filled = 0

  constructor(parts: TransactionParts, { client, ...wanted }: Wanted & { readonly client: PoolClient }) {
    this.#parts = parts
    this.#wanted = wanted
    this.#client = client
    // Long work is no reason to be fenced; being frozen is, and then this does not run.
    this.#beat = setInterval(() => void this.#ask('select 1').catch(() => {}), parts.database.times.fenceMs / 3)
  }

  /** From now on the files are the sections'. */
  start(): void {
    this.#filled = this.#parts.follower.place.filled
  }

  stopBeating(): void {
    clearInterval(this.#beat)
  }

  /** For who has the turn. */
  section(): OpenSection {
    let close: Ended['close']
    const ended = (changes: readonly LoggedChange[]): Ended => {
      return { id: randomUUID(), changes, scope: authorOf(), close, settle: Promise.withResolvers<void>() }
    }
    return {
      begin: () => {
        close ??= this.#parts.windows.open()
      },
      commit: (changes) => this.#keep(ended(changes)),
      abandon: (changes) => (changes.length === 0 ? this.#keep(ended([])).catch(() => {}) : this.#finish(ended(changes))),
    }
  }

  /** Also for who has changed nothing: what it saw counts only if this transaction does. */
  async #keep(section: Ended): Promise<void> {
    this.#ended.push(section)
    if (!this.#isFull() && this.#wanted.handOn()) return section.settle.promise
    section.settle.promise.catch(() => {}) // told below
    await this.#finish()
    return section.settle.promise
  }

  #isFull(): boolean {
    return this.#isFilledAnew() || this.#ended.length >= MOST_SHARED || performance.now() - this.#begun > SHARED_MS
  }

  #isFilledAnew(): boolean {
    return this.#filled !== this.#parts.follower.place.filled
  }

  /** Commits what has come to a good end; then what has not is undone. Those that came before must not be undone with it. */
  async #finish(failed?: Ended): Promise<void> {
    const { follower, tally } = this.#parts
    const written = this.#ended.filter(({ changes }) => changes.length > 0)
    const committed = await this.#outcomeOf(written)
    if ('first' in committed) {
      for (const [at, { id }] of written.entries()) follower.noteOwn(committed.first + at, id)
      tally.changes.committed += written.length
      if (written.length > 0) this.#parts.committed(committed.first + written.length - 1)
      if (failed !== undefined) await this.#undo([failed])
      return this.#end({ isOver: written.length > 0 })
    }
    tally.changes[committed.isInDoubt === true ? 'in_doubt' : 'refused'] += written.length
    await this.#undo(failed === undefined ? written : [...written, failed])
    this.#end({ ...committed, isOver: false })
  }

  async #outcomeOf(written: readonly Ended[]): Promise<Committed> {
    if (this.#isFilledAnew())
      return { failure: busy('this server had to make its copy anew while the call ran; nothing was changed; try again') }
    return written.length === 0 ? { first: 0 } : this.#commit(written)
  }

  async #commit(written: readonly Ended[]): Promise<Committed> {
    const { database, logger } = this.#parts
    this.stopBeating()
    try {
      const results = await several(this.#client, commitText(this.#parts, written), 2 * database.times.answerMs)
      const end = results.at(-1)?.command
      if (end !== 'COMMIT') return { failure: unreachable(new Error(`the transaction ended with ${end}`)) }
      return { first: Number((results[0]!.rows[0] as { seq: string }).seq) }
    } catch (error) {
      if (isOvertaken(error))
        return { failure: busy('a file on this server was not what the database holds; it has been put right; try again', error) }
      if (isRefused(error)) return { failure: translated(error) }
      const { id } = written[0]!
      const found = await this.#look(id)
      logger.log('warn', { event: 'team.commit_in_doubt', id, found: found ?? 'unknown', cause: String(error) })
      if (found === undefined) return { failure: inDoubt(error), isInDoubt: true }
      return found === 'none' ? { failure: unreachable(error) } : { first: found }
    }
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
        await enter(client, { space, lock: this.#wanted.lock, patienceMs, taken: follower.place.seq })
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

  /** Files become what they were before the first of these sections. */
  async #undo(sections: readonly Ended[]): Promise<void> {
    const { mirror, follower, logger } = this.#parts
    const before = new Map<string, Buffer | undefined>()
    for (const { path, before: old } of sections.flatMap(({ changes }) => changes)) {
      const document = mirror.documentAt(path)
      if (!before.has(document)) before.set(document, old)
    }
    try {
      if (before.size > 0) await follower.takeBack(before)
    } catch (error) {
      logger.log('warn', { event: 'team.undo_later', cause: String(error) }) // nobody reads before it is done
    }
    for (const { changes, scope, close } of sections) {
      if (changes.length > 0) scope.undone()
      close?.('undone')
    }
  }

  #end({ failure, isOver }: { readonly failure?: unknown; readonly isOver: boolean }): void {
    this.stopBeating()
    for (const { changes, close, settle } of this.#ended) {
      close?.('kept') // unless it was undone
      if (failure === undefined) settle.resolve()
      else settle.reject(changes.length > 0 || this.#ended.length === 1 ? failure : takenBack())
    }
    this.#wanted.leave()
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
