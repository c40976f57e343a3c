import { request as httpRequest } from 'node:http'
import { fakeClock } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'
import { foldersDigest } from '../../src/http/page/session-route.ts'
import { modernCall, modernHeaders, startTrial, type Trial, type TrialOptions } from './trial-server.ts'

const TOKEN = 't'.repeat(40)
const bearer = { Authorization: `Bearer ${TOKEN}` }
const files = { shell: '<!doctype html><p>shell', script: 'let a = 1', style: 'p { color: red }' }
let loads = 0
const page = async () => {
  loads++
  return files
}

const withPage = (options: TrialOptions = {}) => startTrial({ ...options, app: { page, ...options.app } })
const withToken = (options: TrialOptions = {}) => withPage({ env: { SHOKO_AUTH_TOKEN: TOKEN }, ...options })

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Record<string, unknown>
}

/** As a browser sends it: fetch of Node may not set these headers. */
function send(
  trial: Trial,
  path: string,
  options: { readonly headers?: Record<string, string>; readonly body?: unknown },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json', ...options.headers }
    const request = httpRequest(`${trial.origin}${path}`, { method: 'POST', headers }, async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve({ status: response.statusCode!, headers: response.headers, body: JSON.parse(text) as Record<string, unknown> })
    })
    request.on('error', reject).end(JSON.stringify(options.body ?? {}))
  })
}

const ownPage = { 'Sec-Fetch-Site': 'same-origin' }
const codeOf = async (trial: Trial) => (await send(trial, '/session', { headers: bearer })).body['code'] as string
const exchange = (trial: Trial, code: string, headers: Record<string, string> = ownPage) =>
  send(trial, '/session', { headers, body: { code } })
const cookieOf = (answer: Answer) => String(answer.headers['set-cookie']).split(';', 1)[0]!
const echo = (trial: Trial, headers: Record<string, string>) =>
  send(trial, '/mcp', { headers: { ...modernHeaders('echo'), ...headers }, body: modernCall('echo', { text: 'a' }) })

