import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { find } from '../../test/search.ts'
import { temporaryDirectory, workspace } from '../../test/workspace.ts'

it('writes the row of the first search of all, where no cache folder is yet', async () => {
  const cachePath = join(temporaryDirectory(), 'not/yet/there')
  const ctx = workspace({ 'm/a.md': '# A\n\npump\n' }, { cachePath, settings: { adaptiveTuning: true } })
  await find(ctx, { query: 'pump' })
  await ctx.stats.close()
  const rows = readFileSync(join(cachePath, 'manual-stats.ndjson'), 'utf8').trim().split('\n')
  expect(rows.map((row) => JSON.parse(row))).toMatchObject([{ candidates: 1, cut_off: false }])
})
