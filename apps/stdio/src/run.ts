import type { Readable, Writable } from 'node:stream'
import { systemClock } from '@shoko/contract'
import {
  behindAnswers,
  createJsonLogger,
  createRuntime,
  noteServer,
  REST_MS,
  type ShokoConfig,
  serveConnection,
} from '@shoko/mcp-shell/stdio'

export interface ServedHere {
  /** Resolves when the client has gone, what was under way has been answered, and everything is put away. */
  readonly done: Promise<void>
  close(): Promise<void>
}

/** Serves one client with a runtime of its own. */
export function serveHere(config: ShokoConfig, streams: { readonly input: Readable; readonly output: Writable }): ServedHere {
  const logger = createJsonLogger({
    level: config.LOG_LEVEL,
    clock: systemClock,
    write: behindAnswers((lines) => process.stderr.write(lines)),
  })
  const runtime = createRuntime(config, { logger, restAfterMs: REST_MS, views: loadViews })
  const gone = noteServer('stdio', config.WORKSPACE_ROOT)
  const connection = serveConnection(runtime, streams)
  return { done: connection.done.then(() => runtime.close()).finally(gone), close: () => connection.close() }
}

/** A chunk of its own, which is read when a chat program asks for a view. */
export async function loadViews() {
  return (await import('@shoko/page/views')).viewFiles
}
