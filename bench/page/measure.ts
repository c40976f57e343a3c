import type { Watched } from '../../packages/page/test/browser.ts'
import type { Side } from './sides.ts'

export type Page = Awaited<ReturnType<Awaited<ReturnType<Watched['browser']['newContext']>>['newPage']>>

const WINDOW = { width: 1440, height: 900 }

export async function newPage({ browser }: Watched): Promise<Page> {
  return (await browser.newContext({ viewport: WINDOW, locale: 'en-GB' })).newPage()
}

/** Milliseconds from the navigation until the first cards have been painted, in a browser that has nothing of the page yet. */
export async function firstPaint(watched: Watched, side: Side): Promise<number> {
  const page = await newPage(watched)
  await page.addInitScript((card) => {
    const seen = new MutationObserver(() => {
      if (document.querySelector(card) === null) return
      seen.disconnect()
      requestAnimationFrame(() => setTimeout(() => console.info('cards-shown', performance.now())))
    })
    seen.observe(document, { childList: true, subtree: true })
  }, side.card)
  // The page says so itself: to ask it, the browser would first have to read a script of the tool that asks.
  const said = page.waitForEvent('console', { predicate: (line) => line.text().startsWith('cards-shown'), timeout: 120_000 })
  await page.goto(side.address)
  const shown = Number((await said).text().split(' ')[1])
  await page.context().close()
  return shown
}

export interface Board {
  /** Milliseconds from letting go of a card until it has been painted in the other column. */
  drag(): Promise<number>
  /** The same from the key that moves it. */
  key(): Promise<number>
  /** From the call of an agent that moves a card until it has been painted there. */
  heard(): Promise<number>
  close(): Promise<void>
}

export const SETTLED_MS = 800
const STEPS = 5

export async function openBoard(watched: Watched, side: Side): Promise<Board> {
  const page = await newPage(watched)
  await page.goto(side.address)
  const first = page.locator(`${side.from} ${side.card}`).nth(1)
  await first.waitFor({ timeout: 120_000 })
  await page.waitForTimeout(SETTLED_MS)
  const shownAfter = async (start: readonly string[], act: () => Promise<void>) => {
    const identity = (await first.getAttribute(side.identity))!
    await page.evaluate(watchMove, { start, moved: `${side.to} [${side.identity}="${quoted(identity)}"]` })
    await act()
    await page.waitForFunction(() => performance.getEntriesByName('moved').length > 0, undefined, { timeout: 60_000 })
    const took = await page.evaluate(() => performance.getEntriesByName('moved')[0]!.duration)
    await page.waitForTimeout(SETTLED_MS)
    return took
  }
  return {
    drag: () =>
      shownAfter(['pointerup', 'drop'], async () => {
        const target = (await page.locator(side.to).boundingBox())!
        await first.hover()
        await page.mouse.down()
        await page.mouse.move(target.x + target.width / 2, target.y + 120, { steps: STEPS })
        await page.mouse.up()
      }),
    key: () =>
      shownAfter(['keydown'], async () => {
        await first.locator('a').focus()
        await page.keyboard.press(']')
      }),
    async heard() {
      const cardId = (await first.getAttribute(side.identity))!
      const shown = page.locator(`${side.to} [${side.identity}="${quoted(cardId)}"]`).waitFor({ state: 'attached' })
      const began = performance.now()
      await callTool(side.address, 'kanban_move', { board: '.', cardId, toColumn: 'doing' })
      await shown
      const took = performance.now() - began
      await page.waitForTimeout(SETTLED_MS)
      return took
    },
    close: () => page.context().close(),
  }
}

