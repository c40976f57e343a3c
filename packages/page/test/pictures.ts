/**
 * Every view and every state of one as pictures, to be looked at: three widths, light and dark, three languages; and two sheets of
 * each, wide and narrow. `node --conditions=shoko-source packages/page/test/pictures.ts FOLDER [NAME…]`, where a NAME is how the names
 * of the wanted ones begin.
 */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DemoWorkspace, demoWorkspace, type Environment, type HttpProcess, startHttp } from '@shoko/testkit'
import type { Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { BUSY_CARD, enrich, LONG_NOTE, RICH_NOTE } from './rich-workspace.ts'

interface Picture {
  readonly name: string
  readonly query?: string
  /** What has to be there. */
  readonly shown: string
  readonly server?: ServerName
  readonly act?: (page: Page) => Promise<void>
}

type ServerName = 'demo' | 'empty' | 'read-only' | 'signed'

const [folder = join(tmpdir(), 'pictures'), ...only] = process.argv.slice(2)
const TOKEN = 'a-token-of-at-least-thirty-two-characters'
const CARD = '01M6D6X4YKCKWW656ZPBCFCZ8E'
const LABEL = '01M6J68M69WRV2MXHM0F6YEW7Y'
const DRAFT = encodeURIComponent('artifacts/shucchou-shuuri-flow-draft.md')
const question = (text: string) => `?view=evidence&q=${encodeURIComponent(text)}`
const type = (key: string, text: string) => async (page: Page) => {
  await page.keyboard.press(key)
  await page.locator('dialog input:focus').waitFor()
  await page.keyboard.type(text)
}

const PICTURES: readonly Picture[] = [
  { name: 'board', shown: '.card' },
  { name: 'board-moved', shown: '.card', act: moveTwo },
  { name: 'board-filtered', query: '?assignee=ruth&text=label', shown: '.card' },
  { name: 'board-nothing', query: '?text=zzqx', shown: '.column' },
  { name: 'board-done', query: '?done=1', shown: '.done-card' },
  { name: 'board-menu', shown: '.card', act: (page) => page.locator('.card-menu').nth(1).click() },
  { name: 'board-read-only', shown: '.card', server: 'read-only' },
  { name: 'board-empty', shown: '.column, .state', server: 'empty' },
  { name: 'board-gone', shown: '.card', act: loseServer },
  { name: 'lanes', query: '?lanes=1', shown: '.card' },
  { name: 'lanes-filtered', query: '?lanes=1&assignee=ruth&blocked=1', shown: '.board-view .toggle' },
  { name: 'board-drag', shown: '.card', act: dragOver },
  { name: 'board-moving', shown: '.card', act: movesRefused },
  { name: 'board-keys', shown: '.card', act: overLimit },
  { name: 'board-second', query: '?board=talleres%2Freparaciones-a-domicilio', shown: '.card' },
  { name: 'board-missing', query: '?board=no%2Fsuch', shown: '.state' },
  { name: 'new-card', shown: '.primary', act: type('c', 'Order more paper') },
  { name: 'help', shown: '.card', act: (page) => page.keyboard.press('?') },
  { name: 'sign-in', shown: '.band', server: 'signed' },
  { name: 'sign-in-late', query: '#code=used', shown: '.notice', server: 'signed' },
  { name: 'card', query: `?card=${CARD}`, shown: '.card-body' },
  { name: 'card-busy', query: `?card=${BUSY_CARD}`, shown: '.card-body' },
  { name: 'card-busy-foot', query: `?card=${BUSY_CARD}`, shown: '.entry', act: toFoot },
  { name: 'card-edited', query: `?card=${BUSY_CARD}`, shown: 'textarea.source', act: editAndSee },
  { name: 'card-gone', query: `?card=${BUSY_CARD}`, shown: '.card-body', act: loseServer },
  { name: 'card-read-only', query: `?card=${CARD}`, shown: '.card-body', server: 'read-only' },
  { name: 'card-missing', query: '?card=01M6D6X4YKCKWW656ZPBCFCZ00', shown: '.state' },
  { name: 'conflict', query: `?card=${LABEL}`, shown: 'textarea.source', act: disagree },
  { name: 'find', query: '?view=find&q=water+hardness', shown: '.passage' },
  {
    name: 'find-long',
    query: `?view=find&q=${encodeURIComponent('基板を乾かすときの温度と時間')}`,
    shown: '.passage',
    act: openWhy,
  },
  { name: 'find-start', query: '?view=find', shown: '[type=search]' },
  { name: 'find-nothing', query: '?view=find&q=zzqx+vwkpt', shown: '.verdict' },
  { name: 'palette', query: '?view=notes', shown: '.rows', act: type('Control+k', 'water') },
  { name: 'palette-nothing', shown: '.card', act: type('Control+k', 'zzqx vw') },
  { name: 'palette-start', shown: '.card', act: type('Control+k', '') },
  { name: 'evidence', query: question('how long do I have to return coffee'), shown: '.evidence' },
  {
    name: 'evidence-conflict',
    query: question('within how many days is a hired grinder returned?'),
    shown: '.claim.is-conflicted',
    act: (page) => page.locator('.claim.is-conflicted').first().click(),
  },
  { name: 'evidence-gap', query: question('水害で壊れた機械は対象になりますか'), shown: '.gaps' },
  { name: 'evidence-start', query: '?view=evidence', shown: '[type=search]' },
  { name: 'coverage', query: `?view=audit&artifact=${DRAFT}`, shown: '.line' },
  { name: 'coverage-gap', query: `?view=audit&artifact=${DRAFT}`, shown: '.line', act: nextGap },
  { name: 'coverage-stale', query: `?view=audit&artifact=${DRAFT}`, shown: '.line', act: changeSource },
  { name: 'coverage-missing', query: '?view=audit&artifact=no.md&source=none.md', shown: '.state' },
  { name: 'coverage-source', query: '?view=audit&source=reading%2Fwater-for-coffee.md&cited=1-4,9-10', shown: '.line' },
  { name: 'audit-start', query: '?view=audit', shown: '.rows, .state' },
  { name: 'notes', query: '?view=notes', shown: '.rows' },
  { name: 'notes-empty', query: '?view=notes', shown: '.state', server: 'empty' },
  { name: 'note', query: '?note=reading%2Fwater-for-coffee.md&line=3-11', shown: '.note-body' },
  { name: 'note-rich', query: `?note=${encodeURIComponent(RICH_NOTE)}`, shown: '.note-body' },
  { name: 'note-rich-foot', query: `?note=${encodeURIComponent(RICH_NOTE)}`, shown: '.note-body', act: toFoot },
  { name: 'note-long', query: `?note=${encodeURIComponent(LONG_NOTE)}&line=1200-1204`, shown: '.note-body' },
  {
    name: 'manual-page',
    query: '?manual=manual-maquina&note=README.md',
    shown: '.note-body',
  },
  { name: 'document', query: '?from=projects&note=kura-app%2Fplans%2Fexecution-plan.md', shown: '.note-body' },
  { name: 'note-missing', query: '?note=no%2Fsuch.md', shown: '.state' },
  { name: 'projects', query: '?view=projects', shown: '.project-item' },
  { name: 'projects-empty', query: '?view=projects', shown: '.state', server: 'empty' },
  { name: 'project', query: '?view=projects&project=tsubame-web', shown: '.project-body' },
  { name: 'project-rich', query: `?view=projects&project=${encodeURIComponent('almacén-central')}`, shown: '.project-body' },
  { name: 'project-empty', query: '?view=projects&project=an-empty-one', shown: '.project-body' },
  { name: 'project-missing', query: '?view=projects&project=no-such', shown: '.state' },
]
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 900, height: 1000 },
  { width: 390, height: 844 },
] as const
const LOOKS = [
  { locale: 'en-GB', colorScheme: 'light' },
  { locale: 'en-GB', colorScheme: 'dark' },
  { locale: 'ja-JP', colorScheme: 'light' },
  { locale: 'es-ES', colorScheme: 'dark' },
] as const
const SETTLED_MS = 250

