import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DomainError, Logger } from '@shoko/contract'
import { type LoggedChange, Mutex, type OpenSection, type SectionRequest, type Sections, sha256 } from '@shoko/core-fs'
import type { PoolClient, QueryResultRow } from 'pg'
import { authorOf } from './call-scope.ts'
import { bounded, type Database } from './database.ts'
import { busy, isPassing, translated, unreachable } from './failure.ts'
import type { Follower } from './follower.ts'
import type { Mirror } from './mirror.ts'
import type { Windows } from './windows.ts'

export interface SectionParts {
  readonly database: Database
  readonly space: number
  readonly mirror: Mirror
  readonly follower: Follower
  readonly windows: Windows
  readonly logger: Logger
}

const IN_DOUBT_MS = 10_000
const PAUSE_MS = 100

/**
 * A section is one transaction. It holds the lock's row; when it ends well, the documents, the log and the bell are written and
 * committed together. The transaction is the fence: who was frozen or cut off for longer than the server lets a transaction
 * idle has lost it, and cannot commit.
 */
export function createSections(parts: SectionParts): Sections {
  const { mirror } = parts
  const queues = new Map<string, Mutex>()
  const known = new Set<string>()
  return {
    logs: (path) => mirror.isDocument(mirror.documentAt(path)),
    async enter(request) {
      const lock = mirror.documentAt(request.lock)
      const queue = queues.get(lock) ?? new Mutex()
      queues.set(lock, queue)
      const patience = startWaiting(request)
      try {
        await queue.acquire(patience.signal)
        try {
          const client = await takeLock(parts, { lock, known, patience })
          return new Transaction(parts, { lock, client, leave: () => queue.release() })
        } catch (error) {
          queue.release()
          throw patience.signal.aborted ? patience.signal.reason : translated(error)
        }
      } finally {
        patience.end()
      }
    },
  }
}

interface Waiting {
  readonly signal: AbortSignal
  /** What is left of the patience. */
  leftMs(): number
  end(): void
}

function startWaiting({ timeoutMs, signal }: SectionRequest): Waiting {
  const timeout = new AbortController()
  const until = performance.now() + timeoutMs
  const timer = setTimeout(() => timeout.abort(tooLong(timeoutMs)), timeoutMs)
  return {
    signal: signal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, signal]),
    leftMs: () => Math.max(1, Math.ceil(until - performance.now())),
    end: () => clearTimeout(timer),
  }
}

/** Gives a connection that holds the lock, with the mirror at least at the head that was then. */
async function takeLock(
  parts: SectionParts,
  wanted: { readonly lock: string; readonly known: Set<string>; readonly patience: Waiting },
): Promise<PoolClient> {
  const { database, space, follower } = parts
  const { lock, known, patience } = wanted
  if (!known.has(lock)) {
    await database.query('insert into shoko.locks (space, name) values ($1, $2) on conflict do nothing', [space, lock])
    known.add(lock)
  }
  const client = await database.connect()
  try {
    const head = await lockRow(client, { space, lock, leftMs: patience.leftMs() })
    patience.signal.throwIfAborted()
    await follower.settle()
    await follower.reach(head)
    return client
  } catch (error) {
    client.release(true)
    throw isLockTimeout(error) ? tooLong(patience.leftMs()) : error
  }
}

/** In one go: a transaction, the lock, and what the log's head is once the lock is had. */
async function lockRow(
  client: PoolClient,
  { space, lock, leftMs }: { readonly space: number; readonly lock: string; readonly leftMs: number },
): Promise<number> {
  const name = client.escapeLiteral(lock)
  const results = (await client.query(
    bounded(
      `begin; set local lock_timeout = ${leftMs};
       select 1 from shoko.locks where space = ${space} and name = ${name} for update;
       select head from shoko.spaces where id = ${space}`,
      [],
      leftMs + 1000,
    ),
  )) as unknown as { rows: { head: string }[] }[] // several statements give several results
  return Number(results.at(-1)?.rows[0]?.head)
}

class Transaction implements OpenSection {
  readonly #parts: SectionParts
  readonly #lock: string
  readonly #client: PoolClient
  readonly #leave: () => void
  readonly #beat: NodeJS.Timeout
  #close: ((outcome: 'kept' | 'undone') => void) | undefined
  #isAsking = false