describe('the page', () => {
  it('is served with exactly the headers that keep everything else out', async () => {
    const trial = await withToken()
    const answer = await fetch(trial.origin)
    expect(await answer.text()).toBe(files.shell)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    for (const path of ['/page.js', '/page.css'])
      expect((await fetch(trial.origin + path)).headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('is loaded by the first request for it, and once', async () => {
    const before = loads
    const trial = await withPage()
    await fetch(`${trial.origin}/healthz`)
    expect(loads).toBe(before)
    await Promise.all([fetch(trial.origin), fetch(`${trial.origin}/page.js`), fetch(`${trial.origin}/page.css`)])
    expect(loads).toBe(before + 1)
  })

  it('is not sent again to a browser that has it', async () => {
    const trial = await withPage()
    const tag = (await fetch(trial.origin)).headers.get('etag')!
    expect((await fetch(trial.origin, { headers: { 'If-None-Match': tag } })).status).toBe(304)
  })

  it('is there to be read only, at its own paths only', async () => {
    const trial = await withPage()
    expect((await fetch(trial.origin, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${trial.origin}/page.map`)).status).toBe(404)
    expect((await (await startTrial()).post({})).status).not.toBe(500)
    expect((await fetch((await startTrial()).origin)).status).toBe(404)
  })

  it('is refused to a name that is not ours', async () => {
    const trial = await withPage()
    const status = await new Promise((resolve) => {
      httpRequest(trial.origin, { headers: { Host: 'evil.example' } }, (response) => resolve(response.statusCode)).end()
    })
    expect(status).toBe(403)
  })
})

describe('signing in', () => {
  it('makes a cookie of a code, for which the page is let in', async () => {
    const trial = await withToken()
    const signedIn = await exchange(trial, await codeOf(trial))
    expect(signedIn.status).toBe(200)
    expect(String(signedIn.headers['set-cookie'])).toMatch(
      new RegExp(`^shoko_${trial.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200$`),
    )
    const answer = await echo(trial, { ...ownPage, Cookie: cookieOf(signedIn) })
    expect(answer.body).toMatchObject({ result: { structuredContent: { text: 'a' } } })
  })

  it('takes a code once', async () => {
    const trial = await withToken()
    const code = await codeOf(trial)
    expect((await exchange(trial, code)).status).toBe(200)
    const second = await exchange(trial, code)
    expect([second.status, second.headers['set-cookie']]).toEqual([401, undefined])
    expect(trial.log).toContainEqual(expect.objectContaining({ event: 'http.refused', status: 401 }))
  })

  it('takes a code for a minute', async () => {
    const clock = fakeClock()
    const trial = await withToken({ clock })
    const [early, late] = [await codeOf(trial), await codeOf(trial)]
    clock.advance(59_000)
    expect((await exchange(trial, early)).status).toBe(200)
    clock.advance(1000)
    expect((await exchange(trial, late)).status).toBe(401)
  })

  it('takes no code from another site, from a form or from a program that stole it', async () => {
    const trial = await withToken()
    const code = await codeOf(trial)
    expect((await exchange(trial, code, { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' })).status).toBe(403)
    expect((await exchange(trial, code, { 'Sec-Fetch-Site': 'same-site' })).status).toBe(403)
    expect((await exchange(trial, code, { ...ownPage, 'Content-Type': 'text/plain' })).status).toBe(403)
    expect((await exchange(trial, code, {})).status).toBe(403)
    expect((await exchange(trial, code)).status).toBe(200)
  })

  it('gives a code to nobody who has not shown who he is, and to no page', async () => {
    const trial = await withToken()
    expect((await send(trial, '/session', {})).status).toBe(401)
    expect((await send(trial, '/session', { headers: { Authorization: `Bearer ${'x'.repeat(40)}` } })).status).toBe(401)
    const Cookie = cookieOf(await exchange(trial, await codeOf(trial)))
    expect((await send(trial, '/session', { headers: { ...ownPage, Cookie } })).status).toBe(403)
    expect((await send(trial, '/session', { headers: { Origin: trial.origin, Cookie } })).status).toBe(403)
  })

  it('gives a code only for the folders that are served', async () => {
    const trial = await withToken()
    const ask = (folders: string) => send(trial, '/session', { headers: bearer, body: { folders } })
    expect((await ask('other')).status).toBe(409)
    expect((await ask(foldersDigest(trial.runtime.config))).body).toEqual({ code: expect.any(String) })
  })

  it.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbour of the site', { 'Sec-Fetch-Site': 'same-site' }],
    ['a link', { 'Sec-Fetch-Site': 'none' }],
    ['a form', { ...ownPage, 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['plain text', { ...ownPage, 'Content-Type': 'text/plain' }],
    ['something that says nothing of itself', {}],
  ])('does not let %s use the cookie', async (_who, headers) => {
    const trial = await withToken()
    const Cookie = cookieOf(await exchange(trial, await codeOf(trial)))
    expect((await echo(trial, { ...headers, Cookie })).status).toBe(401)
  })

  it('lets a wrong token decide, whatever cookie comes with it', async () => {
    const trial = await withToken()
    const Cookie = cookieOf(await exchange(trial, await codeOf(trial)))
    expect((await echo(trial, { ...ownPage, Cookie, Authorization: `Bearer ${'x'.repeat(40)}` })).status).toBe(401)
  })

  it('ends after half a day', async () => {
    const clock = fakeClock()
    const trial = await withToken({ clock })
    const Cookie = cookieOf(await exchange(trial, await codeOf(trial)))
    clock.advance(12 * 60 * 60_000 - 1)
    expect((await echo(trial, { ...ownPage, Cookie })).status).toBe(200)
    clock.advance(1)
    expect((await echo(trial, { ...ownPage, Cookie })).status).toBe(401)
  })

  it('is not needed where the user of the machine is known', async () => {
    const trial = await withPage()
    expect((await echo(trial, ownPage)).status).toBe(200)
  })
})
