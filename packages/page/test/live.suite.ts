import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, startHttp } from '@shoko/testkit'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { cardIn, describePage, isWhole, whole } from './page-session.ts'

const LABEL = 'Label proof in three languages'
const LABEL_ID = '01M6J68M69WRV2MXHM0F6YEW7Y'
const CARDS_URI = 'kanban://./cards'
const QUIET_MS = 1500
/** Browsers hold six connections to a server: with more tabs than that, a stream for each would leave none for calls. */
const MORE_TABS = isWhole ? 7 : 2

const isLive = (page: Page) => page.locator('.live.is-live').waitFor()

describePage('a page that is open', (session) => {
  it('shows what an agent and an editor do, and says that it was somebody else', async () => {
    const page = await session().visit()
    await cardIn(page, 'doing', LABEL).waitFor()
    await isLive(page)
    await session().agent('kanban_move', { board: '.', cardId: LABEL_ID, toColumn: 'review' })
    await cardIn(page, 'review', LABEL).waitFor()
    await page.locator('.card.is-unseen', { hasText: LABEL }).waitFor()
    expect(await page.title()).toMatch(/^\(1\) .+ – Shoko$/)
    const folder = join(session().workspace.path, '.kanban')
    const name = readdirSync(join(folder, 'review')).find((one) => one.startsWith(LABEL_ID))!
    renameSync(join(folder, 'review', name), join(folder, 'doing', name))
    await cardIn(page, 'doing', LABEL).waitFor()
    await page.getByRole('button', { name: /Changes/ }).click()
    expect(await page.locator('.changes-list li').first().innerText()).toMatch(/Review[\s\S]*→ Doing[\s\S]*somebody else/)
  })

  it('shows another browser and an agent of another process what is done, and what they do', async () => {
    const [here, there] = [await session().visit(), await session().visit('', { locale: 'en-GB' })]
    const agent = await connect({ transport: 'stdio', env: session().workspace.env }, 'v1')
    onTestFinished(() => agent.close())
    const told: string[] = []
    agent.onResourceUpdated((uri) => told.push(uri))
    await (agent.raw as { subscribeResource(params: { uri: string }): Promise<unknown> }).subscribeResource({ uri: CARDS_URI })
    const columnForAgent = async () => {
      const answer = await agent.call('kanban_card', { board: '.', cardId: LABEL_ID })
      return answer.ok ? answer.output['column'] : answer
    }
    for (const page of [here, there]) {
      await cardIn(page, 'doing', LABEL).waitFor()
      await isLive(page)
      await page.getByRole('button', { name: 'New card' }).waitFor()
    }
    await here.getByRole('link', { name: LABEL, exact: true }).focus()
    await here.keyboard.press(']')
    await there.locator('[data-cell=review] .is-unseen', { hasText: LABEL }).waitFor()
    await expect.poll(() => told).toContain(CARDS_URI)
    expect(await columnForAgent()).toBe('review')
    await there.getByRole('button', { name: `Menu of ${LABEL}` }).click()
    await there.getByRole('menuitem', { name: /Backlog/ }).click()
    await cardIn(here, 'backlog', LABEL).waitFor()
    await expect.poll(columnForAgent).toBe('backlog')
    expect(await agent.call('kanban_move', { board: '.', cardId: LABEL_ID, toColumn: 'doing' })).toMatchObject({ ok: true })
    for (const page of [here, there]) await cardIn(page, 'doing', LABEL).waitFor()
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
    for (let count = 0; count < MORE_TABS; count++) {
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

  whole('sends nothing while nothing happens', async () => {
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