  constructor(parts: SectionParts, held: { readonly lock: string; readonly client: PoolClient; readonly leave: () => void }) {
    this.#parts = parts
    this.#lock = held.lock
    this.#client = held.client
    this.#leave = held.leave
    // Long work is no reason to be fenced; being frozen is, and then this does not run.
    this.#beat = setInterval(() => {
      if (!this.#isAsking) void this.#ask('select 1', []).catch(ignore)
    }, parts.database.times.fenceMs / 3)
  }

  begin(): void {
    this.#close ??= this.#parts.windows.open()
  }

  async commit(changes: readonly LoggedChange[]): Promise<void> {
    if (changes.length === 0) return this.#end('kept')
    const id = randomUUID()
    let seq: number | undefined
    try {
      seq = await this.#write(id, changes)
    } catch (error) {
      await this.#undo(changes)
      throw isOvertaken(error)
        ? busy('a file on this server was not what the database holds; it has been put right; try again', error)
        : translated(error)
    }
    const end = await this.#commit({ id, seq })
    if (end !== 'committed') {
      await this.#undo(changes)
      throw end
    }
    this.#parts.follower.noteOwn(seq, id)
    this.#end('kept', { isOver: true })
  }

  async abandon(changes: readonly LoggedChange[]): Promise<void> {
    if (changes.length > 0) return this.#undo(changes)
    this.#end('kept')
  }

  async #write(id: string, changes: readonly LoggedChange[]): Promise<number> {
    const { space, mirror } = this.#parts
    const { author, tool } = authorOf()
    const rows = changes.map(({ path, before, after }) => ({
      path: mirror.documentAt(path),
      before: before && sha256(before),
      after: after && sha256(after),
      bytes: after,
    }))
    const written = rows.filter(({ bytes }) => bytes !== undefined)
    const values = [
      space,
      id,
      author,
      tool,
      rows.map(({ path }) => path),
      rows.map(({ before }) => before ?? null),
      rows.map(({ after }) => after ?? null),
      written.map(({ after }) => after),
      written.map(({ bytes }) => bytes),
    ]
    const text = 'select shoko.commit_change($1, $2, $3, $4, $5, $6, $7, $8, $9) as seq'
    clearInterval(this.#beat)
    const { rows: answered } = await this.#ask<{ seq: string }>(text, values)
    return Number(answered[0]!.seq)
  }

  async #ask<Row extends QueryResultRow>(text: string, values: readonly unknown[]) {
    this.#isAsking = true
    try {
      return await this.#client.query<Row>(bounded(text, values, 2 * this.#parts.database.times.answerMs))
    } finally {
      this.#isAsking = false
    }
  }

  /** A commit whose answer was lost is looked for: the lock's row cannot be had before that transaction has ended. */
  async #commit({ id, seq }: { readonly id: string; readonly seq: number }): Promise<'committed' | DomainError> {
    try {
      const { command } = await this.#ask('commit', [])
      if (command === 'COMMIT') return 'committed'
      return unreachable(new Error(`the transaction ended with ${command}`))
    } catch (error) {
      const wasThere = await this.#look(id)
      this.#parts.logger.log('warn', { event: 'team.commit_in_doubt', seq, found: wasThere ?? 'unknown', cause: String(error) })
      if (wasThere === true) return 'committed'
      if (wasThere === false) return unreachable(error)
      return busy(
        'the database went away while the change was being committed: it may or may not be there; look before you repeat it',
      )
    }
  }

  async #look(id: string): Promise<boolean | undefined> {
    const { database, space } = this.#parts
    const until = performance.now() + IN_DOUBT_MS
    while (performance.now() < until) {
      const client = await database.connect().catch(ignore)
      try {
        if (client === undefined) continue
        await lockRow(client, { space, lock: this.#lock, leftMs: 2 * database.times.fenceMs })
        const text = 'select 1 from shoko.changes where id = $1'
        return ((await client.query(bounded(text, [id], database.times.answerMs))).rowCount ?? 0) > 0
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
    clearInterval(this.#beat)
    if (outcome === 'undone') authorOf().undone()
    this.#close?.(outcome)
    this.#leave()
    void this.#giveBack(isOver)
  }

  async #giveBack(isOver: boolean): Promise<void> {
    try {
      if (!isOver) await this.#ask('rollback', [])
      this.#client.release()
    } catch {
      this.#client.release(true)
    }
  }
}

function ignore(): undefined {
  return undefined
}

function tooLong(timeoutMs: number): DomainError {
  return busy(`another call holds the lock (waited ${timeoutMs} ms); try again`)
}

function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '55P03'
}

function isOvertaken(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '40001' && isPassing(error)
}
