import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cliMain, runProgram, startPostgres } from '@shoko/testkit'
import { afterAll, expect, it } from 'vitest'
import { describePage } from './page-session.ts'

const postgres = await startPostgres({ fsync: 'off' })
const mirrors = mkdtempSync(join(tmpdir(), 'shoko-page-mirrors-'))
const env = { SHOKO_DATABASE_URL: postgres.url, SHOKO_MIRRORS: mirrors }
const made = await runProgram(cliMain, { args: ['team', 'init'], env })
const project = mkdtempSync(join(tmpdir(), 'shoko-page-vibe-'))
mkdirSync(join(project, 'who'))
writeFileSync(join(project, 'who', 'status.md'), '# who\n')
await runProgram(cliMain, { args: ['team', 'import', '--vibe-root', project], env })
afterAll(async () => {
  await postgres.close()
  for (const folder of [mirrors, project]) rmSync(folder, { recursive: true, force: true })
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

    it('says how to make a board where there is none', async () => {
      const page = await session().visit()
      await page.getByText('No board is here yet. Run “shoko init”').waitFor()
    })

    it('shows in a project who changed each document last, and in a document each change', async () => {
      await session().agent('create_doc', { project: 'who', folder: 'reports', filename: 'first.md', content: '# First\n' })
      const page = await session().visit('?view=projects&project=who')
      const lately = page.getByRole('region', { name: 'Changed lately' })
      await lately.locator('.who', { hasText: 'owner' }).waitFor()
      await lately.getByRole('link', { name: 'first' }).click()
      await page.locator('.history li', { hasText: 'create_doc' }).waitFor()
    })
  },
  env,
)
