import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { ShokoConfig } from '../config/variables.ts'
import { corsHeaders, refusalOf } from './guard.ts'

const token = 'a-token-of-more-than-thirty-two-characters'

function request(headers: Record<string, string | undefined>, url = '/mcp', method = 'POST'): IncomingMessage {
  return { headers: { host: 'localhost:8080', ...headers }, url, method } as unknown as IncomingMessage
}

function config(over: Partial<ShokoConfig> = {}): ShokoConfig {
  return {
    HTTP_ALLOWED_HOSTS: ['localhost', '127.0.0.1', '[::1]'],
    HTTP_ALLOWED_ORIGINS: [],
    SHOKO_AUTH_TOKEN: null,
    OAUTH_ISSUER: null,
    ...over,
  } as ShokoConfig
}

describe('refusalOf', () => {
  it.each(['localhost', 'localhost:8080', '127.0.0.1:1', '[::1]:8080', 'LOCALHOST'])('lets the host %s pass', (host) => {
    expect(refusalOf(config(), request({ host }))).toBeUndefined()
  })

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80', '', '[::2]', undefined])(
    'answers 403 to the host %s',
    (host) => {
      expect(refusalOf(config(), request({ host }))?.status).toBe(403)
    },
  )

  it.each(['http://evil.example', 'http://localhost:8080', 'null'])(
    'answers 403 to the origin %s unless it is allowed',
    (origin) => {
      expect(refusalOf(config(), request({ origin }))?.status).toBe(403)
      expect(refusalOf(config({ HTTP_ALLOWED_ORIGINS: [origin] }), request({ origin }))).toBeUndefined()
    },
  )

  it('answers 401 with WWW-Authenticate without a token', () => {
    expect(refusalOf(config({ SHOKO_AUTH_TOKEN: token }), request({}))).toMatchObject({
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer realm="shoko"' },
    })
  })

  it.each(['Bearer wrong', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, 'Bearer'])(
    'answers 401 to %s',
    (authorization) => {
      expect(refusalOf(config({ SHOKO_AUTH_TOKEN: token }), request({ authorization }))).toMatchObject({
        status: 401,
        headers: { 'WWW-Authenticate': expect.stringContaining('invalid_token') },
      })
    },
  )

  it('lets the right token pass', () => {
    expect(refusalOf(config({ SHOKO_AUTH_TOKEN: token }), request({ authorization: `bearer ${token}` }))).toBeUndefined()
  })

  it.each(['/healthz', '/readyz'])('needs no token for %s, but for everything else', (path) => {
    expect(refusalOf(config({ SHOKO_AUTH_TOKEN: token }), request({}, path, 'GET'))).toBeUndefined()
    expect(refusalOf(config({ SHOKO_AUTH_TOKEN: token }), request({}, '/metrics', 'GET'))?.status).toBe(401)
  })
})

describe('corsHeaders', () => {
  it('names an allowed origin and nothing else', () => {
    const allowed = config({ HTTP_ALLOWED_ORIGINS: ['https://app.example'] })
    expect(corsHeaders(allowed, request({ origin: 'https://app.example' }))['Access-Control-Allow-Origin']).toBe(
      'https://app.example',
    )
    expect(corsHeaders(allowed, request({ origin: 'https://evil.example' }))).toEqual({})
    expect(corsHeaders(allowed, request({}))).toEqual({})
  })
})
