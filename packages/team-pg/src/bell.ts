import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Database } from './database.ts'

export interface BellOptions {
  readonly database: Database
  readonly space: number
  /** Something was committed in the space; with which number, where that is known. Also when it hears again after it could not. */
  readonly onChange: (seq?: number) => void
  /** A server has saved a session. */
  readonly onSession?: (id: string, server: string) => void
}

/** Between two strokes in a space, whoever commits. */
export const QUIET_MS = 20
/** Then the next change has rung for this one too, if there is a next one. */
const OWED_MS = QUIET_MS + 10
const LONGEST_PAUSE_MS = 1000
const CHECK_MS = 2000

/**
 * Hears of commits, and rings for those that come too soon after a stroke to have one of their own. It is only a bell: whoever misses
 * a stroke finds everything in the table, at the next stroke or at the next check.
 */
export class Bell {
  readonly #options: BellOptions
  readonly #check: NodeJS.Timeout
  #client: Client | undefined
  #isClosed = false
  #heard = 0
  #committed = 0
  #owed: NodeJS.Timeout | undefined

  constructor(options: BellOptions) {
    this.#options = options
    void this.#listen()
    // A connection that was cut off without a word rings no more.
    this.#check = setInterval(() => void this.#ask(), CHECK_MS)
    this.#check.unref()
  }

  get hears(): boolean {
    return this.#client !== undefined
  }

  /** This server has committed a change, of this number. */
  committed(seq: number): void {
    this.#committed = seq
    if (this.#heard >= seq || this.#owed !== undefined) return
    this.#owed = setTimeout(() => {
      this.#owed = undefined
      if (this.#heard < this.#committed) void this.#ring()
    }, OWED_MS).unref()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#check)
    clearTimeout(this.#owed)
    await this.#client?.end().catch(() => {})
  }

  async #listen(): Promise<void> {
    for (let pause = 50; !this.#isClosed; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        await this.#start()
        return this.#options.onChange()
      } catch {
        await sleep(pause, undefined, { ref: false })
      }
    }
  }

  async #start(): Promise<void> {
    const client = await this.#options.database.listener()
    if (this.#isClosed) return client.end()
    this.#client = client
    client.on('notification', ({ payload = '' }) => {
      const [space, what, id = '', server = ''] = payload.split(' ')
      if (Number(space) !== this.#options.space) return
      if (what === 'session') this.#options.onSession?.(id, server)
      else this.#hear(Number(what))
    })
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined
      void this.#listen()
    })
    await client.query('listen shoko')
  }

  #hear(seq: number): void {
    this.#heard = seq
    this.#options.onChange(seq)
  }

  async #ring(): Promise<void> {
    const text = `select pg_notify('shoko', id || ' ' || head) from shoko.spaces where id = $1`
    await this.#client?.query(text, [this.#options.space]).catch(() => {}) // then others find it at their next check
  }

  /** Whether the connection is there still, and whether it has missed a stroke: who owed one may have been killed. */
  async #ask(): Promise<void> {
    const client = this.#client
    if (client === undefined) return
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('no answer')), this.#options.database.times.answerMs)
    try {
      const text = 'select head from shoko.spaces where id = $1'
      const { rows } = await Promise.race([client.query<{ head: string }>(text, [this.#options.space]), late])
      const head = Number(rows[0]?.head)
      if (head > this.#heard) this.#hear(head)
    } catch {
      client.end().catch(() => {})
      ;(client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream?.destroy() // `end` waits for an answer
    } finally {
      clearTimeout(timer)
    }
  }
}
