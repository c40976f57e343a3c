/**
 * Writes the pictures of the page in docs/pictures, from the built server and the demo workspace:
 * node --conditions=shoko-source packages/page/test/guide-pictures.ts [FOLDER]
 *
 * It needs a font with Japanese letters: `fonts-noto-cjk` of Debian, or the .ttf files of the npm package
 * `@expo-google-fonts/noto-sans-jp` in ~/.fonts.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, utimesSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { demoWorkspace, startHttp } from '@shoko/testkit'
import type { Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { disagreeingManuals } from './disagreeing-manuals.ts'

interface Picture {
  readonly name: string
  readonly query: string
  /** What has to be there. */
  readonly shown: string
  readonly act?: (page: Page) => Promise<void>
}

const DRAFT = 'artifacts/shucchou-shuuri-flow-draft.md'
const QUESTION = 'within how many days is a hired grinder returned?'
const PICTURES: readonly Picture[] = [
  { name: 'board', query: '', shown: '.card' },
  { name: 'card', query: '?card=01M6J68M69WRV2MXHM0F6YEW7Y', shown: '.card-body' },
  { name: 'find', query: '?view=find&q=water+hardness', shown: '.passage' },
  { name: 'note', query: '?note=reading%2Fwater-for-coffee.md&line=3-11', shown: '.note-body' },
  {
    name: 'evidence',
    query: `?view=evidence&q=${encodeURIComponent(QUESTION)}`,
    shown: '.claim.is-conflicted',
    act: (page) => page.locator('.claim.is-conflicted').first().click(),
  },
  { name: 'coverage', query: `?view=audit&artifact=${encodeURIComponent(DRAFT)}`, shown: '.line' },
  { name: 'notes', query: '?view=notes', shown: '.rows a' },
  { name: 'project', query: '?view=projects&project=tsubame-web', shown: '.project-body' },
]
const SIZE = { width: 1200, height: 720 }
const SETTLED_MS = 400
const HOUR_MS = 3_600_000

needJapanese()
const folder = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../../../docs/pictures'))
const workspace = demoWorkspace('tsubame-coffee')
prepare(workspace.path)
const server = await startHttp(workspace.env)
const watched = await startBrowser()
if (watched === undefined) throw new Error('no browser starts here')
try {
  for (const { name, query, shown, act } of PICTURES)
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, context } = await watched.open(`${server.origin}/${query}`, { viewport: SIZE, colorScheme })
      await page.locator(shown).first().waitFor()
      await act?.(page)
      await page.locator('.live.is-live').waitFor()
      await page.waitForTimeout(SETTLED_MS)
      await page.screenshot({ path: `${folder}/page-${name}-${colorScheme}.png` })
      await context.close()
    }
} finally {
  await watched.close()
  await server.stop()
  workspace.remove()
}

function needJapanese(): void {
  const fonts = execFileSync('fc-list', [':lang=ja'], { encoding: 'utf8' })
  if (fonts === '') throw new Error('no font with Japanese letters is installed; the head of this file names two')
}

/** Files that were touched at different times, as anywhere, and two manuals that disagree. */
function prepare(path: string): void {
  for (const column of ['backlog', 'doing', 'review']) age(join(path, '.kanban', column))
  age(join(path, 'vault'))
  disagreeingManuals(path)
}

function age(folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const [at, { parentPath, name }] of files.entries()) {
    const touched = new Date(Date.now() - (1 + at * (at + 4)) * HOUR_MS)
    utimesSync(join(parentPath, name), touched, touched)
  }
}
