import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startHttp } from '@shoko/testkit'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { cardIn, describePage } from './page-session.ts'

const LABEL = 'Label proof in three languages'
const LABEL_ID = '01M6J68M69WRV2MXHM0F6YEW7Y'
const QUIET_MS = 1500

const isLive = (page: Page) => page.locator('.live.is-live').waitFor()

describePage('a page that is open', (session) => {
  it('shows what an agent and an editor do, and says that it was somebody else', async () => {
    const page = await session().visit()
    await cardIn(page, 'doing', LABEL).waitFor()
    await isLive(page)
    await session().agent('kanban_move', { board: '.', cardId: LABEL_ID, toColumn: 'review' })
    await cardIn(page, 'review', LABEL).waitFor()
    await page.locator('.card.is-unseen', { hasText: LABEL }).waitFor()
    const folder = join(session().workspace.path, '.kanban')
    const name = readdirSync(join(folder, 'review')).find((one) => one.startsWith(LABEL_ID))!
    renameSync(join(folder, 'review', name), join(folder, 'doing', name))
    await cardIn(page, 'doing', LABEL).waitFor()
    await page.getByRole('button', { name: /Changes/ }).click()
    expect(await page.locator('.changes-list li').first().innerText()).toMatch(/Review[\s\S]*→ Doing[\s\S]*somebody else/)
  })

  it('shares one stream with the other tabs of its browser', async () => {
    const page = await session().visit()
    await cardIn(page, 'doing', LABEL).waitFor()
    await isLive(page)
    const tabs = [page]
    const streams: string[] = []
    page.context().on('request', (request) => {
      if (request.postData()?.includes('subscriptions/listen') === true) streams.push(request.url())
    })
    for (let count = 0; count < 7; count++) {
      const tab = await page.context().newPage()
      await tab.goto(page.url())
      await cardIn(tab, 'doing', LABEL).waitFor()
      tabs.push(tab)
    }
    expect(streams.length).toBeLessThanOrEqual(1)
    await session().agent('kanban_move', { board: '.', cardId: LABEL_ID, toColumn: 'backlog' })
    for (const tab of tabs) await cardIn(tab, 'backlog', LABEL).waitFor()
    await tabs[0]!.close()
    await session().agent('kanban_move', { board: '.', cardId: LABEL_ID, toColumn: 'doing' })
    for (const tab of tabs.slice(1)) await cardIn(tab, 'doing', LABEL).waitFor()
  })

  it('sends nothing while nothing happens', async () => {
    const page = await session().visit()
    await cardIn(page, 'doing', LABEL).waitFor()
    await isLive(page)
    await sleep(300)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.postData() ?? request.url()))
    await sleep(QUIET_MS)
    expect(requests).toEqual([])
  })

  it('says that the server is gone, and goes on when it is back', async () => {
    const { workspace, server } = session()
    const port = String(new URL(server.origin).port)
    const page = await session().visit()
    await cardIn(page, 'doing', LABEL).waitFor()
    await isLive(page)
    await server.stop()
    await page.getByText('The server is gone').waitFor()
    await cardIn(page, 'doing', LABEL).waitFor()
    const again = await startHttp({ ...workspace.env, HTTP_PORT: port })
    try {
      await page.getByText('The server is gone').waitFor({ state: 'detached' })
      await session().agent('kanban_move', { board: '.', cardId: LABEL_ID, toColumn: 'review' })
      await cardIn(page, 'review', LABEL).waitFor()
    } finally {
      await again.stop()
    }
  })
})

const TOKEN = 's'.repeat(40)

describePage(
  'a page of a server with a token',
  (session) => {
    const codeFor = async () => {
      const answer = await fetch(`${session().server.origin}/session`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
        body: '{}',
      })
      return ((await answer.json()) as { code: string }).code
    }

    it('is let in by a code, once, and stays in after a reload', async () => {
      const code = await codeFor()
      const page = await session().visit(`#code=${code}`)
      await cardIn(page, 'doing', LABEL).waitFor()
      expect(page.url()).toBe(`${session().server.origin}/`)
      expect(await page.evaluate(() => document.cookie)).toBe('')
      await page.reload()
      await cardIn(page, 'doing', LABEL).waitFor()
      const thief = await session().visit(`#code=${code}`)
      await thief.getByText('The code was used already').waitFor()
      await thief.getByText('This server wants to know you').waitFor()
      expect(await thief.locator('.card').count()).toBe(0)
    })

    it('cannot be used from another site, nor put into its frame', async () => {
      const page = await session().visit(`#code=${await codeFor()}`)
      await cardIn(page, 'doing', LABEL).waitFor()
      const { origin } = session().server
      const other = await page.context().newPage()
      await other.route('https://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<p>evil' }))
      await other.goto('https://evil.example/')
      const read = await other.evaluate(async (url) => {
        const send = (type: string) =>
          fetch(`${url}/mcp`, { method: 'POST', credentials: 'include', headers: { 'Content-Type': type }, body: '{}' }).then(
            (response) => `read ${response.status}`,
            () => 'refused',
          )
        const framed = await new Promise<string>((resolve) => {
          const frame = document.createElement('iframe')
          frame.src = url
          frame.onload = () => {
            try {
              resolve(frame.contentDocument === null ? 'closed' : 'open')
            } catch {
              resolve('closed')
            }
          }
          document.body.append(frame)
        })
        return [await send('application/json'), await send('text/plain'), framed]
      }, origin)
      expect(read).toEqual(['refused', 'refused', 'closed'])
      const frame = other.frames().find((one) => one !== other.mainFrame())
      expect(await frame?.locator('.frame').count()).toBe(0)
    })
  },
  { SHOKO_AUTH_TOKEN: TOKEN },
)
