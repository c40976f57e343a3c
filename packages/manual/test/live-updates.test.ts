import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { plainCall } from '@shoko/contract'
import { openRoot } from '@shoko/core-fs'
import { describe, expect, it, vi } from 'vitest'
import { indexPathFor, openIndexFile } from '../src/corpus/persisted-index.ts'
import type { ManualFindOutput } from '../src/tools/manual-find.ts'
import { callTool, temporaryDirectory, type Workspace, workspace } from './workspace.ts'

async function count(ctx: Workspace, query: string): Promise<number> {
  return ((await callTool(ctx, 'manual_find', { query })) as ManualFindOutput).summary.candidates
}

describe('a living corpus', () => {
  it('shows an edit, a new file, a removal and a renamed directory', async () => {
    const ctx = workspace({ 'm/a.md': '# A\n\nalpha\n', 'm/dir/b.md': '# B\n\nbeta\n' })
    expect([await count(ctx, 'alpha'), await count(ctx, 'beta'), await count(ctx, 'gamma')]).toEqual([1, 1, 0])
    ctx.write('m/a.md', '# A\n\ngamma\n')
    ctx.write('n/new.md', '# N\n\nalpha\n')
    renameSync(join(ctx.rootPath, 'm/dir'), join(ctx.rootPath, 'm/moved'))
    await vi.waitFor(async () => expect([await count(ctx, 'gamma'), await count(ctx, 'alpha')]).toEqual([1, 1]), {
      timeout: 5000,
      interval: 50,
    })
    await vi.waitFor(
      async () =>
        expect(
          ctx.corpus.records.has('m/moved/b.md') && !ctx.corpus.records.has('m/dir/b.md') && (await count(ctx, 'beta')),
        ).toBe(1),
      { timeout: 5000, interval: 50 },
    )
    rmSync(join(ctx.rootPath, 'm'), { recursive: true })
    await vi.waitFor(async () => expect(await count(ctx, 'gamma')).toBe(0), { timeout: 5000, interval: 50 })
  })

  it('is the same after a file was only touched', async () => {
    const ctx = workspace({ 'm/a.md': '# A\n\nalpha\n', 'm/b.md': '# B\n\nbeta\n' })
    await count(ctx, 'alpha')
    const [before, stamp] = [ctx.corpus.fingerprint(), ctx.corpus.records.get('m/a.md')!.stamp]
    utimesSync(join(ctx.rootPath, 'm/a.md'), 1_000_000, 1_000_000)
    await vi.waitFor(
      async () => {
        await count(ctx, 'alpha')
        expect(ctx.corpus.records.get('m/a.md')!.stamp).not.toEqual(stamp)
        expect(ctx.corpus.records.get('m/a.md')!.stamp[1]).toBe(1_000_000_000)
      },
      { timeout: 5000, interval: 50 },
    )
    expect(ctx.corpus.fingerprint()).toBe(before)
  })

  it('misses the cache after a change', async () => {
    const ctx = workspace({ 'm/a.md': '# A\n\nalpha\n' }, { settings: { semCacheEnabled: true } })
    expect(await count(ctx, 'alpha')).toBe(1)
    ctx.write('m/b.md', '# B\n\nalpha\n')
    await vi.waitFor(async () => expect(await count(ctx, 'alpha')).toBe(2), { timeout: 5000, interval: 50 })
  })

  it('starts again from the saved index, reading only what changed', async () => {
    const [rootPath, cachePath] = [temporaryDirectory(), temporaryDirectory()]
    const first = workspace(
      { 'm/a.md': '# A\n\nalpha\n', 'm/b.md': '# B\n\nbeta\n', 'm/synonyms.json': '[["beta","zeta"]]' },
      { root: rootPath, cachePath },
    )
    await sleep(80) // longer than a tick of the files' clock
    expect(await count(first, 'alpha')).toBe(1)
    await first.close()
    writeFileSync(join(rootPath, 'm/b.md'), '# B\n\ngamma\n')
    const second = workspace({}, { root: rootPath, cachePath })
    const reported: number[] = []
    await second.corpus.refresh({ ...plainCall, report: ({ progress }) => reported.push(progress) }, 60_000)
    expect(reported.at(-1)).toBeLessThan(3)
    expect([await count(second, 'alpha'), await count(second, 'beta'), await count(second, 'gamma')]).toEqual([1, 0, 1])
  })

  it('is saved as it is at the end, whatever changed while it was being saved', async () => {
    const [rootPath, cachePath] = [temporaryDirectory(), temporaryDirectory()]
    const tree = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`m/f${index}.md`, `# F\n\nalpha ${index}\n`]))
    const first = workspace(tree, { root: rootPath, cachePath })
    await sleep(30)
    await count(first, 'alpha')
    const { records, ranker } = first.corpus
    const rows = () => records.values().map(({ words, places: _, ...row }) => ({ row, held: words }))
    const index = { edition: 0, rows, saveInSteps: (room: number) => ranker.saveInSteps(room) }
    const path = indexPathFor(rootPath)
    const root = openRoot(cachePath)
    const isSaved = await openIndexFile(root, path).save(index, async () => void index.edition++)
    expect(isSaved).toBe('changed')
    first.write('m/f7.md', '# F\n\ngamma\n')
    await vi.waitFor(async () => expect(await count(first, 'gamma')).toBe(1), { timeout: 5000, interval: 50 })
    await first.close()
    const second = workspace({}, { root: rootPath, cachePath })
    expect([await count(second, 'gamma'), await count(second, 'alpha')]).toEqual([1, 49])
  })

  it.each(['', 'garbage', 'SHKM'])('builds anew when the saved index holds %j', async (content) => {
    const [rootPath, cachePath] = [temporaryDirectory(), temporaryDirectory()]
    writeFileSync(join(cachePath, indexPathFor(rootPath)), content)
    const ctx = workspace({ 'm/a.md': '# A\n\nalpha\n' }, { root: rootPath, cachePath })
    expect(await count(ctx, 'alpha')).toBe(1)
  })

  it('builds anew when the saved index is damaged inside', async () => {
    const [rootPath, cachePath] = [temporaryDirectory(), temporaryDirectory()]
    const first = workspace({ 'm/a.md': '# A\n\nalpha\n' }, { root: rootPath, cachePath })
    await count(first, 'alpha')
    await first.close()
    const path = join(cachePath, indexPathFor(rootPath))
    const { readFileSync } = await import('node:fs')
    const bytes = readFileSync(path)
    for (const at of [20, bytes.length - 3]) {
      const damaged = Buffer.from(bytes)
      damaged[at] = damaged[at]! ^ 0xff
      writeFileSync(path, damaged)
      const ctx = workspace({}, { root: rootPath, cachePath })
      expect(await count(ctx, 'alpha')).toBe(1)
      await ctx.close()
    }
  })

  it('works without a place for its cache', async () => {
    const file = join(temporaryDirectory(), 'file')
    writeFileSync(file, '')
    const ctx = workspace({ 'm/a.md': '# A\n\nalpha\n' }, { cachePath: join(file, 'cache') })
    expect(await count(ctx, 'alpha')).toBe(1)
  })

  it('reports progress while it builds, and names what a short budget did not wait for', async () => {
    const tree = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`m/f${index}.md`, `# F\n\nalpha ${'words '.repeat(2000)}\n`]),
    )
    const ctx = workspace(tree)
    const reported: { progress: number; total?: number }[] = []
    const call = { ...plainCall, report: (progress: { progress: number; total?: number }) => reported.push(progress) }
    const early = (await callTool(ctx, 'manual_find', { query: 'alpha', budget: { time_ms: 1 } }, call)) as ManualFindOutput
    const left = (await callTool(ctx, 'manual_hits', { trace_id: early.trace_id, kind: 'unscanned', limit: 1 })) as {
      total: number
      items: unknown[]
    }
    expect(left.total + early.summary.scanned_files).toBeLessThanOrEqual(300)
    await callTool(ctx, 'manual_find', { query: 'alpha' }, call)
    expect(reported.at(-1)).toMatchObject({ message: expect.any(String) })
    expect(await count(ctx, 'alpha')).toBe(200)
  })

  it('refuses a cancelled call', async () => {
    const ctx = workspace({ 'm/a.md': '# A\n' })
    const call = { ...plainCall, signal: AbortSignal.abort() }
    await expect(callTool(ctx, 'manual_find', { query: 'a' }, call)).rejects.toMatchObject({ reason: 'cancelled' })
  })

  it('says that the root is not there, and finds it when it comes', async () => {
    const rootPath = join(temporaryDirectory(), 'later')
    const ctx = workspace({}, { root: rootPath })
    await expect(callTool(ctx, 'manual_find', { query: 'a' })).rejects.toMatchObject({ reason: 'not_found' })
    ctx.write('m/a.md', '# A\n\nalpha\n')
    expect(await count(ctx, 'alpha')).toBe(1)
  })
})
