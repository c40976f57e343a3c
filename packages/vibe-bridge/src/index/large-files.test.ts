import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openWorkspace } from '../../test/workspace.ts'
import { createDoc } from '../tools/create-doc.ts'
import { logSession } from '../tools/log-session.ts'
import { reindex } from '../tools/reindex.ts'
import { search } from '../tools/search.ts'
import { addressOf } from '../workspace/layout.ts'
import { MAX_DOCUMENT_LINES } from './follow-file.ts'
import { LARGE_BYTES } from './large-files.ts'

/** Some paragraphs more than a large document has, with a word at the end that nothing else holds. */
function largeText(word: string): string {
  const paragraph = 'Notes about the server, its answers and the people who wait for them.\n\n'
  return `${paragraph.repeat(Math.ceil((3 * LARGE_BYTES) / paragraph.length))}${word}\n`
}

async function found(ctx: Parameters<typeof search>[0], query: string): Promise<number> {
  return (await search(ctx, { query })).total_matches
}

describe('a large document', () => {
  it('is indexed while others have their turn', async () => {
    const { ctx, write } = openWorkspace({ 'p/status.md': '# p\n' })
    await search(ctx, { query: 'p' })
    write('p/scratch/large.md', largeText('zebra'))
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const answer = await ctx.index.indexWritten(addressOf({ project: 'p', folder: 'scratch', filename: 'large.md' }))
    clearInterval(timer)
    expect(answer).toEqual({ indexed: true })
    expect(turns).toBeGreaterThan(20)
    expect(await found(ctx, 'zebra')).toBe(1)
  })

  it('is written and replaced beside small ones, and every one of them is found', async () => {
    const { ctx } = openWorkspace({ 'p/status.md': '# p\n', 'q/status.md': '# q\n' })
    const small = Array.from({ length: 8 }, (_, at) => ({ project: 'q', folder: 'scratch' as const, filename: `s${at}` }))
    const answers = await Promise.all([
      logSession(ctx, { project: 'p', content: largeText('zebra') }),
      ...small.map((name) => createDoc(ctx, { ...name, content: `okapi ${name.filename}` })),
      logSession(ctx, { project: 'p', content: largeText('giraffe') }),
    ])
    expect(answers.map(({ indexed }) => indexed)).toEqual(answers.map(() => true))
    expect([await found(ctx, 'zebra'), await found(ctx, 'giraffe'), await found(ctx, 'okapi')]).toEqual([1, 1, 8])
  })

  it('is in the first index, and in one that is made anew', async () => {
    const { ctx } = openWorkspace({ 'p/scratch/large.md': largeText('zebra'), 'p/status.md': '# p\n' })
    expect(await found(ctx, 'zebra')).toBe(1)
    expect((await reindex(ctx, { full: true })).stats).toMatchObject({ scanned: 2, updated: 2, added: 0 })
    expect(await found(ctx, 'zebra')).toBe(1)
  })

  it('goes into a new index when the file of the old one turns out to be damaged', async () => {
    const { ctx, root } = openWorkspace({ 'p/status.md': '# okapi\n' })
    await search(ctx, { query: 'okapi' })
    writeSync(openSync(join(root, 'index.db'), 'r+'), 'no database any more')
    expect(await logSession(ctx, { project: 'p', content: largeText('zebra') })).toMatchObject({ indexed: true })
    expect([await found(ctx, 'zebra'), await found(ctx, 'okapi')]).toEqual([1, 1])
  })

  it('grows by sessions to 16 MiB and no further', async () => {
    const { ctx, write } = openWorkspace({ 'p/status.md': '# p\n' })
    const { session } = await logSession(ctx, { project: 'p', content: 'first' })
    write(session.path, 'x'.repeat(16 * 1024 * 1024 - 100))
    const entry = { project: 'p', content: 'y'.repeat(200) }
    await expect(logSession(ctx, entry)).rejects.toThrow(/too large to be changed by a tool .*; go on in another file/)
    expect(await logSession(ctx, { ...entry, suffix: 'more' })).toMatchObject({ session: { action: 'created' } })
  })

  it('that is nothing but headings is found by its first and its last line', async () => {
    const { ctx } = openWorkspace({ 'p/status.md': '# p\n' })
    const content = `# okapi\n${'# a\n'.repeat(60_000)}zebra\n`
    expect(await logSession(ctx, { project: 'p', content })).toMatchObject({ indexed: true })
    expect([await found(ctx, 'okapi'), await found(ctx, 'zebra')]).toEqual([1, 1])
  })

  it('of more lines than anybody reads is not indexed rather than taking all the memory there is', async () => {
    const { ctx, write } = openWorkspace({ 'p/status.md': '# okapi\n' })
    await search(ctx, { query: 'okapi' })
    write('p/scratch/strange.md', `zebra${'\n'.repeat(MAX_DOCUMENT_LINES + 1)}`)
    const answer = await ctx.index.indexWritten(addressOf({ project: 'p', folder: 'scratch', filename: 'strange.md' }))
    expect(answer).toEqual({ indexed: false, warning: 'the file is written, but it is too large to be indexed' })
    expect([await found(ctx, 'zebra'), await found(ctx, 'okapi')]).toEqual([0, 1])
  })

  it('is indexed in memory where there is no index file', async () => {
    const { reopen } = openWorkspace({ 'p/scratch/large.md': largeText('zebra') })
    expect(await found(reopen({ readOnly: true }), 'zebra')).toBe(1)
  })
})
