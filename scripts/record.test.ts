import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordedPages, root } from './record/pages.ts'

describe('the recorded pages', () => {
  it.each(Object.entries(recordedPages))(
    '%s says what the programs answer today; else: pnpm build && pnpm record',
    async (path, record) => {
      expect(readFileSync(join(root, path), 'utf8')).toBe(await record())
    },
  )
})