interface Served {
  readonly server: HttpProcess
  readonly workspace: DemoWorkspace
}

const watched = await startBrowser()
if (watched === undefined) throw new Error('no browser starts here')
mkdirSync(folder, { recursive: true })
const serving = new Map<ServerName, Promise<Served>>()
try {
  for (const picture of PICTURES.filter(({ name }) => only.length === 0 || only.some((wanted) => name.startsWith(wanted)))) {
    for (const window of WINDOWS) for (const look of LOOKS) await take(picture, window, look).catch(console.error)
    await sheet(picture.name, 'wide', [WINDOWS[0]])
    await sheet(picture.name, 'narrow', WINDOWS.slice(1))
  }
  for (const violation of watched.violations) console.log(violation)
} finally {
  await watched.close()
  for (const served of serving.values()) await stop(await served)
}

async function take(picture: Picture, viewport: (typeof WINDOWS)[number], look: (typeof LOOKS)[number]): Promise<void> {
  const file = fileOf(picture.name, viewport, look)
  const { server } = await servedBy(picture.server ?? 'demo')
  const options = { viewport, ...look, hasTouch: viewport.width < 500 }
  const { page, context } = await watched!.open(`${server.origin}/${picture.query ?? ''}`, options)
  await page.locator(picture.shown).first().waitFor()
  await picture.act?.(page)
  await page.waitForTimeout(SETTLED_MS)
  await page.screenshot({ path: join(folder, `${file}.png`) })
  const { width, height } = viewport
  const wide = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])
  if (wide[0]! > width || wide[1]! > height) console.log(`${file}: the page is ${wide.join(' x ')}`)
  await context.close()
}

