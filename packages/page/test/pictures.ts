import { mkdirSync } from 'node:fs'
import { demoWorkspace, startHttp } from '@shoko/testkit'
import { startBrowser } from './browser.ts'

/** `node --conditions=shoko-source packages/page/test/pictures.ts FOLDER [NAME]`: every view, three widths, light and dark. */
const [folder = '/tmp/pictures', only = ''] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const workspace = demoWorkspace()
const server = await startHttp(workspace.env)
const watched = await startBrowser()
if (watched === undefined) process.exit(1)

const CARD = '01M6D6X4YKCKWW656ZPBCFCZ8E'
const views: readonly (readonly [name: string, query: string])[] = [
  ['board', ''],
  ['lanes', '?lanes=1'],
  ['card', `?card=${CARD}`],
  ['find', '?view=find&q=water+hardness'],
  ['note', '?note=reading%2Fwater-for-coffee.md&line=3-11'],
  ['evidence', `?view=evidence&q=${encodeURIComponent('how long do I have to return coffee')}`],
  ['notes', '?view=notes'],
  ['projects', '?view=projects'],
  ['project', '?view=projects&project=tsubame-web'],
  ['audit', `?view=audit&artifact=${encodeURIComponent('artifacts/shucchou-shuuri-flow-draft.md')}`],
  ['palette', '?view=notes'],
]
const widths = [
  [1440, 900],
  [900, 1000],
  [390, 844],
] as const

for (const [name, query] of views) {
  for (const [width, height] of widths) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const locale of width === 1440 && colorScheme === 'light' ? ['en-GB', 'ja-JP'] : ['en-GB']) {
        const file = `${name}-${width}-${colorScheme}-${locale.slice(0, 2)}`
        if (!file.startsWith(only)) continue
        const { page, context } = await watched.open(`${server.origin}/${query}`, {
          viewport: { width, height },
          colorScheme,
          locale,
          hasTouch: width < 500,
        })
        await page.locator('.card, .card-body, .passage, .note-body, .evidence, .rows, .project-item, .line').first().waitFor()
        if (name === 'palette') {
          await page.keyboard.press('Control+k')
          await page.locator('dialog input:focus').waitFor()
          await page.keyboard.type('water')
          await page.locator('[role=option]').nth(2).waitFor()
        }
        await page.waitForTimeout(150)
        await page.screenshot({ path: `${folder}/${file}.png` })
        await context.close()
      }
    }
  }
}
for (const violation of watched.violations) console.log(violation)
await watched.close()
await server.stop()
workspace.remove()
