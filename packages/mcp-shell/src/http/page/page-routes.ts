import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { refuse } from '../refusal.ts'
import { PAGE_HEADERS } from './page-headers.ts'

/** The page as its package built it. */
export interface PageFiles {
  readonly shell: string
  readonly script: string
  readonly style: string
}

export interface PageRoutes {
  /** Answers for the page's own files; false when the path is none of them. */
  serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean>
}

interface Served {
  readonly type: string
  readonly plain: Buffer
  readonly packed: Buffer
  readonly tag: string
}

const PATHS = new Set(['/', '/page.js', '/page.css'])
const NEVER_SERVED: PageRoutes = { serve: async () => false }

/** The shell is public and holds nothing. Its files are loaded by the first request: a server nobody looks at starts without them. */
export function createPageRoutes(load: (() => Promise<PageFiles>) | undefined): PageRoutes {
  if (load === undefined) return NEVER_SERVED
  let loading: Promise<ReadonlyMap<string, Served>> | undefined
  return {
    async serve(request, response, path) {
      if (!PATHS.has(path)) return false
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        refuse(response, { status: 405, message: 'Method not allowed', headers: { Allow: 'GET, HEAD' } })
        return true
      }
      loading ??= load().then(served)
      loading.catch(() => {
        loading = undefined
      })
      send(request, response, (await loading).get(path)!)
      return true
    },
  }
}

async function served({ shell, script, style }: PageFiles): Promise<ReadonlyMap<string, Served>> {
  return new Map([
    ['/', await prepared('text/html; charset=utf-8', shell)],
    ['/page.js', await prepared('text/javascript; charset=utf-8', script)],
    ['/page.css', await prepared('text/css; charset=utf-8', style)],
  ])
}

async function prepared(type: string, text: string): Promise<Served> {
  const plain = Buffer.from(text)
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { type, plain, packed: await promisify(gzip)(plain), tag }
}

function send(request: IncomingMessage, response: ServerResponse, file: Served): void {
  const headers = { ...PAGE_HEADERS, 'Cache-Control': 'no-cache', ETag: file.tag, Vary: 'Accept-Encoding' }
  if (request.headers['if-none-match'] === file.tag) return void response.writeHead(304, headers).end()
  const isPacked = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const body = isPacked ? file.packed : file.plain
  response.writeHead(200, {
    ...headers,
    'Content-Type': file.type,
    'Content-Length': body.length,
    ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