async function callTool(address: string, name: string, args: object): Promise<void> {
  const response = await fetch(`${address}/mcp`, {
    method: 'POST',
    headers: { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })
  const { result } = (await response.json()) as { readonly result?: { readonly isError?: boolean } }
  if (result === undefined || result.isError === true) throw new Error(`${name} failed`)
}

function quoted(text: string): string {
  return text.replaceAll('"', '\\"')
}

/** Runs in the page: measures from the event that moves a card until what `moved` selects has been painted. */
function watchMove({ start, moved }: { readonly start: readonly string[]; readonly moved: string }): void {
  performance.clearMeasures('moved')
  const events = new AbortController()
  for (const name of start)
    addEventListener(
      name,
      (event) => {
        events.abort()
        const began = event.timeStamp
        const look = () => {
          if (document.querySelector(moved) === null) return
          seen.disconnect()
          requestAnimationFrame(() => setTimeout(() => performance.measure('moved', { start: began, end: performance.now() })))
        }
        const seen = new MutationObserver(look)
        seen.observe(document, { childList: true, subtree: true })
      },
      { capture: true, signal: events.signal },
    )
}

const WHEEL_PX = 240
const TURNS = 150

/** The longest times between two frames while a column is scrolled from its top, longest first. */
export async function scroll(watched: Watched, side: Side): Promise<readonly number[]> {
  const page = await newPage(watched)
  await page.goto(side.address)
  await page.locator(`${side.from} ${side.card}`).first().waitFor({ timeout: 120_000 })
  await page.locator(side.from).hover()
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const next = (now: number) => {
      frames.push(now - last)
      last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    Object.assign(globalThis, { frames })
  })
  for (let turn = 0; turn < TURNS; turn++) {
    await page.mouse.wheel(0, WHEEL_PX)
    await page.waitForTimeout(16)
  }
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames)
  const scrolled = await page.locator(side.from).evaluate((list) => list.scrollTop)
  if (scrolled < WHEEL_PX * 10) throw new Error(`the column was scrolled by ${scrolled} pixels only`)
  await page.context().close()
  return frames.sort((a, b) => b - a)
}

/** Requests and messages that a page sends in so many seconds while nobody touches it. */
export async function idle(watched: Watched, side: Side, seconds: number): Promise<number> {
  const page = await newPage(watched)
  let sent = 0
  page.on('websocket', (socket) => socket.on('framesent', () => sent++))
  await page.goto(side.address)
  await page.locator(side.card).first().waitFor({ timeout: 120_000 })
  await page.waitForTimeout(SETTLED_MS)
  sent = 0
  page.on('request', () => sent++)
  await page.waitForTimeout(seconds * 1000)
  await page.context().close()
  return sent
}

/** Milliseconds from a key in the palette until the titles that match have been painted, for each key of a title. */
export async function palette(watched: Watched, side: Side, titles: readonly string[]): Promise<readonly number[]> {
  const page = await newPage(watched)
  await page.goto(side.address)
  await page.locator(side.card).first().waitFor({ timeout: 120_000 })
  const taken: number[] = []
  for (const title of titles) {
    await page.keyboard.press('Control+k')
    const input = page.getByRole('dialog').getByRole('combobox')
    await input.fill(title.slice(0, -1))
    await page.waitForTimeout(SETTLED_MS / 3)
    await page.evaluate(watchPalette, title)
    await page.keyboard.press(title.at(-1)!)
    await page.waitForFunction(() => performance.getEntriesByName('listed').length > 0)
    taken.push(await page.evaluate(() => performance.getEntriesByName('listed')[0]!.duration))
    await page.keyboard.press('Escape')
  }
  await page.context().close()
  return taken
}

/** Runs in the page: measures from the next key until the first title of the list is the wanted one. */
function watchPalette(title: string): void {
  performance.clearMeasures('listed')
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const look = () => {
        if (document.querySelector('[role=option]')?.textContent?.includes(title) !== true) return
        seen.disconnect()
        requestAnimationFrame(() => setTimeout(() => performance.measure('listed', { start: timeStamp, end: performance.now() })))
      }
      const seen = new MutationObserver(look)
      seen.observe(document, { childList: true, subtree: true, characterData: true })
    },
    { capture: true, once: true },
  )
}
