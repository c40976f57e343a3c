import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { plainCall } from '@shoko/contract'
import { describe, expect, it } from 'vitest'
import { reasonOf, vaultWith } from '../../test/vault-tree.ts'
import { searchNotes } from '../tools/vault-search.ts'

const TRAP = `${'a'.repeat(40)}!`

describe('patterns that run away', () => {
  it('are answered by the linear engine, while the server and other searches go on', async () => {
    const vault = vaultWith({ 'trap.md': TRAP, 'hit.md': 'xx\naaaa' })
    const slow = searchNotes(vault.context, { query: '^(a+)+$' })
    let turns = 0
    const ticking = setInterval(() => turns++, 5)
    const others = await Promise.all([
      searchNotes(vault.context, { query: 'aaaa', mode: 'plain' }),
      searchNotes(vault.context, { query: 'x+', mode: 'loose' }),
      vault.context.root.list('' as never),
    ])
    expect(others[0].results).toHaveLength(2)
    expect(await Promise.race([slow, 'still running'])).toBe('still running')
    expect((await slow).results).toEqual([{ path: 'hit.md', snippet: 'xx\naaaa', line: 2, match_count: 1 }])
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(10)
    expect((await searchNotes(vault.context, { query: '^(a+)+$' })).results).toHaveLength(1)
  })

  it('are refused when the linear engine does not know them either, and the next search works', async () => {
    const vault = vaultWith({ 'trap.md': TRAP })
    expect(await reasonOf(searchNotes(vault.context, { query: '^(?=(a+)+$)' }))).toBe('pattern_too_slow')
    expect((await searchNotes(vault.context, { query: 'a+!' })).results).toHaveLength(1)
  })

  it('are tried only where their letters stand, names and titles among them, and answer as if they were tried everywhere', async () => {
    const vault = vaultWith({
      'a.md': 'see Foo-12bar and foo-3bar',
      'foo-4bar.md': 'nothing',
      'b.md': '---\ntitle: Foo-5bar\n---\n',
      'c.md': 'foo bar',
      'no-text.md': 'foo-6bar\0',
    })
    for (const query of ['foo-\\d+bar', '(foo|bar)-\\d+bar', '(foo-\\d+|)bar']) {
      const { results, warnings, skipped } = await searchNotes(vault.context, { query })
      const counted = results.map(({ path, match_count }) => `${path} ${match_count}`)
      if (query.endsWith('|)bar')) expect(counted, query).toContain('c.md 1')
      else expect(counted, query).toEqual(['b.md 1', 'foo-4bar.md 0', 'a.md 2'])
      expect({ warnings, skipped }).toEqual({ warnings: 1, skipped: ['no-text.md'] })
    }
    expect((await searchNotes(vault.context, { query: 'absent \\d+' })).total).toBe(0)
  })

  it('include globs', async () => {
    const vault = vaultWith({ [`${'a'.repeat(200)}.md`]: 'x' })
    const glob = `${'*a'.repeat(30)}*b`
    expect(await reasonOf(searchNotes(vault.context, { query: 'x', glob, mode: 'plain' }))).toBe('pattern_too_slow')
    expect((await searchNotes(vault.context, { query: 'x', glob: '*a.md', mode: 'plain' })).results).toHaveLength(1)
  })

  it('include long ones without any repetition, which others do not wait for', async () => {
    const vault = vaultWith({ 'trap.md': 'a'.repeat(1_500_000), 'hit.md': 'needle' })
    const query = `${'a'.repeat(2000)}b${'a'.repeat(2000)}`
    let over = false
    const slow = Promise.all([
      reasonOf(searchNotes(vault.context, { query, mode: 'loose' })),
      searchNotes(vault.context, { query }).then(({ total }) => total, reasonOf),
    ]).finally(() => (over = true))
    for (let asked = 0; asked < 5; asked++)
      expect((await searchNotes(vault.context, { query: 'needle', mode: 'plain' })).total).toBe(1)
    expect(over).toBe(false)
    await slow
  })

  it('do not include plain text of any length', async () => {
    const query = `${'あ'.repeat(2000)}い${'あ'.repeat(2000)}`
    const vault = vaultWith({ 'trap.md': 'あ'.repeat(1_000_000), 'hit.md': `ああ${query}\n${query}` })
    const { results } = await searchNotes(vault.context, { query, mode: 'plain' })
    expect(results).toEqual([{ path: 'hit.md', snippet: `ああ${'あ'.repeat(120)}`, line: 1, match_count: 2 }])
  })

  it('can be cancelled', async () => {
    const vault = vaultWith({ 'trap.md': TRAP })
    const abort = new AbortController()
    const search = searchNotes(vault.context, { query: '^(a+)+$' }, { ...plainCall, signal: abort.signal })
    setTimeout(() => abort.abort(), 20)
    expect(await reasonOf(search)).toBe('cancelled')
    expect(await reasonOf(searchNotes(vault.context, { query: 'a' }, { ...plainCall, signal: abort.signal }))).toBe('cancelled')
  })
})

describe('search threads', () => {
  it('do not keep a process alive, and do not let it end before its answer', async () => {
    const vault = vaultWith({ 'n.md': 'needle' })
    const script = `
      import { openVault, searchNotes } from '@shoko/vault'
      const context = openVault({ root: ${JSON.stringify(vault.path)} })
      console.log(JSON.stringify((await searchNotes(context, { query: 'needle' })).results.map((result) => result.path)))
    `
    const run = promisify(execFile)(process.execPath, ['--conditions=shoko-source', '--input-type=module', '-e', script], {
      cwd: new URL('../../test', import.meta.url).pathname,
      timeout: 20_000,
    })
    expect((await run).stdout).toBe('["n.md"]\n')
  })

  it('search large files in parts, and their memory stays within the cache', async () => {
    const line = 'lorem ipsum dolor sit amet, consectetur adipiscing elit\n'
    const vault = vaultWith({ 'big.md': `${line.repeat(100_000)}needle at the end` }, { grepCacheBytes: 1024 * 1024 })
    for (const mode of ['plain', 'regex', 'loose']) {
      const found = await searchNotes(vault.context, { query: 'needle at', mode })
      expect(found.results).toMatchObject([{ path: 'big.md', line: 100_001, match_count: 1 }])
    }
    expect((await searchNotes(vault.context, { query: 'lorem', mode: 'plain' })).results[0]?.match_count).toBe(100_000)
  })
})
