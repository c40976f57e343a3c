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

const LONGEST_PAUSE_MS = 1000
const CHECK_MS = 2000

/** Hears of commits. It is only a bell: whoever misses a stroke finds everything in the table. */
export class Bell {
  readonly #options: BellOptions
  readonly #check: NodeJS.Timeout
  #client: Client | undefined
  #isClosed = false

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

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#check)
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
      else this.#options.onChange(Number(what))
    })
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined
      void this.#listen()
    })
    await client.query('listen shoko')
  }

  async #ask(): Promise<void> {
    const client = this.#client
    if (client === undefined) return
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('no answer')), this.#options.database.times.answerMs)
    try {
      await Promise.race([client.query('select 1'), late])
    } catch {
      client.end().catch(() => {})
      ;(client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream?.destroy() // `end` waits for an answer
    } finally {
      clearTimeout(timer)
    }
  }
}
