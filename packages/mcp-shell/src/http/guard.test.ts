import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { ShokoConfig } from '../config/variables.ts'
import { corsHeaders, strangerRefusal } from './guard.ts'

function request(headers: Record<string, string | undefined>): IncomingMessage {
  return { headers: { host: 'localhost:8080', ...headers }, url: '/mcp', method: 'POST' } as unknown as IncomingMessage
}

function config(over: Partial<ShokoConfig> = {}): ShokoConfig {
  return { HTTP_ALLOWED_HOSTS: ['localhost', '127.0.0.1', '[::1]'], HTTP_ALLOWED_ORIGINS: [], ...over } as ShokoConfig
}

describe('strangerRefusal', () => {
  it.each(['localhost', 'localhost:8080', '127.0.0.1:1', '[::1]:8080', 'LOCALHOST'])('lets the host %s pass', (host) => {
    expect(strangerRefusal(config(), request({ host }))).toBeUndefined()
  })

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example:80',
    '',
    '[::2]',
    'localhost:x',
    'localhost:1:2',
    '[::1',
    undefined,
  ])('answers 403 to the host %s', (host) => {
    expect(strangerRefusal(config(), request({ host }))?.status).toBe(403)
  })

  it.each(['http://evil.example', 'http://localhost:8081', 'http://localhost', 'null', 'x'])(
    'answers 403 to the origin %s unless it is allowed',
    (origin) => {
      expect(strangerRefusal(config(), request({ origin }))?.status).toBe(403)
      expect(strangerRefusal(config({ HTTP_ALLOWED_ORIGINS: [origin] }), request({ origin }))).toBeUndefined()
    },
  )
})

it('lets its own origin pass', () => {
  expect(strangerRefusal(config(), request({ origin: 'http://localhost:8080' }))).toBeUndefined()
  expect(strangerRefusal(config(), request({ origin: 'ftp://localhost:8080' }))?.status).toBe(403)
})

describe('corsHeaders', () => {
  it('names an allowed origin and nothing else', () => {
    const allowed = config({ HTTP_ALLOWED_ORIGINS: ['https://app.example'] })
    expect(corsHeaders(allowed, request({ origin: 'https://app.example' }))).toMatchObject({
      'Access-Control-Allow-Origin': 'https://app.example',
      Vary: 'Origin',
    })
    expect(corsHeaders(allowed, request({ origin: 'https://evil.example' }))).toEqual({})
    expect(corsHeaders(allowed, request({}))).toEqual({})
  })
})
