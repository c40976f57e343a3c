import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'tsup'
import { expect, it, onTestFinished } from 'vitest'
import { describePage } from './page-session.ts'

const MOST_BYTES = 250_000
const VIEWS = { kanban_list: 'ui://shoko/board.html', manual_find: 'ui://shoko/evidence.html' } as const
const TYPE = 'text/html;profile=mcp-app'
const LABEL = 'Label proof in three languages'
const RETURNS = 'how long do I have to return coffee'
/** What hosts allow a view that names no place it wants to speak to. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"

describePage('a view in a chat', (session) => {
  const request = async (method: string, params: object, extensions?: object) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'chat', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': extensions === undefined ? {} : { extensions },
    }
    const name = (params as { name?: string }).name ?? (params as { uri?: string }).uri
    const response = await fetch(session().server.url, {
      method: 'POST',
      headers: {
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json',
        'Mcp-Protocol-Version': '2026-07-28',
        'Mcp-Method': method,
        ...(name === undefined ? {} : { 'Mcp-Name': name }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
    })
    return ((await response.json()) as { result: never }).result
  }

  it('is told of only to clients that show views', async () => {
    const ui = { 'io.modelcontextprotocol/ui': { mimeTypes: [TYPE] } }
    const text = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/plain'] } }
    const namedBy = async (extensions?: object) => {
      const { tools } = (await request('tools/list', {}, extensions)) as { tools: { name: string; _meta?: Named }[] }
      return Object.fromEntries(
        tools.flatMap(({ name, _meta }) => (_meta?.ui === undefined ? [] : [[name, _meta.ui.resourceUri]])),
      )
    }
    expect(await namedBy(ui)).toEqual(VIEWS)
    expect(await namedBy()).toEqual({})
    expect(await namedBy(text)).toEqual({})
    const listed = async (extensions?: object) => {
      const { resources } = (await request('resources/list', {}, extensions)) as { resources: { uri: string }[] }
      return resources.map(({ uri }) => uri).filter((uri) => uri.startsWith('ui:'))
    }
    expect(await listed(ui)).toEqual(Object.values(VIEWS))
    expect(await listed()).toEqual([])
  })

  /** The view of a tool in the frame of the official host, after this call. */
  const openView = async (name: keyof typeof VIEWS, args: object) => {
    const { contents } = (await request('resources/read', { uri: VIEWS[name] })) as {
      contents: [{ text: string; mimeType: string }]
    }
    const [{ text, mimeType }] = contents
    expect(mimeType).toBe(TYPE)
    console.log(`${VIEWS[name]}: ${Buffer.byteLength(text)} bytes`)
    expect(Buffer.byteLength(text)).toBeLessThan(MOST_BYTES)
    const page = await (await session().watched.browser.newContext()).newPage()
    const broken: string[] = []
    page.on('pageerror', ({ message }) => broken.push(message))
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) broken.push(message.text())
    })
    await page.exposeFunction('passOn', (method: string, params: object) => request(method, params))
    await page.exposeFunction('asked', () => ({ name, arguments: args }))
    await page.goto(await serveHost(text))
    return { page, view: page.frameLocator('iframe'), broken }
  }

  it('shows the board, moves a card and opens it', async () => {
    const { page, view, broken } = await openView('kanban_list', { board: '.' })
    const card = view.locator('[data-cell="doing"] .card', { hasText: LABEL })
    await card.waitFor()
    await view.getByRole('button', { name: 'Tarjeta nueva' }).waitFor()
    expect(await view.locator('html').getAttribute('data-theme')).toBe('dark')
    expect((await page.locator('iframe').boundingBox())!.height).toBeGreaterThan(400)
    await card.getByRole('link').focus()
    await page.keyboard.press(']')
    await view.locator('[data-cell="review"] .card', { hasText: LABEL }).waitFor()
    await expect.poll(() => readdirSync(join(session().workspace.path, '.kanban/review')).join()).toMatch(/label-proof/i)
    await view.getByRole('link', { name: LABEL, exact: true }).click()
    await view.getByRole('heading', { name: LABEL }).waitFor()
    expect(broken).toEqual([])
  })

  it('shows what the manuals say to the question that was asked, opens a passage and comes back', async () => {
    const { page, view, broken } = await openView('manual_find', { query: RETURNS, manual_id: 'operations-handbook' })
    await view.locator('.claim').first().waitFor()
    expect(await view.getByRole('searchbox').inputValue()).toBe(RETURNS)
    await view.locator('.claim').first().click()
    await view.locator('.side .quote').first().waitFor()
    expect(await view.locator('.ground code').first().innerText()).toContain('operations-handbook/')
    await view.locator('.passage-head').first().click()
    await view.locator('.prose .is-here').first().waitFor()
    await view.locator('a.back').click()
    await view.locator('.claim').first().waitFor()
    await view.getByRole('searchbox').fill('水害で壊れた機械は対象になりますか')
    await page.keyboard.press('Enter')
    await view.locator('.gaps', { hasText: '水害で壊れた機械' }).waitFor()
    expect(broken).toEqual([])
  })
})

interface Named {
  readonly ui?: { readonly resourceUri: string }
}

/** The host's page and, in a frame without an origin, the view under the policy that hosts give it. */
async function serveHost(view: string): Promise<string> {
  hostScript ??= buildHost()
  const script = await hostScript
  const files = new Map([
    [
      '/',
      [
        'text/html',
        '<!doctype html><title>Chat</title><iframe sandbox="allow-scripts" width="1000"></iframe><script type="module" src="/host.js"></script>',
      ],
    ],
    ['/host.js', ['text/javascript', script]],
    ['/view', ['text/html; charset=utf-8', view]],
  ])
  const server = createServer((request, response) => {
    const [type, text] = files.get(request.url ?? '') ?? ['text/plain', '']
    response
      .writeHead(200, { 'Content-Type': type, ...(request.url === '/view' ? { 'Content-Security-Policy': POLICY } : {}) })
      .end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

let hostScript: Promise<string> | undefined

async function buildHost(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'shoko-chat-'))
  await build({
    entry: { host: resolve(import.meta.dirname, 'chat-host.ts') },
    outDir: folder,
    format: ['esm'],
    platform: 'browser',
    target: 'es2024',
    noExternal: [/.*/],
    silent: true,
    splitting: false,
    config: false,
    tsconfig: resolve(import.meta.dirname, '../tsconfig.json'),
  })
  const script = readFileSync(join(folder, 'host.js'), 'utf8')
  rmSync(folder, { recursive: true })
  return script
}
