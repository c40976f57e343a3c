import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RelativePath } from '@shoko/core-fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { vaultWith } from '../../test/vault-tree.ts'
import { SearchPool } from './search-pool.ts'

const { signal } = new AbortController()
const scope = { dir: '' as RelativePath, glob: undefined }

describe('the threads of a vault with few texts', () => {
  it('become one, which knows all notes, while searches go on', async () => {
    const vault = vaultWith(Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`n${n}.md`, `needle ${n}`])))
    const pool = new SearchPool({ rootPath: vault.path, cacheBytes: 8 * 1024 * 1024 })
    onTestFinished(() => pool.close())
    const search = () => pool.search({ mode: 'plain', query: 'needle', scope, keep: 1000 }, signal)
    const first = await search()
    expect(first.ranks).toHaveLength(200)
    const most = pool.threads
    while (pool.threads !== 1) {
      await sleep(10)
      const answers = await Promise.all([search(), search(), search()])
      for (const answer of answers) expect(answer).toEqual(first)
    }
    expect(most).toBeLessThanOrEqual(2)
    writeFileSync(vault.at('n7.md'), 'nothing here')
    writeFileSync(vault.at('new.md'), 'a needle')
    expect((await search()).ranks).toHaveLength(200)
    expect((await pool.search({ mode: 'regex', query: '^(need)+le 1', scope, keep: 1000 }, signal)).ranks).toHaveLength(111)
    await pool.close()
    expect(pool.threads).toBe(0)
    expect((await search()).ranks).toHaveLength(200)
  })
})
