import type { Server } from '@modelcontextprotocol/server'
import { pushedPrefixes } from '@shoko/contract'
import type { Runtime } from '../runtime.ts'
import type { Session } from '../session.ts'
import type { Era } from './call.ts'

/**
 * Tells one connection of the changes it asked for. Old era: what it subscribed to, and the seeds' `notifications/publish` for
 * what it watches. New era: everything goes to the SDK, whose listen router picks what was asked for.
 */
export function forwardChanges(
  server: Server,
  runtime: Runtime,
  connection: { readonly session: Session; readonly era: Era },
): () => void {
  const { session, era } = connection
  const drop = () => {} // the connection may close at any moment; its changes are then nobody's
  return runtime.changes.subscribe(({ uri }) => {
    if (era === 'modern' || session.subscriptions.has(uri)) server.sendResourceUpdated({ uri }).catch(drop)
    if (era === 'modern') return
    const pushed = [...session.memory.get(pushedPrefixes)].some((prefix) => uri.startsWith(prefix))
    if (pushed) server.notification({ method: 'notifications/publish', params: { event: 'resource/updated', uri } }).catch(drop)
  })
}
