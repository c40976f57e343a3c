import { hostname } from 'node:os'
import { join } from 'node:path'
import { userCacheDir } from '../cache-dir.ts'
import type { ShokoConfig } from '../config/variables.ts'
import { version } from '../version.ts'

/** What a shared process is started with. It takes the settings as its first client read them, whatever files say by then. */
export interface SharedOrder {
  readonly key: string
  readonly folder: string
  readonly config: ShokoConfig
}

/** Of the HTTP server alone; nothing that stdio serves depends on them, and a token is told to nobody who does not need it. */
const HTTP_ONLY = {
  HTTP_HOST: '127.0.0.1',
  HTTP_PORT: 0,
  HTTP_ALLOWED_HOSTS: [],
  HTTP_ALLOWED_ORIGINS: [],
  HTTP_RATE_LIMIT: null,
  SHOKO_AUTH_TOKEN: null,
} as const

/** What a page is served with; a process that serves stdio alone has none of it. */
export type PageSettings = Pick<ShokoConfig, keyof typeof HTTP_ONLY>

/**
 * Who may share: the same version of the same program on the same Node, and the same settings, to the last one. Anything else
 * has another name, and so another process.
 */
export function sharedOrder(config: ShokoConfig, build: string): SharedOrder {
  const settings = { ...config, ...HTTP_ONLY } as ShokoConfig
  const cacheDir = userCacheDir()
  const identity = [version, build, process.version, process.arch, hostname(), cacheDir, settings]
  const key = process
    .getBuiltinModule('node:crypto')
    .createHash('sha256')
    .update(JSON.stringify(identity))
    .digest('hex')
    .slice(0, 24)
  return { key, folder: join(cacheDir, 'run'), config: settings }
}

export function socketName(key: string): string {
  return `${key}.sock`
}

/** A file that is there while a client starts the process. */
export function startName(key: string): string {
  return `${key}.start`
}

/** The first line that each side of a connection says; who says another one is somebody else. */
export function helloLine(key: string): string {
  return `${JSON.stringify({ shoko: key, version })}\n`
}

/** Instead of the hello: who wants the page served there too, while it holds the connection. The answer is a `PageAnswer`. */
export function pageLine(key: string, config: PageSettings): string {
  const page = Object.fromEntries(Object.keys(HTTP_ONLY).map((name) => [name, config[name as keyof PageSettings]]))
  return `${JSON.stringify({ shoko: key, version, page })}\n`
}

/** The page that a first line asks for; undefined when it is no such line. */
export function pageAskedFor(line: string, key: string): PageSettings | undefined {
  try {
    const said = JSON.parse(line) as { readonly shoko?: unknown; readonly version?: unknown; readonly page?: PageSettings } | null
    return said?.shoko === key && said.version === version ? said.page : undefined // of the same version: in the same form
  } catch {
    return undefined
  }
}

export type PageAnswer = { readonly port: number } | { readonly error: string }

/** What goes to the client's log instead of its protocol begins with this; a message begins with a brace. */
export const LOG_MARK = '!'
