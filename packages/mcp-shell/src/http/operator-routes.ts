import type { ServerResponse } from 'node:http'
import type { Runtime } from '../runtime.ts'
import { version } from '../version.ts'
import { isMetadataPath, resourceMetadata } from './auth/protected-resource.ts'
import type { Metrics } from './metrics.ts'
import { sendJson } from './refusal.ts'
import type { Asked, Route } from './route.ts'

export interface OperatorView {
  readonly runtime: Runtime
  readonly metrics: Metrics
  isDraining(): boolean
  counts(): { readonly sessions: number; readonly streams: number; readonly inFlight: number }
  /** Says no to who may not read. */
  forbidReading(asked: Asked): void
}

/** Whether the server is well, how to get a token for it, and its numbers. */
export function operatorRoutes(view: OperatorView): Route[] {
  const { config, indexes, figures } = view.runtime
  return [
    {
      at: '/healthz',
      access: 'anyone',
      serve: ({ response }) => sendJson(response, { status: 200, body: { status: 'ok', name: 'shoko', version } }),
    },
    { at: '/readyz', access: 'anyone', serve: ({ response }) => sendReadiness(response) },
    {
      at: (path) => config.OAUTH_ISSUER !== null && isMetadataPath(path),
      access: 'anyone',
      serve: ({ request, response }) =>
        sendJson(response, { status: 200, body: resourceMetadata(config, request.headers.host ?? '') }),
    },
    {
      at: '/metrics',
      access: 'principal',
      serve: async (asked, principal) => {
        if (!principal.scopes.has('read')) return view.forbidReading(asked)
        const page = await view.metrics.render({ ...view.counts(), indexes: indexes.states(), figures: figures() })
        asked.response.writeHead(200, { 'Content-Type': view.metrics.contentType }).end(page)
      },
    },
  ]

  function sendReadiness(response: ServerResponse): void {
    const building = indexes.states().flatMap((index) => (index.building ? [index.name] : []))
    const status = view.isDraining() ? 'draining' : building.length > 0 ? 'indexing' : 'ready'
    sendJson(response, { status: status === 'ready' ? 200 : 503, body: building.length > 0 ? { status, building } : { status } })
  }
}
