import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { plainCall } from '@shoko/contract'
import { describe, expect, it } from 'vitest'
import type { ManualFindOutput } from '../src/tools/manual-find.ts'
import type { ManualHitsOutput } from '../src/tools/manual-hits.ts'
import { callTool, temporaryDirectory, type Workspace, workspace } from './workspace.ts'

const pages = Object.fromEntries(Array.from({ length: 200 }, (_, page) => [`m/p${page}.md`, `# P${page}\n\nalpha ${page}\n`]))

async function find(ctx: Workspace, query: string): Promise<ManualFindOutput> {
  return (await callTool(ctx, 'manual_find', { query })) as ManualFindOutput
}

describe('an index of the manuals', () => {
  it('is built by one of several that come at once; the others load it and say that they wait', async () => {
    const [rootPath, cachePath] = [temporaryDirectory(), temporaryDirectory()]
    const built: string[] = []
    const open = (name: string) =>
      workspace(pages, { root: rootPath, cachePath, onIndex: ({ building }) => void (building && built.push(name)) })
    const three = ['a', 'b', 'c'].map(open)
    await Promise.all(three.map(({ corpus }) => corpus.refresh(plainCall, 20_000)))
    expect(built).toHaveLength(1)
    expect(three.map(({ corpus }) => corpus.records.size)).toEqual([200, 200, 200])
  })

  it('is built by the next when the first gives up', async () => {
    const [rootPath, cachePath] = [temporaryDirectory(), temporaryDirectory()]
    const first = workspace(pages, { root: rootPath, cachePath })
    await first.corpus.refresh(plainCall, 0)
    const second = workspace(pages, { root: rootPath, cachePath })
    const waiting = second.corpus.refresh(plainCall, 20_000)
    await first.close()
    await waiting
    expect(second.corpus.records.size).toBe(200)
  })

  it('is put away at rest and loaded by the next question, with traces as they were', async () => {
    const ctx = workspace(pages)
    const before = await find(ctx, 'alpha 7')
    await ctx.corpus.rest(() => true)
    expect(ctx.corpus.records.size).toBe(0)
    ctx.write('m/new.md', '# New\n\nalpha omega\n')
    const hits = (await callTool(ctx, 'manual_hits', { trace_id: before.trace_id, kind: 'candidates' })) as ManualHitsOutput
    expect(hits.total).toBe(before.summary.candidates)
    const { trace_id: _, ...after } = await find(ctx, 'alpha 7')
    expect(after.passages[0]).toEqual(before.passages[0])
    expect((await find(ctx, 'omega')).summary.candidates).toBe(1)
  })

  it('is kept for this user alone, with all that lies beside it', async () => {
    const cachePath = join(temporaryDirectory(), 'manuals')
    mkdirSync(cachePath, { mode: 0o755 })
    const ctx = workspace(pages, { cachePath })
    await find(ctx, 'alpha 7')
    await ctx.close()
    expect(statSync(cachePath).mode & 0o777).toBe(0o700)
    const files = readdirSync(cachePath, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(0)
    for (const { parentPath, name } of files) expect([name, statSync(join(parentPath, name)).mode & 0o077]).toEqual([name, 0])
  })

  it('stays where it is when somebody comes meanwhile', async () => {
    const ctx = workspace(pages)
    await find(ctx, 'alpha')
    await ctx.corpus.rest(() => false)
    expect(ctx.corpus.records.size).toBe(200)
  })
})
