import pg, { type Client, type PoolClient, type QueryResultRow } from 'pg'

export interface DatabaseTimes {
  /** A connection that stays idle inside a transaction is ended by the server after this: its holder is frozen or cut off. */
  readonly fenceMs: number
  /** How long an answer is waited for. */
  readonly answerMs: number
}

export const DATABASE_TIMES: DatabaseTimes = { fenceMs: 2000, answerMs: 3000 }

const MOST_CONNECTIONS = 8

/** Connections for short questions, others for transactions (which ask questions while they are open), and one that listens. */
export interface Database {
  readonly times: DatabaseTimes
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** For a transaction. `release(true)`: it is not used again. */
  connect(): Promise<PoolClient>
  /** A connection of its own; the caller ends it. */
  listener(): Promise<Client>
  close(): Promise<void>
}

export function openDatabase(url: string, times: DatabaseTimes = DATABASE_TIMES): Database {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: times.answerMs,
    idle_in_transaction_session_timeout: times.fenceMs,
    application_name: 'shoko',
    keepAlive: true,
  }
  const openPool = () => {
    const opened = new pg.Pool({ ...settings, max: MOST_CONNECTIONS, idleTimeoutMillis: 60_000 })
    opened.on('error', () => {}) // a connection that broke while nobody used it; the next use gets another
    opened.on('connect', (client) => client.on('error', () => {})) // or between two questions: the next question tells
    return opened
  }
  const names = new Map<string, string>()
  /** Under a name a statement is planned once a connection. */
  const nameOf = (text: string): string => {
    const known = names.get(text) ?? `s${names.size}`
    names.set(text, known)
    return known
  }
  const pool = openPool()
  const transactions = openPool()
  return {
    times,
    async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const client = await pool.connect()
      let failed = true
      try {
        const { rows } = await client.query<Row>({ ...bounded(text, values, times.answerMs), name: nameOf(text) })
        failed = false
        return rows
      } finally {
        client.release(failed) // what did not answer in time may answer later, to somebody else's question
      }
    },
    connect: () => transactions.connect(),
    async listener() {
      const client = new pg.Client(settings)
      client.on('error', () => {}) // told by `end` too
      await client.connect()
      return client
    },
    async close() {
      await Promise.all([pool.end(), transactions.end()])
    },
  }
}

/** A query that is given up when the answer does not come. */
export function bounded(text: string, values: readonly unknown[], answerMs: number) {
  return { text, values: [...values], query_timeout: answerMs } as { text: string; values: unknown[] } // known to pg, not to its types
}
