import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoWorkspace, startHttp } from '@shoko/testkit'
import { startBrowser } from './browser.ts'

/** `node --conditions=shoko-source packages/page/test/measure.ts [CARDS]`: how fast a large board is, on this machine. */
const count = Number(process.argv[2] ?? 1000)
const RUNS = 5
const workspace = demoWorkspace()
const columns = ['backlog', 'doing', 'review']
const ids = Array.from({ length: count }, (_, index) => `01M7${String(index).padStart(22, '0')}`)
for (const column of columns) mkdirSync(join(workspace.path, '.kanban', column), { recursive: true })
for (const [index, id] of ids.entries())
  writeFileSync(
    join(workspace.path, '.kanban', columns[index % 3]!, `${id}__card-${index}.md`),
    `---\nid: ${id}\ntitle: Card number ${index} with a title of a usual length\nlane: web\npriority: P2\nlabels: [one, two]\nassignees: [ines]\n---\n\nText ${index}.\n`,
  )
const server = await startHttp(workspace.env)
const watched = await startBrowser()
if (watched === undefined) process.exit(1)

const paints: number[] = []
for (let run = 0; run <= RUNS; run++) {
  const context = await watched.browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (document.querySelector('.card') === null) return
      seen.disconnect()
      performance.mark('cards-in')
      requestAnimationFrame(() => setTimeout(() => performance.mark('cards-shown')))
    })
    seen.observe(document, { childList: true, subtree: true })
  })
  await page.goto(server.origin)
  await page.waitForFunction(() => performance.getEntriesByName('cards-shown').length > 0)
  const [shown, steps] = await page.evaluate(
    () =>
      [
        performance.getEntriesByName('cards-shown')[0]!.startTime,
        performance
          .getEntriesByType('resource')
          .map(
            (entry) =>
              `${entry.name.replace(location.origin, '')} ${Math.round(entry.startTime)}-${Math.round((entry as PerformanceResourceTiming).responseEnd)}`,
          )
          .concat(`in ${Math.round(performance.getEntriesByName('cards-in')[0]!.startTime)}`),
      ] as const,
  )
  if (run > 0) paints.push(shown)
  if (run === RUNS) console.log(steps.join(', '))
  await context.close()
}
console.log(`${count} cards, first paint of the cards after navigation: ${figures(paints)} ms`)

const { page } = await watched.open(server.origin)
await page.locator('.live.is-live').waitFor()
await page.waitForTimeout(500)
const moves: number[] = []
for (let run = 0; run < RUNS; run++) {
  const id = ids[run * 3]!
  moves.push(
    await page.evaluate(async (card) => {
      document.querySelector<HTMLElement>(`[data-card="${card}"] a`)!.focus()
      const started = performance.now()
      dispatchKey(document.activeElement!)
      while (document.querySelector(`[data-cell=doing] [data-card="${card}"]`) === null)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return performance.now() - started
      function dispatchKey(target: Element) {
        target.dispatchEvent(new KeyboardEvent('keydown', { key: ']', bubbles: true, cancelable: true }))
      }
    }, id),
  )
  await page.waitForTimeout(700)
}
console.log(`own move by key until it is drawn: ${figures(moves)} ms`)

const heard: number[] = []
for (let run = 0; run < RUNS; run++) {
  const id = ids[run * 3 + 30]!
  const started = performance.now()
  await fetch(server.url, {
    method: 'POST',
    headers: { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'kanban_move', arguments: { board: '.', cardId: id, toColumn: 'review' } },
    }),
  })
  await page.locator(`[data-cell=review] [data-card="${id}"]`).waitFor({ state: 'attached' })
  heard.push(performance.now() - started)
  await page.waitForTimeout(700)
}
console.log(`an agent's move until it is in the page (the call included): ${figures(heard)} ms`)
await watched.close()
await server.stop()
workspace.remove()

function figures(values: readonly number[]): string {
  return [...values]
    .sort((a, b) => a - b)
    .map((value) => Math.round(value))
    .join(' ')
}
