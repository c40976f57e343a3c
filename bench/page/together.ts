import { connect } from '@shoko/testkit'
import type { Watched } from '../../packages/page/test/browser.ts'
import { newPage, type Page, SETTLED_MS } from './measure.ts'
import type { OwnSide } from './sides.ts'

/** Milliseconds from what one does until another sees it, for so many turns. */
export interface Seen {
  /** A key in one browser, until another has the card in its other column. */
  readonly byBrowser: number[]
  /** The same key, until an agent on stdio has been told. */
  readonly byAgent: number[]
  /** The agent's call, until both browsers show it. */
  readonly fromAgent: number[]
}

const CARDS_URI = 'kanban://./cards'
const [FROM, TO] = ['backlog', 'doing'] as const

/** Two browsers and an agent, which runs in a process of its own, on one board. The first turn is not counted. */
export async function together(watched: Watched, side: OwnSide, runs: number): Promise<Seen> {
  const pages = [await openPage(watched, side), await openPage(watched, side)] as const
  const agent = await connect({ transport: 'stdio', env: side.env }, 'v1')
  let told = () => {}
  agent.onResourceUpdated((uri) => {
    if (uri === CARDS_URI) told()
  })
  await (agent.raw as { subscribeResource(params: { uri: string }): Promise<unknown> }).subscribeResource({ uri: CARDS_URI })
  const seen: Seen = { byBrowser: [], byAgent: [], fromAgent: [] }
  for (let run = 0; run <= runs; run++) {
    // The first of its column is the first of the other as well, and so in sight: what is not is not in the page.
    const card = pages[0].locator(`${side.from} ${side.card}`).first()
    const cardId = (await card.getAttribute(side.identity))!
    await card.locator('a').focus()
    const heard = new Promise<void>((resolve) => {
      told = resolve
    })
    const began = performance.now()
    const since = () => performance.now() - began
    const [byBrowser, byAgent] = await Promise.all([
      shownIn(pages[1], TO, cardId).then(since),
      heard.then(since),
      pages[0].keyboard.press(']'),
    ])
    await pages[0].waitForTimeout(SETTLED_MS)
    const called = performance.now()
    await Promise.all([
      ...pages.map((page) => shownIn(page, FROM, cardId)),
      agent.call('kanban_move', { board: '.', cardId, toColumn: FROM }),
    ])
    const fromAgent = performance.now() - called
    await pages[0].waitForTimeout(SETTLED_MS)
    if (run === 0) continue
    seen.byBrowser.push(byBrowser)
    seen.byAgent.push(byAgent)
    seen.fromAgent.push(fromAgent)
  }
  await agent.close()
  for (const page of pages) await page.context().close()
  return seen
}

async function openPage(watched: Watched, side: OwnSide): Promise<Page> {
  const page = await newPage(watched)
  await page.goto(side.address)
  await page.locator(side.card).first().waitFor()
  await page.locator('.live.is-live').waitFor()
  await page.locator('.new-card').waitFor() // what writes is offered once the server has said that it is there
  await page.waitForTimeout(SETTLED_MS)
  return page
}

function shownIn(page: Page, column: string, cardId: string): Promise<void> {
  return page.locator(`[data-cell="${column}"] [data-card="${cardId}"]`).waitFor({ state: 'attached' })
}
