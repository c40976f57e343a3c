import type { Logger } from '@shoko/contract'
import type { InvokePorts } from '../invoke.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createRequestScopes, type RequestScopes } from './request-scope.ts'

/** What an operator can see of the server. The runtime logs and counts through it, the HTTP face opens its scopes and shows its figures. */
export interface Telemetry {
  readonly logger: Logger
  readonly observe: NonNullable<InvokePorts['observe']>
  readonly scopes: RequestScopes
  readonly metrics: Metrics
}

export function createTelemetry(logger: Logger): Telemetry {
  const scopes = createRequestScopes()
  const metrics = createMetrics()
  return {
    logger: scopes.logger(logger),
    scopes,
    metrics,
    observe(call) {
      metrics.callFinished(call)
      const scope = scopes.current()
      if (scope !== undefined && call.code !== 'ok') scope.failedWith = call.code
    },
  }
}
