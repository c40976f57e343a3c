import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openWorkspace } from '../../test/workspace.ts'
import { logSession } from '../tools/log-session.ts'

it('removes what a killed server left in the projects with its first write, although the index and its locks live elsewhere', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'vibe-index-'))
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }))
  const litter = 'p/plans/.shoko-0123456789abcdef.tmp'
  const { ctx, root, clock } = openWorkspace({ [litter]: 'half' }, { dbPath: join(elsewhere, 'index.db') })
  const left = join(root, litter)
  expect(existsSync(left)).toBe(true)
  clock.set(clock.now() + 60_000)
  await logSession(ctx, { project: 'p', content: 'x' })
  expect(existsSync(left)).toBe(false)
})
