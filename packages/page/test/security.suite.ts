import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { DEEP_LIST } from './hostile-notes.ts'
import { visitHostileNotes, writeHostileNotes } from './hostile-visit.ts'
import { describePage, isWhole } from './page-session.ts'

const TOKEN = 'a-token-of-at-least-thirty-two-characters'
/** Of the ways to run something and to keep the page busy; the whole run shows all two hundred. */
const SOME = new RegExp(`^((script|javascript-link|svg|front-matter)-0|${DEEP_LIST})$`)

describePage('a vault of hostile notes', (session) => {
  it('is shown without any of it running, fetching or hanging the page', { timeout: 1_200_000 }, async () => {
    const notes = writeHostileNotes(session().workspace.path, (name) => isWhole || SOME.test(name))
    expect(notes).toHaveLength(isWhole ? 200 : 5)
    await visitHostileNotes(session(), notes)
  })
})

describePage(
  'a server that wants to know who asks',
  (session) => {
    const codeOf = async (): Promise<string> => {
      const response = await fetch(`${session().server.origin}/session`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
        body: '{}',
      })
      return ((await response.json()) as { code: string }).code
    }

    it('takes a code once and knows its browser from then on; a second one that has seen the code is turned away', async () => {
      const code = await codeOf()
      const page = await session().visit(`#code=${code}`)
      await page.locator('.card').first().waitFor()
      expect(page.url()).toBe(`${session().server.origin}/`)
      expect(await page.evaluate(() => document.cookie)).toBe('')
      await page.reload()
      await page.locator('.card').first().waitFor()
      const thief = await session().visit(`#code=${code}`)
      await thief.getByText('The code was used already').waitFor()
      await thief.getByText('You are not signed in').waitFor()
      expect(await thief.locator('.card').count()).toBe(0)
    })

    it('takes a code from its own page only', async () => {
      const body = JSON.stringify({ code: await codeOf() })
      const stolen = await fetch(`${session().server.origin}/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      })
      expect(stolen.status).toBe(403)
    })

    it('answers no other site, and is framed by none', async () => {
      const { context } = await session().watched.open(`${session().server.origin}/#code=${await codeOf()}`)
      const evil = await serveEvil(session().server.origin)
      const page = await context.newPage()
      await page.goto(evil)
      expect(await page.evaluate(() => (globalThis as unknown as { tried: Promise<unknown> }).tried)).toEqual({
        fetched: 'refused',
        posted: 'refused',
      })
      expect(page.frames().map((frame) => frame.url())).toEqual([evil, 'chrome-error://chromewebdata/'])
    })
  },
  { SHOKO_AUTH_TOKEN: TOKEN },
)

/** A page of another site, in a browser that holds the cookie: it asks, sends plain text as forms do, and frames the page. */
async function serveEvil(target: string): Promise<string> {
  const ask = (type: string) =>
    `fetch('${target}/mcp',{method:'POST',credentials:'include',headers:{'Content-Type':'${type}'},body:'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'}).then(r=>r.ok?'answered':'refused',()=>'refused')`
  const script = `globalThis.tried=(async()=>{const fetched=await ${ask('application/json')};const posted=await ${ask('text/plain')};
    const frame=document.createElement('iframe');frame.src='${target}/';document.body.append(frame);await new Promise(r=>{frame.onload=r;setTimeout(r,3000)});
    return {fetched,posted}})()`
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html><body><script>${script}</script>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}/`
}
