import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Logger } from '@shoko/contract'

export interface RequestScope {
  readonly requestId: string
  /** Who sent it, once that is known. */
  principal?: string
  /** The code of the last tool that failed in this request, for its span. */
  failedWith?: string
}

/** Carries the id of a request through everything done for it, so that its log lines can be told from the others. */
export interface RequestScopes {
  run<T>(scope: RequestScope, work: () => Promise<T>): Promise<T>
  current(): RequestScope | undefined
  /** The same log with `request_id` and `principal` in every line that belongs to a request. */
  logger(inner: Logger): Logger
}

export function createRequestScopes(): RequestScopes {
  const storage = new AsyncLocalStorage<RequestScope>()
  return {
    run: (scope, work) => storage.run(scope, work),
    current: () => storage.getStore(),
    logger: (inner) => ({
      log(level, fields) {
        const scope = storage.getStore()
        if (scope === undefined) return inner.log(level, fields)
        const { requestId: request_id, principal } = scope
        inner.log(level, { ...fields, request_id, ...(principal === undefined ? {} : { principal }) })
      },
    }),
  }
}

/** The id that a proxy gave, when it is short and plain enough to be logged as it is; a new one otherwise. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID()
}