/** All looks beside each other, on one picture. */
async function sheet(name: string, kind: string, windows: readonly (typeof WINDOWS)[number][]): Promise<void> {
  const files = windows.flatMap((window) => LOOKS.map((look) => join(folder, `${fileOf(name, window, look)}.png`)))
  const context = await watched!.browser.newContext({ viewport: { width: kind === 'wide' ? 1940 : 1720, height: 600 } })
  const page = await context.newPage()
  const width = kind === 'wide' ? 960 : 420
  const images = files.filter(existsSync).map((file) => {
    const data = readFileSync(file).toString('base64')
    return `<img width="${width}" style="vertical-align: top; margin: 3px" src="data:image/png;base64,${data}">`
  })
  await page.setContent(`<body style="margin: 0; background: #888">${images.join('')}</body>`)
  await page.screenshot({ path: join(folder, `sheet-${name}-${kind}.png`), fullPage: true })
  await context.close()
}

function fileOf(name: string, { width }: (typeof WINDOWS)[number], { locale, colorScheme }: (typeof LOOKS)[number]): string {
  return `${name}-${width}-${locale.slice(0, 2)}-${colorScheme}`
}

function servedBy(name: ServerName): Promise<Served> {
  const known = serving.get(name) ?? serve(name)
  serving.set(name, known)
  return known
}

async function serve(name: ServerName): Promise<Served> {
  const settings: Record<ServerName, Environment> = {
    demo: {},
    empty: {},
    'read-only': { SHOKO_READ_ONLY: '1' },
    signed: { SHOKO_AUTH_TOKEN: TOKEN },
  }
  const workspace = name === 'empty' ? emptyWorkspace() : demoWorkspace()
  if (name === 'demo') enrich(workspace.path)
  return { workspace, server: await startHttp({ ...workspace.env, ...settings[name] }) }
}

async function stop({ server, workspace }: Served): Promise<void> {
  await server.stop()
  workspace.remove()
}

function emptyWorkspace(): DemoWorkspace {
  const path = mkdtempSync(join(tmpdir(), 'shoko-empty-'))
  const env = { WORKSPACE_ROOT: path, XDG_CACHE_HOME: join(path, '.cache'), LOG_LEVEL: 'error' }
  return { path, env, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) }
}

/** One card moved here, one by an agent; and back for the next picture. */
async function moveTwo(page: Page): Promise<void> {
  const { server } = await servedBy('demo')
  await page.locator('.live.is-live').waitFor()
  await callMove(server.url, CARD, 'review')
  await page.locator('.card.is-unseen').waitFor()
  await page.locator(`[data-card="${LABEL}"] a`).focus()
  await page.keyboard.press(']')
  await page.locator('.notice').first().waitFor()
  await page.locator('.changes button').first().click()
  for (const card of [CARD, LABEL]) await callMove(server.url, card, 'doing')
}

async function callMove(url: string, cardId: string, toColumn: string): Promise<void> {
  await callTool(url, 'kanban_move', { board: '.', cardId, toColumn })
}

