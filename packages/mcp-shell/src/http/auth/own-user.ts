import type { Socket } from 'node:net'
import { endianness } from 'node:os'

/** Tells connections of the server's own user from those of others on the same machine. */
export interface OwnUser {
  owns(socket: Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>): boolean
}

export interface OwnUserPorts {
  readonly platform: NodeJS.Platform
  readonly uid: number | undefined
  readonly readTable: (path: string) => string | undefined
}

/** IPv4 and IPv6 have a table each; a client of a v4-mapped address may stand in either. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
/** Other states belong to connections that somebody has left, and the kernel calls those root's. */
const ESTABLISHED = '01'
/** The tables are read in pieces while they change; an entry can slip through between two. */
const TRIES = 3

/** Asks the kernel's socket table, once per connection. Elsewhere than on Linux nobody can be asked, and everybody is let in. */
export function createOwnUser({ platform, uid, readTable }: OwnUserPorts): OwnUser {
  const known = new WeakMap<object, boolean>()
  if (platform !== 'linux') return { owns: () => true }
  const look = (client: string): boolean => {
    for (let tries = 0; tries < TRIES; tries++) {
      for (const path of TABLES) {
        const found = userOf(readTable(path) ?? '', client)
        if (found !== undefined) return found === uid
      }
    }
    return false
  }
  return {
    owns(socket) {
      const before = known.get(socket)
      if (before !== undefined) return before
      const { remoteAddress, remotePort, localAddress, localPort } = socket
      const [from, to] = [addressBytes(remoteAddress ?? ''), addressBytes(localAddress ?? '')]
      const own = from !== undefined && to !== undefined && look(`${from}:${remotePort} ${to}:${localPort}`)
      known.set(socket, own)
      return own
    },
  }
}

/** The user of the established socket that stands at this end: `from:port to:port`, addresses as 32 hex digits. */
function userOf(table: string, client: string): number | undefined {
  for (const line of table.split('\n').slice(1)) {
    const [, local, remote, state, , , , uid] = line.trim().split(/\s+/)
    if (state !== ESTABLISHED || local === undefined || remote === undefined) continue
    if (`${endOf(local)} ${endOf(remote)}` === client) return Number(uid)
  }
  return undefined
}

/** `0100007F:1F90` or its long form: words of four bytes in the machine's order, then the port. */
function endOf(text: string): string {
  const [address = '', port = ''] = text.split(':')
  const words = address.match(/.{8}/g) ?? []
  const bytes = words.map((word) => (endianness() === 'LE' ? word.match(/../g)!.toReversed().join('') : word)).join('')
  return `${mapped(bytes.toLowerCase())}:${Number.parseInt(port, 16)}`
}

/** Any spelling of an address as the 32 hex digits of IPv6; an IPv4 one as the mapped one. */
export function addressBytes(address: string): string | undefined {
  const tail = /^(.*:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)
  const dotted = tail?.slice(2).map((part) => Number(part).toString(16).padStart(2, '0'))
  if (dotted !== undefined && tail?.[1] === undefined) return mapped(dotted.join(''))
  const text = dotted === undefined ? address : `${tail![1]}${dotted[0]}${dotted[1]}:${dotted[2]}${dotted[3]}`
  const [head = '', rest, ...more] = text.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [left, right] = [groups(head), groups(rest ?? '')]
  const missing = 8 - left.length - right.length
  if (more.length > 0 || (rest === undefined ? missing !== 0 : missing < 1)) return undefined
  const all = [...left, ...Array<string>(missing).fill('0'), ...right]
  return all.every((group) => /^[\da-f]{1,4}$/i.test(group))
    ? all.map((group) => group.toLowerCase().padStart(4, '0')).join('')
    : undefined
}

function mapped(bytes: string): string {
  return bytes.length === 8 ? `${'0'.repeat(20)}ffff${bytes}` : bytes
}
