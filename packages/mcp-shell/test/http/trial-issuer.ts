import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'

/** An issuer reduced to its key: what matters here is who the bearer is. */
export async function issuerWithTokens() {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k' }
  const server = createServer((request, response) => {
    response.end(JSON.stringify(request.url === '/jwks' ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/jwks` }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const sign = (claims: Record<string, unknown>, seconds = 60) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setIssuer(issuer)
      .setAudience('shoko')
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(privateKey)
  const tokenOf = (sub: string, scope = 'write', seconds = 60) => sign({ scope, sub }, seconds)
  /** The header of a bearer with these claims. */
  const bearer = async (claims: Record<string, unknown>) => ({ Authorization: `Bearer ${await sign(claims)}` })
  return { issuer, tokenOf, bearer }
}
