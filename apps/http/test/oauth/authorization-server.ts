import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

export interface AuthorizationServer {
  readonly issuer: string
  /** The scopes its users may hand out from now on. */
  allow(scope: string): void
  stop(): void
}

/** A real authorization server (oidc-provider) with dynamic registration, PKCE, resource indicators and its own log-in pages. */
export async function startAuthorizationServer(audience: string): Promise<AuthorizationServer> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const issuer = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  let allowed = 'read write'
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'rs' }] } as NonNullable<
      Configuration['jwks']
    >,
    cookies: { keys: ['for the tests'] },
    scopes: ['openid', 'offline_access', 'read', 'write'],
    features: {
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: allowed,
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 60,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    issueRefreshToken: () => true,
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    ttl: { Session: 600, Interaction: 600, Grant: 600, AuthorizationCode: 60, RefreshToken: 600, IdToken: 600 },
  })
  listener.on('request', provider.callback())
  return {
    issuer,
    allow: (scope) => {
      allowed = scope
    },
    stop: () => listener.close().closeAllConnections(),
  }
}
