import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RelativePath } from '@shoko/core-fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type TestVault, vaultWith } from '../../test/vault-tree.ts'
import type { SearchJob } from './protocol.ts'
import { WorkerHandle } from './worker-handle.ts'

const signal = new AbortController().signal
const scope = { dir: '' as RelativePath, glob: undefined }
const search: SearchJob = { kind: 'search', scope, engine: 'plain', query: 'needle', keep: 10 }

function threadOn(vault: TestVault, idleMs?: number): WorkerHandle {
  const worker = new WorkerHandle({ rootPath: vault.path, withheld: [], cachePath: undefined, cacheBytes: 1024 * 1024 }, idleMs)
  onTestFinished(() => worker.close())
  return worker
}

describe('a search thread', () => {
  it('ends when nobody has asked it for a while, and starts again with the next search', async () => {
    const worker = threadOn(vaultWith({ 'n.md': 'needle' }), 30)
    expect(worker.isRunning).toBe(false)
    for (let round = 0; round < 2; round++) {
      expect(await worker.run(search, { signal })).toMatchObject({ answer: { hits: [{ path: 'n.md' }] } })
      while (worker.isRunning) await sleep(5)
    }
  })

  it('is not ended while somebody waits for it', async () => {
    const worker = threadOn(vaultWith({ 'n.md': 'needle' }), 1)
    const answers = await Promise.all(Array.from({ length: 20 }, () => worker.run(search, { signal })))
    expect(answers.every((outcome) => 'answer' in outcome)).toBe(true)
  })

  it('reads ahead, and then sees what has changed since', async () => {
    const vault = vaultWith({ 'a.md': 'one', 'b.md': 'needle' })
    await sleep(60)
    const worker = threadOn(vault)
    expect(await worker.run({ kind: 'warm', scope }, { signal })).toMatchObject({ answer: { kind: 'warm' } })
    writeFileSync(vault.at('a.md'), 'a needle too')
    expect(await worker.run(search, { signal })).toMatchObject({ answer: { hits: [{ path: 'a.md' }, { path: 'b.md' }] } })
  })

  it('answers a search that comes while it reads ahead, whole and from the files as they are', async () => {
    const vault = vaultWith(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`n${n}.md`, `needle ${n}`])))
    const worker = threadOn(vault)
    const warm = worker.run({ kind: 'warm', scope }, { signal })
    const all = { ...search, keep: 1000 }
    const answers = await Promise.all([1, 2, 3].map(() => worker.run(all, { signal })))
    for (const outcome of answers) expect('answer' in outcome && outcome.answer.hits.length).toBe(300)
    expect(await warm).toMatchObject({ answer: { kind: 'warm' } })
    writeFileSync(vault.at('n7.md'), 'nothing here')
    const after = await worker.run(all, { signal })
    expect('answer' in after && after.answer.hits.map(({ path }) => path).includes('n7.md')).toBe(false)
  })
})
