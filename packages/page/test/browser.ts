import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** A browser that tells of everything that the page must never do. */
export interface Watched {
  readonly browser: Browser
  /** A window of its own, with its own storage; what breaks the page's rules in it is collected. */
  open(address: string, options?: BrowserContextOptions): Promise<{ readonly page: Page; readonly context: BrowserContext }>
  /** Refused scripts, styles, requests and strings; errors nobody caught. */
  readonly violations: readonly string[]
  close(): Promise<void>
}

/** Undefined where no Chromium can run: its tests are then skipped, and say so. */
export async function startBrowser(): Promise<Watched | undefined> {
  try {
    const browser = await chromium.launch({
      args: [...sparticuz.args.filter((flag) => !/single-process|disable-web-security|no-zygote/.test(flag)), '--no-sandbox'],
      executablePath: await sparticuz.executablePath(),
      headless: true,
    })
    return watched(browser)
  } catch (error) {
    console.warn(
      `\n!!! THE PAGE IS NOT TESTED: no Chromium starts here (${error instanceof Error ? error.message.split('\n', 1)[0] : error})\n`,
    )
    return undefined
  }
}

function watched(browser: Browser): Watched {
  const violations: string[] = []
  return {
    browser,
    violations,
    async open(address, options = {}) {
      const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 }, ...options })
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) =>
          console.error(`violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
        )
      })
      const page = await context.newPage()
      page.on('console', (message) => {
        const text = message.text()
        if (/violation:|Content Security Policy|Trusted/i.test(text)) violations.push(text)
      })
      page.on('pageerror', (error) => violations.push(`error: ${error.message}`))
      page.on('request', (request) => {
        if (!request.url().startsWith(new URL(address).origin) && !request.url().startsWith('data:'))
          violations.push(`request elsewhere: ${request.url()}`)
      })
      await page.goto(address)
      return { page, context }
    },
    close: () => browser.close(),
  }
}

/** A font with kana and kanji for the pictures, where this machine has one. */
export function hasJapaneseFont(): boolean {
  return process.env['FONTCONFIG_FILE'] !== undefined && existsSync(process.env['FONTCONFIG_FILE'])
}