async function callTool(url: string, name: string, args: object): Promise<void> {
  const params = { name, arguments: args }
  await fetch(url, {
    method: 'POST',
    headers: { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
}

async function loseServer(page: Page): Promise<void> {
  await page.locator('.live.is-live').waitFor()
  const { server } = await servedBy('demo')
  const { port } = new URL(server.origin)
  await server.stop()
  await page.locator('.band').waitFor()
  const { workspace } = await servedBy('demo')
  serving.set(
    'demo',
    startHttp({ ...workspace.env, HTTP_PORT: port }).then((again) => ({ workspace, server: again })),
  )
}

async function dragOver(page: Page): Promise<void> {
  await page.locator('.live.is-live').waitFor()
  const card = page.locator('[data-cell=backlog] .card').nth(1)
  const from = (await card.boundingBox())!
  const target = await page.locator('[data-cell=doing]').first().boundingBox()
  if (page.viewportSize()!.width < 500) {
    await page.evaluate(
      ({ x, y }) => {
        const at = { bubbles: true, pointerId: 1, isPrimary: true, pointerType: 'touch', clientX: x, clientY: y }
        document.elementFromPoint(x, y)!.dispatchEvent(new PointerEvent('pointerdown', at))
      },
      { x: from.x + 60, y: from.y + 20 },
    )
    await page.waitForTimeout(400)
    return
  }
  await page.mouse.move(from.x + 60, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 90, from.y + 30)
  await page.mouse.move(target!.x + 120, target!.y + 160, { steps: 4 })
}

/** The server refuses a move, and says why. */
async function movesRefused(page: Page): Promise<void> {
  await page.locator('.live.is-live').waitFor()
  await page.route('**/mcp', async (route) => {
    if (!(route.request().postData() ?? '').includes('kanban_move')) return route.continue()
    const text = JSON.stringify({ code: 'conflict', message: 'card changed meanwhile; read it again' })
    await route.fulfill({ json: { jsonrpc: '2.0', id: 1, result: { isError: true, content: [{ type: 'text', text }] } } })
  })
  await page.locator('[data-cell=backlog] .card a').nth(1).focus()
  await page.keyboard.press(']')
  await page.locator('.notice').first().waitFor()
}

/** A card moved into a column that is full already. */
async function overLimit(page: Page): Promise<void> {
  await page.locator('.live.is-live').waitFor()
  await page.locator('[data-cell=backlog] .card a').nth(1).focus()
  await page.keyboard.press(']')
  await page.locator('.notice').nth(1).waitFor()
  await page.waitForTimeout(SETTLED_MS)
}

async function toFoot(page: Page): Promise<void> {
  await page.waitForTimeout(SETTLED_MS)
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('*')) if (one.scrollHeight > one.clientHeight + 20) one.scrollTop = 1e6
  })
}

async function editAndSee(page: Page): Promise<void> {
  await page.locator('.live.is-live').waitFor()
  const source = page.locator('textarea.source')
  await source.fill(`My first line.\n${await source.inputValue()}`)
  const { server } = await servedBy('demo')
  const body = { text: `Line of ${Date.now()}.` }
  await callTool(server.url, 'kanban_update', { board: '.', cardId: BUSY_CARD, patch: { body } })
  await page.locator('.card-head .band').waitFor()
}

async function openWhy(page: Page): Promise<void> {
  await page.locator('.passage button').first().click()
}

async function nextGap(page: Page): Promise<void> {
  await page.keyboard.press('n')
  await page.keyboard.press('n')
}

async function changeSource(page: Page): Promise<void> {
  await page.locator('.live.is-live').waitFor()
  await page.waitForURL(/hash=/)
  const { workspace } = await servedBy('demo')
  const path = join(workspace.path, 'vault', new URL(page.url()).searchParams.get('source')!)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace(/。/, '。（訂正）'))
  await page.locator('.view-head .band').waitFor()
}

/** One writes at the top here, an editor at the bottom of the file. */
async function disagree(page: Page): Promise<void> {
  const { workspace } = await servedBy('demo')
  const column = join(workspace.path, '.kanban/doing')
  const path = join(column, readdirSync(column).find((name) => name.startsWith(LABEL))!)
  const source = page.locator('textarea.source')
  await source.fill(`My first line.\n${await source.inputValue()}`)
  appendFileSync(path, '\nA line of an editor.\n')
  await page.locator('.card-head .primary').click()
  await page.locator('.conflict-view').waitFor()
}
