import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { readLocalFile } from '@shoko/core-fs/local-file'
import { createOwnUser, foldersDigest, type ShokoConfig } from '@shoko/mcp-shell'

/** What answers at an address: nothing, something else, a server of ours (with a code where it wants one), or one that does not fit. */
export type Answering =
  | { readonly kind: 'nobody' | 'other' | 'other-folders' | 'other-user' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'ours'; readonly code: string }

export interface Address {
  readonly host: string
  readonly port: number
}

const PATIENCE_MS = 3000

/** Asks for a code. The token is told only to a process of this very user: anybody on the machine can listen on a port. */
export async function askForCode(config: ShokoConfig, address: Address): Promise<Answering> {
  const socket = await connected(address)
  if (socket === undefined) return { kind: 'nobody' }
  const ownUser = createOwnUser({ platform: process.platform, uid: process.getuid?.(), readTable: readLocalFile })
  if (!ownUser.owns(socket)) {
    socket.destroy()
    return { kind: 'other-user' }
  }
  const answer = await posted(socket, address, config)
  socket.destroy()
  return answer
}

async function connected({ host, port }: Address): Promise<Socket | undefined> {
  const socket = connect({ host, port, timeout: PATIENCE_MS })
  socket.once('timeout', () => socket.destroy(new Error('no answer')))
  try {
    await once(socket, 'connect')
    return socket
  } catch {
    return undefined
  }
}

function posted(socket: Socket, { host, port }: Address, config: ShokoConfig): Promise<Answering> {
  const token = config.SHOKO_AUTH_TOKEN
  const headers = {
    Host: `${host.includes(':') ? `[${host}]` : host}:${port}`,
    'Content-Type': 'application/json',
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  }
  return new Promise((resolve) => {
    const sent = request({ createConnection: () => socket, method: 'POST', path: '/session', headers }, async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve(meaningOf(response.statusCode ?? 0, text))
    })
    sent.on('error', () => resolve({ kind: 'other' }))
    sent.setTimeout(PATIENCE_MS, () => sent.destroy())
    sent.end(JSON.stringify({ folders: foldersDigest(config) }))
  })
}

function meaningOf(status: number, text: string): Answering {
  const body = parsed(text)
  if (status === 200 && typeof body.code === 'string' && /^[\w-]{20,200}$/.test(body.code))
    return { kind: 'ours', code: body.code }
  if (status === 409) return { kind: 'other-folders' }
  if ((status === 401 || status === 403) && typeof body.error === 'string') return { kind: 'refused', message: body.error }
  return { kind: 'other' }
}

function parsed(text: string): { readonly code?: unknown; readonly error?: unknown } {
  try {
    return (JSON.parse(text) as object | null) ?? {}
  } catch {
    return {}
  }
}
