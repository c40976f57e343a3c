import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cliMain, runProgram, startPostgres } from '@shoko/testkit'
import { afterAll, expect, it } from 'vitest'
import { describePage } from './page-session.ts'

const postgres = await startPostgres({ fsync: 'off' })
const mirrors = mkdtempSync(join(tmpdir(), 'shoko-page-mirrors-'))
const env = { SHOKO_DATABASE_URL: postgres.url, SHOKO_MIRRORS: mirrors }
const made = await runProgram(cliMain, { args: ['team', 'init'], env })
afterAll(async () => {
  await postgres.close()
  rmSync(mirrors, { recursive: true, force: true })
})

describePage(
  'the page of a team',
  (session) => {
    it('shows who changed a note, and when, and goes on while it is open', async () => {
      expect(made).toMatchObject({ code: 0 })
      await session().agent('vault_create', { path: 'who/a.md', content: '# Tea\n' })
      const page = await session().visit('?note=who/a.md')
      const rows = page.locator('.history li')
      await rows.first().waitFor()
      expect(await rows.allInnerTexts()).toEqual([expect.stringMatching(/owner\s+vault_create\s+now/)])
      await page.locator('.live.is-live').waitFor()
      await session().agent('vault_write', { path: 'who/a.md', content: 'more\n', mode: 'append' })
      await rows.nth(1).waitFor()
      expect(await rows.first().innerText()).toMatch(/owner\s+vault_write/)
    })

    it('shows in the list of notes who changed each last', async () => {
      await session().agent('vault_create', { path: 'who/b.md', content: '# Coffee\n' })
      const page = await session().visit('?view=notes')
      await page.locator('.rows li', { hasText: 'Coffee' }).locator('.who', { hasText: 'owner' }).waitFor()
    })
  },
  env,
)
