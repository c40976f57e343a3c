import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { expectEach } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callTool, reasonOf, sharedVault, type TestVault } from '../../test/vault-tree.ts'
import { searchNotes, type VaultSearchInput, vaultSearch } from './vault-search.ts'

describe('vault_search', () => {
  const vaultWith = sharedVault()

  async function paths({ context }: TestVault, input: VaultSearchInput): Promise<string[]> {
    return (await searchNotes(context, input)).results.map((result) => result.path)
  }

  it('gives one result a file with the first match, most matches first, then in path order', async () => {
    const vault = vaultWith({ 'b.md': 'x\nthe Needle, a needle\n', 'a/c.md': 'needle', 'a.md': 'no', 'a-b.md': 'NEEDLE' })
    expect(await searchNotes(vault.context, { query: 'needle' })).toEqual({
      results: [
        { path: 'b.md', snippet: 'x\nthe Needle, a needle\n', line: 2, match_count: 2 },
        { path: 'a-b.md', snippet: 'NEEDLE', line: 1, match_count: 1 },
        { path: 'a/c.md', snippet: 'needle', line: 1, match_count: 1 },
      ],
      total: 3,
      next_offset: null,
      version: expect.any(String),
      warnings: 0,
      skipped: [],
      next_actions: [],
    })
  })

  it('puts files whose name or title matches first', async () => {
    const vault = vaultWith({
      'many.md': 'tea tea tea tea',
      'one.md': '# About Tea\n',
      'matter.md': '---\ntitle: "Tea time"\n---\ntea tea',
      'z/Tea.md': 'nothing',
      'z/tea pot.md': 'tea',
    })
    const { results } = await searchNotes(vault.context, { query: 'tea' })
    expect(results.map(({ path, match_count }) => [path, match_count])).toEqual([
      ['matter.md', 3],
      ['one.md', 1],
      ['z/tea pot.md', 1],
      ['z/Tea.md', 0],
      ['many.md', 4],
    ])
    expect(results[3]).toEqual({ path: 'z/Tea.md', snippet: 'Tea', line: null, match_count: 0 })
    expect(await paths(vault, { query: 'Tea', mode: 'plain' })).toEqual(['matter.md', 'one.md', 'z/Tea.md'])
    expect(await paths(vault, { query: 'ＴＥＡ-pot', mode: 'loose' })).toEqual(['z/tea pot.md'])
    expect((await searchNotes(vault.context, { query: '^about tea$' })).results).toEqual([
      { path: 'one.md', snippet: 'About Tea', line: null, match_count: 0 },
    ])
    expect(await paths(vault, { query: 'md' })).toEqual([])
    expect(await paths(vault, { query: 'many.md' })).toEqual(['many.md'])
  })

  it('proposes vault_find when several words are found nowhere', async () => {
    const vault = vaultWith({ 'a.md': 'tea' })
    const proposed = async (input: VaultSearchInput) => (await searchNotes(vault.context, input)).next_actions
    expect(await proposed({ query: 'green coffee beans' })).toEqual([
      { type: 'vault_find', confidence: 0.5, params: { query: 'green coffee beans' } },
    ])
    expect(await proposed({ query: 'coffee.*(beans|mill)', relative_dir: '.', glob: '*.md' })).toEqual([
      { type: 'vault_find', confidence: 0.5, params: { query: 'coffee beans mill', scope: { relative_dir: '.', glob: '*.md' } } },
    ])
    expect(await proposed({ query: '珈琲豆の焙煎温度', mode: 'loose' })).toHaveLength(1)
    expect(await proposed({ query: 'coffee' })).toEqual([])
    expect(await proposed({ query: 'tea' })).toEqual([])
  })

  it('shows 40 characters before the match and 120 from it on, whole characters only', async () => {
    const vault = vaultWith({ 'n.md': `${'😀'.repeat(60)}needle${'é'.repeat(200)}` })
    const [result] = (await searchNotes(vault.context, { query: 'needle' })).results
    expect(result?.snippet).toBe(`${'😀'.repeat(40)}needle${'é'.repeat(114)}`)
  })

  it('counts lines by every newline style, and does not count a BOM as text', async () => {
    const vault = vaultWith({ 'n.md': '\uFEFFfirst\rsecond\r\nthird\nfourth' })
    const lineOf = async (query: string) => (await searchNotes(vault.context, { query })).results[0]?.line
    expect(await lineOf('^first')).toBe(1)
    expect(await lineOf('second')).toBe(2)
    expect(await lineOf('third')).toBe(3)
    expect(await lineOf('^fourth$')).toBe(4)
  })

  it('searches plain text by case, and loose text in any width, case and spacing', async () => {
    const vault = vaultWith({
      'upper.md': 'Needle',
      'lower.md': 'needle',
      'wide.md': 'ＮＥＥ－ＤＬＥ',
      'gaps.md': 'n-e (e) d/l・e',
      'lines.md': 'nee\ndle',
    })
    expect(await paths(vault, { query: 'Needle', mode: 'plain' })).toEqual(['upper.md'])
    expect(await paths(vault, { query: 'nee dle', mode: 'loose' })).toEqual([
      'gaps.md',
      'lines.md',
      'lower.md',
      'upper.md',
      'wide.md',
    ])
    expect(await paths(vault, { query: 'n.e', mode: 'loose' })).toEqual([])
    expect(await paths(vault, { query: '-- /', mode: 'loose' })).toEqual([])
  })

  it('finds Japanese text loosely across half-width forms and middle dots', async () => {
    const vault = vaultWith({ 'a.md': 'ｻｰﾋﾞｽ･ﾚﾍﾞﾙ', 'b.md': '表\nサービス／レベル（SLA）', 'c.md': 'サービス' })
    const found = await searchNotes(vault.context, { query: 'サービスレベル', mode: 'loose' })
    expect(found.results).toMatchObject([
      { path: 'a.md', line: 1, snippet: 'ｻｰﾋﾞｽ･ﾚﾍﾞﾙ' },
      { path: 'b.md', line: 2 },
    ])
  })

  it('searches regular expressions by default, ignoring case, with line anchors', async () => {
    const vault = vaultWith({ 'note-a.md': 'one\nTODO: x\n', 'note-b.md': 'x TODO: y', 'note-c.md': 'ÑANDÚ', 'note-d.md': '😀' })
    expect(await paths(vault, { query: '^todo:' })).toEqual(['note-a.md'])
    expect(await paths(vault, { query: 'ñand[uú]$', mode: 'regex' })).toEqual(['note-c.md'])
    expect(await paths(vault, { query: '^.$' })).toEqual(['note-d.md'])
    expect(await paths(vault, { query: '^\\p{L}{5}$' })).toEqual(['note-c.md'])
    expect(await paths(vault, { query: '(todo): (x|y)' })).toEqual(['note-a.md', 'note-b.md'])
  })

  it('searches what does not compile, and unknown modes, as plain text', async () => {
    const vault = vaultWith({ 'a.md': 'f(x', 'b.md': 'F(X', 'c.md': 'a.c', 'd.md': 'abc' })
    expect(await paths(vault, { query: 'f(x' })).toEqual(['a.md'])
    expect(await paths(vault, { query: 'a.c', mode: 'fuzzy' })).toEqual(['c.md'])
    expect(await paths(vault, { query: 'A.C', mode: 'REGEX' })).toEqual([])
    expect(await reasonOf(callTool(vaultSearch, vault, { query: 'a', mode: 5 }))).toBe('invalid_argument')
  })

  it('counts matches of nothing without going on for ever', async () => {
    const vault = vaultWith({ 'n.md': 'ab😀' })
    expect((await searchNotes(vault.context, { query: 'x*' })).results[0]).toMatchObject({ line: 1, match_count: 4 })
    expect((await searchNotes(vault.context, { query: '$' })).results[0]).toMatchObject({ match_count: 1 })
  })

  it('stops at the limit, 50 by default', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`n${String(index).padStart(2, '0')}.md`, 'needle']),
    )
    const vault = vaultWith(files)
    expect(await paths(vault, { query: 'needle' })).toEqual(Object.keys(files).slice(0, 50))
    expect(await paths(vault, { query: 'needle', limit: 3 })).toEqual(['n00.md', 'n01.md', 'n02.md'])
    expect(await paths(vault, { query: 'needle', limit: 1000 })).toHaveLength(60)
    const first = await searchNotes(vault.context, { query: 'needle' })
    expect(first).toMatchObject({ total: 60, next_offset: 50 })
    const rest = await searchNotes(vault.context, { query: 'needle', offset: 50, version: first.version })
    expect(rest.results.map(({ path }) => path)).toEqual(Object.keys(files).slice(50))
    expect(rest).toMatchObject({ total: 60, next_offset: null, version: first.version })
    writeFileSync(vault.at('n60.md'), 'needle')
    expect(await searchNotes(vault.context, { query: 'needle', offset: 50, version: first.version })).toMatchObject({
      changed: true,
    })
  })

  it('matches globs against the path below relative_dir, without a slash at any depth', async () => {
    const vault = vaultWith({ 'a.md': 'x', 'a.txt': 'x', 'd/b.md': 'x', 'd/e/c.md': 'x', 'd/e/c.txt': 'x' })
    expect(await paths(vault, { query: 'x', glob: '*.md' })).toEqual(['a.md', 'd/b.md', 'd/e/c.md'])
    expect(await paths(vault, { query: 'x', glob: 'e/*.md', relative_dir: 'd' })).toEqual(['d/e/c.md'])
    expect(await paths(vault, { query: 'x', glob: 'd/*', relative_dir: 'd' })).toEqual([])
    expect(await paths(vault, { query: 'x', glob: '**/*.txt' })).toEqual(['a.txt', 'd/e/c.txt'])
    expect(await paths(vault, { query: 'x', glob: '*.{md,txt}', relative_dir: 'd/e' })).toEqual(['d/e/c.md', 'd/e/c.txt'])
    expect(await paths(vault, { query: 'x', glob: ' ', relative_dir: '.' })).toHaveLength(5)
  })

  it('leaves out .system, hidden folders and links', async () => {
    const vault = vaultWith({ '.system/a.md': 'x', '.obsidian/b.md': 'x', 'd/.git/c.md': 'x', 'n.md': 'x' })
    symlinkSync(vault.at('n.md'), vault.at('link.md'))
    symlinkSync(vault.at('.system'), vault.at('linked'))
    expect(await paths(vault, { query: 'x' })).toEqual(['n.md'])
    expect(await searchNotes(vault.context, { query: 'x', relative_dir: '.system' })).toMatchObject({ results: [], total: 0 })
    for (const relative_dir of ['.obsidian', 'd/.git'])
      expect(await reasonOf(searchNotes(vault.context, { query: 'x', relative_dir }))).toBe('withheld')
  })

  it('passes over files that are not text, and counts them', async () => {
    const vault = vaultWith({
      'latin1.md': Uint8Array.of(0x78, 0xe9),
      'binary.bin': Uint8Array.of(0x78, 0, 0x78),
      'n.md': 'x',
      'x.db': 'x',
    })
    execFileSync('mkfifo', [vault.at('pipe.md')])
    for (const mode of ['plain', 'regex', 'loose']) {
      expect(await searchNotes(vault.context, { query: 'x', mode })).toMatchObject({
        results: [{ path: 'n.md' }],
        warnings: 2,
        skipped: ['binary.bin', 'latin1.md'],
      })
    }
  })

  it('refuses folders that are not there', async () => {
    const vault = vaultWith({ 'n.md': 'x' })
    mkdirSync(vault.at('real'))
    symlinkSync(vault.at('real'), vault.at('inner'))
    const reason = (args: object) => reasonOf(callTool(vaultSearch, vault, { query: 'x', ...args }))
    await expectEach(reason, [
      [{ relative_dir: 'missing' }, 'not_found'],
      [{ relative_dir: 'n.md' }, 'not_found'],
      [{ relative_dir: '..' }, 'invalid_path'],
      [{ relative_dir: 5 }, 'invalid_path'],
      [{ relative_dir: 'inner' }, 'linked'],
      [{ relative_dir: 'real' }, 'no error'],
      [{ relative_dir: '' }, 'no error'],
    ])
  })

  it('refuses a file where it wants a folder, and every hidden one', async () => {
    const vault = vaultWith({ 'n.md': 'x', '.hidden.md': 'x' })
    const reason = (relative_dir: string) => reasonOf(searchNotes(vault.context, { query: 'x', relative_dir }))
    expect(await reason('n.md')).toBe('not_found')
    expect(await reason('.hidden.md')).toBe('withheld')
  })

  it('refuses wrong input', async () => {
    const vault = vaultWith({ 'n.md': 'x' })
    const reason = (args: object) => reasonOf(callTool(vaultSearch, vault, args))
    for (const query of ['', '  ', 5, null, undefined]) expect(await reason({ query })).toBe('invalid_argument')
    for (const limit of [0, -1, 1.5, '5', true]) expect(await reason({ query: 'x', limit })).toBe('invalid_argument')
    await expectEach(reason, [
      [{ query: 'x', glob: 5 }, 'invalid_argument'],
      [{ query: 'x', regexp: true }, 'invalid_argument'],
      [{ query: 'x', limit: null, glob: null, mode: null, relative_dir: null }, 'no error'],
    ])
  })

  it('sees every change at once: edits, same-size edits, moves, new and removed files', async () => {
    const vault = vaultWith({ 'n.md': 'aaaa', 'old.md': 'aaaa' })
    expect(await paths(vault, { query: 'aaaa' })).toEqual(['n.md', 'old.md'])
    writeFileSync(vault.at('n.md'), 'bbbb')
    expect(await paths(vault, { query: 'aaaa' })).toEqual(['old.md'])
    expect(await paths(vault, { query: 'bbbb' })).toEqual(['n.md'])
    for (let round = 0; round < 20; round++) {
      writeFileSync(vault.at('n.md'), `r${String(round).padStart(3, '0')}`)
      expect(await paths(vault, { query: `r${String(round).padStart(3, '0')}`, mode: 'plain' })).toEqual(['n.md'])
    }
    appendFileSync(vault.at('n.md'), ' more')
    renameSync(vault.at('old.md'), vault.at('new.md'))
    expect(await paths(vault, { query: 'more|aaaa' })).toEqual(['n.md', 'new.md'])
    rmSync(vault.at('new.md'))
    expect(await paths(vault, { query: 'more|aaaa' })).toEqual(['n.md'])
  })

  it('sees an edit that keeps size and mtime', async () => {
    const vault = vaultWith({ 'n.md': 'aaaa' })
    utimesSync(vault.at('n.md'), 1000, 1000)
    await new Promise((resolve) => setTimeout(resolve, 80))
    expect(await paths(vault, { query: 'aaaa' })).toEqual(['n.md'])
    writeFileSync(vault.at('n.md'), 'bbbb')
    utimesSync(vault.at('n.md'), 1000, 1000)
    expect(statSync(vault.at('n.md')).mtimeMs).toBe(1_000_000)
    expect(await paths(vault, { query: 'bbbb' })).toEqual(['n.md'])
  })

  it('finds in plain mode exactly what includes finds', async () => {
    const vault = vaultWith({})
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '日', '😀', '\n', '\r\n', '-', ' '), maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 6 }),
        fc.string({ unit: fc.constantFrom('a', 'é', '日', '-'), minLength: 1, maxLength: 3 }),
        async (texts, query) => {
          rmSync(vault.at('t'), { recursive: true, force: true })
          mkdirSync(vault.at('t'))
          for (const [index, content] of texts.entries()) writeFileSync(vault.at(`t/${index}.md`), content)
          const found = (await searchNotes(vault.context, { query, mode: 'plain' })).results
          expect(found.map((result) => [result.path, result.match_count])).toEqual(
            texts
              .flatMap((content, index) =>
                content.includes(query) ? [[`t/${index}.md`, content.split(query).length - 1] as const] : [],
              )
              .sort(([, a], [, b]) => b - a),
          )
        },
      ),
      { numRuns: 40 },
    )
  })
})
