import { AxeBuilder } from '@axe-core/playwright'
import { type DemoWorkspace, demoWorkspace, type Environment, type HttpProcess, startHttp } from '@shoko/testkit'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startBrowser, type Watched } from './browser.ts'

export interface PageSession {
  readonly workspace: DemoWorkspace
  readonly server: HttpProcess
  readonly watched: Watched
  /** Opens the page at this query. */
  visit(query?: string, options?: BrowserContextOptions): Promise<Page>
  /** What an agent does meanwhile. */
  agent<T>(tool: string, args: object): Promise<T>
}

// Each step has 30 s of its own; a whole visit with its checks may take longer beside other tests.
vi.setConfig({ testTimeout: 120_000 })

/** `npm run page-tests`: what takes too long for every run of the test command. */
export const isWhole = process.env['MODE'] === 'whole'
export const whole: typeof it.skip = it.runIf(isWhole)

const watched = await startBrowser()
afterAll(() => watched?.close())

/** Tests in a real browser, on the built server and a copy of the demo workspace of their own; none may break the page's rules. */
export function describePage(name: string, tests: (session: () => PageSession) => void, env: Environment = {}): void {
  describe.skipIf(watched === undefined)(name, () => {
    let session: PageSession
    let usual: Page | undefined
    let isUsed = false
    /** One window serves the tests of a suite one after the other: a new one takes longer than what most of them do. */
    const visit: PageSession['visit'] = async (query = '', options) => {
      const address = `${session.server.origin}/${query}`
      if (options !== undefined || isUsed) return (await watched!.open(address, options)).page
      isUsed = true
      if (usual === undefined) usual = (await watched!.open(address)).page
      else await usual.goto(address)
      return usual
    }
    beforeAll(async () => {
      const workspace = demoWorkspace()
      const server = await startHttp({ ...workspace.env, ...env })
      session = {
        workspace,
        server,
        watched: watched!,
        visit,
        agent: (tool, args) => callTool(server.url, tool, args),
      }
    })
    afterEach(async () => {
      if (usual?.isClosed() === true) usual = undefined
      for (const context of watched!.browser.contexts()) if (context !== usual?.context()) await context.close()
      if (usual !== undefined && isUsed) await leave(usual)
      isUsed = false
      expect(watched!.violations).toEqual([])
    })
    afterAll(async () => {
      await usual?.context().close()
      await session.server.stop()
      session.workspace.remove()
    })
    tests(() => session)
  })
}

/** Nothing of one test is there in the next. */
async function leave(page: Page): Promise<void> {
  for (const other of page.context().pages()) if (other !== page) await other.close()
  await page.unrouteAll()
  page.removeAllListeners('dialog')
  await page.emulateMedia({ colorScheme: null })
  await page.evaluate(() => {
    sessionStorage.clear()
    localStorage.clear()
  })
  await page.goto('about:blank')
}

/** 0 violations of WCAG 2.2 AA; in the dark, which is for the whole run, only the colours are others. */
export async function expectAccessible(page: Page): Promise<void> {
  const found: string[] = []
  for (const colorScheme of isWhole ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme })
    const axe = new AxeBuilder({ page }).setLegacyMode() // no frames here, so no window to put their results together in
    const { violations } = await (colorScheme === 'light' ? axe.withTags(WCAG) : axe.withRules(['color-contrast'])).analyze()
    for (const { id, nodes } of violations)
      found.push(`${colorScheme} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  }
  expect(found).toEqual([])
}

/** For another state of a view that is looked at already. */
export async function expectAccessibleToo(page: Page): Promise<void> {
  if (isWhole) await expectAccessible(page)
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function callTool<T>(url: string, name: string, args: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })
  const { result } = (await response.json()) as { result: { structuredContent: T; isError?: boolean; content: unknown } }
  if (result.isError === true) throw new Error(JSON.stringify(result.content))
  return result.structuredContent
}

export function cardIn(page: Page, column: string, title: string) {
  return page.locator(`[data-cell="${column}"] .card`, { hasText: title })
}
