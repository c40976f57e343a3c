import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export interface Registry {
  readonly url: string
  readonly close: () => void
}

/** A registry in which shoko is published already, so that npm takes the steps it will take then; everything else it leaves to another. */
export async function serveRegistry(folder: string, upstream: string): Promise<Registry> {
  const manifest = JSON.parse(readFileSync(join(folder, 'shoko/package.json'), 'utf8'))
  const name = `shoko-${manifest.version}.tgz`
  const tarball = readFileSync(join(folder, name))
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const server = createServer((request, response) => {
    if (request.url === `/${name}`) return response.end(tarball)
    if (request.url !== '/shoko') return response.writeHead(302, { location: new URL(request.url ?? '/', upstream).href }).end()
    const version = { ...manifest, dist: { tarball: `${url(server)}${name}`, integrity } }
    const entry = { name: 'shoko', 'dist-tags': { latest: manifest.version }, versions: { [manifest.version]: version } }
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(entry))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: url(server), close: () => server.close() }
}

function url(server: ReturnType<typeof createServer>): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/` // it listens on TCP
}
