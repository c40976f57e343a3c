import type { PoolClient } from 'pg'
import type { Database } from '../src/database.ts'

/** `unsent`: the connection breaks before the question; `unanswered`: after it was done, before the answer. */
export type Failure = 'unsent' | 'unanswered'

export interface Failing extends Database {
  /** Breaks the question of this number, counted from now; 0: none. */
  arm(at: number, how: Failure): void
  readonly asked: number
}

/** A database of which one question fails, whichever connection asks it. */
export function failing(database: Database): Failing {
  const plan = { at: 0, how: 'unsent' as Failure, asked: 0 }
  const broken = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
  const passing = async <T>(ask: () => Promise<T>, cut: () => void): Promise<T> => {
    if (++plan.asked !== plan.at) return ask()
    if (plan.how === 'unanswered') await ask().catch(() => {})
    cut()
    throw broken()
  }
  /** A connection is known again by who had it before. */
  const wrapped = new WeakMap<PoolClient, PoolClient>()
  return {
    ...database,
    arm: (at, how) => void Object.assign(plan, { at, how, asked: 0 }),
    get asked() {
      return plan.asked
    },
    query: (text, values) =>
      passing(
        () => database.query(text, values),
        () => {},
      ),
    async connect() {
      const client = await database.connect()
      const known = wrapped.get(client)
      if (known !== undefined) return known
      const wrapper = new Proxy(client, {
        get(target, key) {
          const own: unknown = Reflect.get(target, key)
          if (key === 'query')
            return (...args: Parameters<PoolClient['query']>) =>
              passing(
                () => asPromise(target, args),
                () => hangUp(target),
              )
          return typeof own === 'function' ? own.bind(target) : own
        },
      })
      wrapped.set(client, wrapper)
      return wrapper
    },
  }
}

function asPromise(client: PoolClient, args: Parameters<PoolClient['query']>): Promise<never> {
  return client.query(...args) as unknown as Promise<never> // without a callback it is one
}

function hangUp(client: PoolClient): void {
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}
