import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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

/** Its own processes and its rules as for everybody; a graphics card that a processor pretends to be draws ten times slower than none. */
const UNWANTED = /single-process|disable-web-security|no-zygote|gpu|use-gl|angle|swiftshader/

/** Undefined where no Chromium can run: its tests are then skipped, and say so. */
export async function startBrowser(): Promise<Watched | undefined> {
  try {
    const browser = await chromium.launch({
      args: [...sparticuz.args.filter((flag) => !UNWANTED.test(flag)), '--no-sandbox', '--disable-gpu'],
      executablePath: await unpackedChromium(),
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

const STALE_MS = 60_000

/** Unpacked once for this clone, by one process while the others wait: half a browser would start nowhere. */
async function unpackedChromium(): Promise<string> {
  const folder = resolve(import.meta.dirname, '../../../node_modules/.cache/chromium')
  mkdirSync(folder, { recursive: true })
  const [lock, whole] = [join(folder, 'lock'), join(folder, 'whole')]
  while (!taken(lock)) await sleep(100)
  const { TMPDIR } = process.env
  try {
    if (!existsSync(whole)) rmSync(join(folder, 'chromium'), { force: true })
    process.env['TMPDIR'] = folder
    const path = await sparticuz.executablePath()
    writeFileSync(whole, '')
    return path
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
    rmSync(lock, { recursive: true, force: true })
  }
}

function taken(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > STALE_MS) rmSync(lock, { recursive: true, force: true })
    return false
  }
}
