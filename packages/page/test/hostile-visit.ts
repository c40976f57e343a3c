import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type HostileNote, hostileNotes } from './hostile-notes.ts'
import type { PageSession } from './page-session.ts'

const FOLDER = 'hostile'
const PATIENCE_MS = 20_000

export function writeHostileNotes(workspace: string, isWanted: (name: string) => boolean): readonly HostileNote[] {
  const notes = hostileNotes().filter(({ name }) => isWanted(name))
  mkdirSync(join(workspace, 'vault', FOLDER), { recursive: true })
  for (const { name, text } of notes) writeFileSync(join(workspace, 'vault', FOLDER, `${name}.md`), text)
  return notes
}

/** Opens each as a reader would: nothing of it runs, nothing is fetched, and the page still answers. */
export async function visitHostileNotes(session: PageSession, notes: readonly HostileNote[]): Promise<void> {
  const page = await session.visit()
  page.on('dialog', (dialog) => {
    throw new Error(`a note opened a dialog: ${dialog.message()}`)
  })
  for (const { name } of notes) {
    await page.goto(`${session.server.origin}/?note=${encodeURIComponent(`${FOLDER}/${name}.md`)}`)
    const shown = await page.waitForFunction(isAnswered, undefined, { timeout: PATIENCE_MS }).then(
      () => true,
      () => false,
    )
    expect({ name, shown }).toEqual({ name, shown: true })
    expect({ name, ...(await harmOf(page)) }).toEqual({ name, pwned: false, polluted: false, elements: [], links: [] })
  }
}

/** Runs in the page: the note is there, or why it is not (a note with NUL in it is no text to the server). */
function isAnswered(): boolean {
  const states = [...document.querySelectorAll('#content .state')]
  return document.querySelector('.prose') !== null || states.some((one) => !/Reading/.test(one.textContent ?? ''))
}

function harmOf(page: Page) {
  return page.evaluate(() => {
    const content = document.getElementById('content')!
    const all = [...content.querySelectorAll('*')]
    return {
      pwned: 'pwned' in globalThis,
      polluted: 'polluted' in {},
      elements: all
        .filter((one) => one.matches('script, iframe, object, embed, base, meta, link, style, form[action]') || hasHandler(one))
        .map((one) => one.outerHTML.slice(0, 80)),
      links: all.flatMap((one) =>
        ['href', 'src', 'formaction']
          .map((name) => one.getAttribute(name))
          .filter(
            (value) => value !== null && !/^(https?:|mailto:|\/(\?|$)|#|data:image\/(png|jpe?g|gif|webp|avif))/i.test(value),
          ),
      ),
    }
    function hasHandler(one: Element): boolean {
      return one.getAttributeNames().some((name) => name.startsWith('on'))
    }
  })
}
