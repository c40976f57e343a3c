import type { IncomingMessage, ServerResponse } from 'node:http'
import { systemClock } from '@shoko/contract'
import {
  createAuthenticator,
  type HttpApp,
  isRefusal,
  NOT_YOUR_SPACE,
  type Refusal,
  refuse,
  type ShokoConfig,
  type Telemetry,
  within,
} from '@shoko/mcp-shell'

/** A workspace as this server serves it: everything of it is its own, so nothing of one can show in another. */
export interface ServedSpace {
  readonly app: HttpApp
  close(): Promise<void>
}

export interface SpacesOptions {
  readonly config: ShokoConfig
  readonly telemetry: Telemetry
  /** The one at /mcp. */
  readonly own: HttpApp
  /** Undefined: there is none of this name. */
  readonly open: (name: string) => Promise<ServedSpace | undefined>
}

const PREFIX = /^\/spaces\/([a-z0-9][a-z0-9-]{0,62})(\/[^?]*)/
const MOST_SPACES = 200
const NO_SPACE: Refusal = { status: 404, message: 'There is no such space' }
const TOO_MANY: Refusal = { status: 503, message: 'This server has too many spaces open', headers: { 'Retry-After': '30' } }
const AWAY: Refusal = { status: 503, message: 'The space cannot be opened; try again', headers: { 'Retry-After': '1' } }

/** The server's own space at /mcp, and every other one at /spaces/{name}/mcp, opened when somebody comes who may use it. */
export function createSpaces(options: SpacesOptions): HttpApp & { close(): Promise<void> } {
  const { config, own } = options
  const { logger } = options.telemetry
  const auth = createAuthenticator(config, { clock: systemClock, logger })
  const open = new Map<string, Promise<ServedSpace | undefined>>()

  return {
    async handle(request, response) {
      const [prefix, name, path] = PREFIX.exec(request.url ?? '') ?? []
      if (name === undefined || name === config.SHOKO_SPACE) {
        if (prefix !== undefined) request.url = `${path}${request.url!.slice(prefix.length)}`
        return own.handle(request, response)
      }
      const refusal = await strangerTo(name, request)
      if (refusal !== undefined) return turnAway(request, response, refusal)
      const space = await spaceOf(name)
      if ('status' in space) return refuse(response, space)
      request.url = `${path}${request.url!.slice(prefix!.length)}`
      return space.app.handle(request, response)
    },
    async drain(limitMs) {
      await Promise.all([own.drain(limitMs), ...(await opened()).map(({ app }) => app.drain(limitMs))])
    },
    async close() {
      for (const space of await opened()) await space.close()
    },
  }

  /** Asked before anything of the space is touched; its own server asks again, and takes what the answer allows. */
  async function strangerTo(name: string, request: IncomingMessage): Promise<Refusal | undefined> {
    const found = await auth.identify(request)
    if (isRefusal(found)) return found
    return within(found, name) === undefined ? NOT_YOUR_SPACE : undefined
  }

  async function spaceOf(name: string): Promise<ServedSpace | Refusal> {
    if (!open.has(name) && open.size >= MOST_SPACES) return TOO_MANY
    const opening = open.get(name) ?? options.open(name)
    open.set(name, opening)
    try {
      const space = await opening
      if (space === undefined) open.delete(name)
      return space ?? NO_SPACE
    } catch (error) {
      open.delete(name)
      logger.log('error', { event: 'space.not_opened', space: name, cause: String(error) })
      return AWAY
    }
  }

  async function opened(): Promise<ServedSpace[]> {
    const all = await Promise.allSettled(open.values())
    return all.flatMap((one) => (one.status === 'fulfilled' && one.value !== undefined ? [one.value] : []))
  }

  function turnAway(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    const { status, message } = refusal
    logger.log('warn', { event: 'http.refused', status, reason: message, address: request.socket.remoteAddress })
    refuse(response, refusal)
  }
}
