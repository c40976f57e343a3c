import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An authorization server reduced to its key. */
export async function startIssuer() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'ES256' }
  const server = createServer((asked, response) => {
    response.end(JSON.stringify(asked.url === '/jwks' ? { keys: [jwk] } : { issuer: url, jwks_uri: `${url}/jwks` }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    tokenOf: (sub: string) =>
      signed({ iss: url, aud: 'shoko', sub, scope: 'read', exp: Math.floor(Date.now() / 1000) + 3600 }, privateKey),
    stop: () => void server.close().closeAllConnections(),
  }
}

function signed(claims: object, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'ES256', kid: 'k', typ: 'at+jwt' })}.${part(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
