import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readLocalFile } from '@shoko/core-fs/local-file'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addressBytes, createOwnUser } from './own-user.ts'

const HEADER = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
const row = (local: string, remote: string, { state = '01', uid = 1000 } = {}) =>
  `   0: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 1061 1 0000 100 0 0 10 0`
const socket = (remoteAddress: string, localAddress: string) => ({
  remoteAddress,
  remotePort: 50000,
  localAddress,
  localPort: 8080,
})
const V4 = '0100007F'
const V6 = '00000000000000000000000001000000'
const MAPPED = '0000000000000000FFFF00000100007F'

function ownUser(tables: { readonly tcp?: readonly string[]; readonly tcp6?: readonly string[] }, reads: string[] = []) {
  const readTable = (path: string) => {
    reads.push(path)
    return [HEADER, ...((path.endsWith('6') ? tables.tcp6 : tables.tcp) ?? [])].join('\n')
  }
  return createOwnUser({ platform: 'linux', uid: 1000, readTable })
}

describe('the socket table', () => {
  it.each([
    ['IPv4', { tcp: [row(`${V4}:C350`, `${V4}:1F90`)] }, socket('127.0.0.1', '127.0.0.1')],
    ['IPv6', { tcp6: [row(`${V6}:C350`, `${V6}:1F90`)] }, socket('::1', '::1')],
    ['IPv4 at a server of both', { tcp: [row(`${V4}:C350`, `${V4}:1F90`)] }, socket('::ffff:127.0.0.1', '::ffff:127.0.0.1')],
    ['IPv4 from a mapped socket', { tcp6: [row(`${MAPPED}:C350`, `${MAPPED}:1F90`)] }, socket('127.0.0.1', '127.0.0.1')],
  ])('knows the own user over %s', (_kind, tables, from) => {
    expect(ownUser(tables).owns(from)).toBe(true)
  })

  it.each([
    ['another user', [row(`${V4}:C350`, `${V4}:1F90`, { uid: 1001 })]],
    ['root', [row(`${V4}:C350`, `${V4}:1F90`, { uid: 0 })]],
    ['somebody on another port', [row(`${V4}:C351`, `${V4}:1F90`)]],
    ['somebody at another server', [row(`${V4}:C350`, `${V4}:1F91`)]],
    ['the server itself', [row(`${V4}:1F90`, `${V4}:C350`)]],
    ['a connection that was left', [row(`${V4}:C350`, `${V4}:1F90`, { state: '06' })]],
    ['nobody', []],
    ['a broken line', ['   0: 0100007F', '']],
  ])('does not take %s for the own user', (_kind, tcp) => {
    expect(ownUser({ tcp }).owns(socket('127.0.0.1', '127.0.0.1'))).toBe(false)
  })

  it('is asked once per connection', () => {
    const reads: string[] = []
    const own = ownUser({ tcp: [row(`${V4}:C350`, `${V4}:1F90`)] }, reads)
    const one = socket('127.0.0.1', '127.0.0.1')
    expect([own.owns(one), own.owns(one), reads]).toEqual([true, true, ['/proc/net/tcp']])
    own.owns({ ...one })
    expect(reads.length).toBe(2)
  })

  it('is not asked where there is none', () => {
    const own = createOwnUser({ platform: 'darwin', uid: 501, readTable: () => expect.unreachable() })
    expect(own.owns(socket('127.0.0.1', '127.0.0.1'))).toBe(true)
  })
})

describe('addressBytes', () => {
  it.each([
    ['127.0.0.1', '00000000000000000000ffff7f000001'],
    ['::ffff:127.0.0.1', '00000000000000000000ffff7f000001'],
    ['::ffff:7f00:1', '00000000000000000000ffff7f000001'],
    ['::1', '00000000000000000000000000000001'],
    ['::', '00000000000000000000000000000000'],
    ['2001:db8::8:800:200C:417A', '20010db80000000000080800200c417a'],
    ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
  ])('reads %s', (text, bytes) => {
    expect(addressBytes(text)).toBe(bytes)
  })

  it.each(['', '1:2:3', ':::', '1::2::3', '1:2:3:4:5:6:7:8:9', 'fe80::1%eth0', 'localhost'])('reads nothing in %j', (text) => {
    expect(addressBytes(text)).toBeUndefined()
  })
})

describe.runIf(process.platform === 'linux')('the real table', () => {
  /** Whether a program of this user is the server's own, over this address. */
  async function seen(host: string, at: string, uid?: number): Promise<boolean | undefined> {
    const own = createOwnUser({ platform: process.platform, uid: process.getuid?.(), readTable: readLocalFile })
    const server = createServer((request, response) => response.end(String(own.owns(request.socket))))
    const listening = once(server.listen(0, at), 'listening').catch(() => undefined)
    if ((await listening) === undefined) return undefined // no IPv6 on this machine
    onTestFinished(() => void server.close().closeAllConnections())
    const url = `http://${host}:${(server.address() as AddressInfo).port}/`
    const script = `fetch(${JSON.stringify(url)}).then((answer) => answer.text()).then((text) => console.log(text))`
    const child = spawn(process.execPath, ['-e', script], { cwd: '/', ...(uid === undefined ? {} : { uid, gid: uid }) })
    let out = ''
    for await (const chunk of child.stdout) out += String(chunk)
    return out.trim() === 'true'
  }

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '::1'],
    ['127.0.0.1', '::'],
  ])('lets the own user in at %s of %s', async (host, at) => {
    expect(await seen(host, at)).not.toBe(false)
  })

  it.runIf(process.getuid?.() === 0)('does not let another user in', async () => {
    expect(await seen('127.0.0.1', '127.0.0.1', 65534)).toBe(false)
    expect(await seen('[::1]', '::1', 65534)).not.toBe(true)
  })
})
