import { AxeBuilder } from '@axe-core/playwright'
import { type DemoWorkspace, demoWorkspace, type Environment, type HttpProcess, startHttp } from '@shoko/testkit'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, vi } from 'vitest'
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

const watched = await startBrowser()
afterAll(() => watched?.close())

/** Tests in a real browser, on the built server and a copy of the demo workspace of their own; none may break the page's rules. */
export function describePage(name: string, tests: (session: () => PageSession) => void, env: Environment = {}): void {
  describe.skipIf(watched === undefined)(name, () => {
    let session: PageSession
    beforeAll(async () => {
      const workspace = demoWorkspace()
      const server = await startHttp({ ...workspace.env, ...env })
      session = {
        workspace,
        server,
        watched: watched!,
        visit: async (query = '', options = {}) => (await watched!.open(`${server.origin}/${query}`, options)).page,
        agent: (tool, args) => callTool(server.url, tool, args),
      }
    })
    afterEach(async () => {
      for (const context of watched!.browser.contexts()) await context.close()
      expect(watched!.violations).toEqual([])
    })
    afterAll(async () => {
      await session.server.stop()
      session.workspace.remove()
    })
    tests(() => session)
  })
}

/** 0 violations of WCAG 2.2 AA; in the dark only the colours are others. */
export async function expectAccessible(page: Page): Promise<void> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const axe = new AxeBuilder({ page })
    const { violations } = await (colorScheme === 'light' ? axe.withTags(WCAG) : axe.withRules(['color-contrast'])).analyze()
    for (const { id, nodes } of violations)
      found.push(`${colorScheme} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  }
  expect(found).toEqual([])
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
