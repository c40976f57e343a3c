import { describe, expect, it } from 'vitest'
import { openWorkspace } from '../../test/workspace.ts'
import { type SearchOutput, search } from './search.ts'

const TREE = {
  'vibe/tasks/003-disenar-schema-sqlite.md':
    '# Task: Diseñar schema SQLite\n\nStatus: done\n\n## Objective\nDiseñar el schema SQLite para el indexador del servidor.\n',
  'vibe/plans/execution-plan.md': '# Plan\n\n## Overview\nExpose the workspaces. The indexing runs in the background.\n',
  'vibe/status.md': '# Estado\n\n## Próximos pasos\n- Implementar la búsqueda\n',
  'vibe/references/notes.md': '# Notes\n\n```\nconst secret = 1\n```\n\nLas canciones del jardín y los árboles.\n',
  'vibe/assets/data.json': '{"indexador": true}',
  'kura/tasks/001-在庫.md': '# Task: 在庫の同期\n\nStatus: in-progress\n\n## Objective\nオフライン同期機能の重複をなくす。\n',
  'kura/sessions/deep/2026-11-12.md': '# Session\n\nA nested session about schemas.\n',
  'kura/.hidden.md': '# schema hidden\n',
  '.secret/tasks/001-x.md': '# schema hidden\n',
}

describe('search', () => {
  it('answers in the shape of the seed', async () => {
    const { ctx } = openWorkspace(TREE)
    const answer = await search(ctx, { query: 'indexador sqlite', project: 'vibe', limit: 10 })
    expect(answer).toEqual({
      query: 'indexador sqlite',
      total_matches: 1,
      match: 'all',
      results: [
        {
          project: 'vibe',
          folder: 'tasks',
          filename: '003-disenar-schema-sqlite.md',
          path: 'vibe/tasks/003-disenar-schema-sqlite.md',
          heading: '## Objective',
          snippet: 'Diseñar el schema **SQLite** para el **indexador** del servidor.',
          start_line: 6,
          end_line: 6,
          confidence: expect.any(Number),
          score: expect.any(Number),
          metadata: { type: 'task', status: 'done', updated: '2026-11-13' },
        },
      ],
      total: 1,
      next_offset: null,
      version: expect.any(String),
    })
    expect(answer.results[0]?.score).toBeGreaterThan(0)
  })

  const found = async (query: string, options: { project?: string; folder?: string } = {}) => {
    const { ctx } = openWorkspace(TREE)
    return (await search(ctx, { query, ...options })).results.map(({ path, heading }) => `${path} ${heading}`.trim())
  }

  it.each([
    ['Spanish without accents', 'jardin', 'vibe/references/notes.md # Notes'],
    ['Spanish accents that the text has not', 'schemá', 'kura/sessions/deep/2026-11-12.md # Session'],
    ['a plural by its singular', 'cancion', 'vibe/references/notes.md # Notes'],
    ['English stems', 'index background', 'vibe/plans/execution-plan.md ## Overview'],
    ['a Japanese word', '同期', 'kura/tasks/001-在庫.md ## Objective'],
    ['a part of a Japanese word', '期機能', 'kura/tasks/001-在庫.md ## Objective'],
    ['one character', '複', 'kura/tasks/001-在庫.md ## Objective'],
    ['half-width letters by full-width ones', 'ｓｑｌｉｔｅ', 'vibe/tasks/003-disenar-schema-sqlite.md ## Objective'],
    ['words inside code', 'secret', 'vibe/references/notes.md # Notes'],
    ['a heading', 'próximos pasos', 'vibe/status.md ## Próximos pasos'],
    ['a prefix', 'implem*', 'vibe/status.md ## Próximos pasos'],
    ['a phrase', '"schema SQLite para"', 'vibe/tasks/003-disenar-schema-sqlite.md ## Objective'],
    ['a Japanese phrase', '"同期機能の重複"', 'kura/tasks/001-在庫.md ## Objective'],
    ['a word of a nested file', 'nested', 'kura/sessions/deep/2026-11-12.md # Session'],
  ])('finds %s', async (_what, query, place) => {
    expect(await found(query)).toContain(place)
  })

  it.each([
    ['✅', 'p/scratch/a.md'],
    ['🚀', 'p/scratch/b.md'],
    ['launch 🚀', 'p/scratch/b.md'],
    ['⚠️', 'p/scratch/c.md'],
    ['→', 'p/scratch/d.md'],
    ['€', 'p/scratch/d.md'],
    ['C++', 'p/scratch/e.md'],
    ['C#', 'p/scratch/f.md'],
    ['=>', 'p/scratch/g.md'],
    ['👩‍💻', 'p/scratch/h.md'],
  ])('finds the symbol %s', async (query, path) => {
    const { ctx } = openWorkspace({
      'p/scratch/a.md': 'deploy ✅ done',
      'p/scratch/b.md': 'launch it 🚀🚀 soon',
      'p/scratch/c.md': '⚠ careful',
      'p/scratch/d.md': 'a → b for 5 €',
      'p/scratch/e.md': 'written in C++, and C',
      'p/scratch/f.md': 'written in C#',
      'p/scratch/g.md': 'x => y',
      'p/scratch/h.md': 'by 👩‍💻 herself',
    })
    const answer = await search(ctx, { query })
    expect(answer.results.map((result) => result.path)).toEqual([path])
    expect(answer.results[0]?.snippet).toContain('**')
    expect((await search(ctx, { query: '"deploy done"' })).total_matches).toBe(1)
    expect((await search(ctx, { query: 'deploy & done' })).total_matches).toBe(1)
  })

  it('does not find a phrase whose words stand apart or in another order', async () => {
    expect(await found('"SQLite schema"')).toEqual([])
    expect(await found('"schema indexador"')).toEqual([])
  })

  it('leaves out what is excluded', async () => {
    expect(await found('schema -sqlite')).toEqual(['kura/sessions/deep/2026-11-12.md # Session'])
    expect(await found('schema -"nested session"')).not.toContain('kura/sessions/deep/2026-11-12.md # Session')
  })

  it('keeps to a project and a folder, the root among them', async () => {
    expect(await found('schema', { project: 'kura' })).toEqual(['kura/sessions/deep/2026-11-12.md # Session'])
    expect(await found('schema', { folder: 'tasks' })).toHaveLength(2)
    expect(await found('implementar', { folder: '' })).toEqual(['vibe/status.md ## Próximos pasos'])
  })

  it('indexes neither hidden files, hidden folders nor other formats', async () => {
    const places = await found('schema')
    expect(places.some((place) => place.includes('hidden') || place.includes('secret'))).toBe(false)
    expect(await found('indexador', { folder: 'assets' })).toEqual([])
  })

  it('names the path below the folder as filename', async () => {
    const { ctx } = openWorkspace(TREE)
    expect((await search(ctx, { query: 'nested' })).results[0]).toMatchObject({
      folder: 'sessions',
      filename: 'deep/2026-11-12.md',
    })
  })

  it('falls back to any word, those with more words first', async () => {
    const { ctx } = openWorkspace({
      'p/tasks/001-a.md': '# alpha\n\nStatus: in-progress\n',
      'p/scratch/b.md': '# notes\n\nalpha and beta\n',
      'p/scratch/c.md': '# notes\n\ngamma\n',
    })
    const answer = await search(ctx, { query: 'alpha beta delta' })
    expect(answer.match).toBe('any')
    expect(answer.results.map(({ filename }) => filename)).toEqual(['b.md', '001-a.md'])
    expect(answer.results[0]!.score).toBeGreaterThanOrEqual(answer.results[1]!.score)
    expect((await search(ctx, { query: 'omega' })).match).toBe('all')
  })

  it.each([
    ['puerto', 'puerta'],
    ['puertas', 'puerto'],
    ['caso', 'casa'],
  ])('ranks %s before %s, which shares its stem', async (word, other) => {
    const { ctx } = openWorkspace({
      'p/tasks/001-a.md': `# Task: ${other}\n\nStatus: in-progress\n\n${`La ${other} de la ciudad. `.repeat(9)}\n`,
      'p/scratch/b.md': `Lejos queda el ${word} de la ciudad vieja.\n`,
      'p/scratch/c.md': 'Nada que ver.\n',
    })
    const files = async (query: string) => (await search(ctx, { query })).results.map(({ filename }) => filename)
    expect((await files(word))[0]).toBe('b.md')
    expect(await files(word)).toContain('001-a.md')
    expect((await files(`${word} ciudad`))[0]).toBe('b.md')
    expect((await files(other))[0]).toBe('001-a.md')
  })

  it('counts chunks and orders by score', async () => {
    const { ctx } = openWorkspace({ 'p/tasks/001-a.md': '# alpha\n## one\nalpha\n## two\nalpha\n## Next steps\nalpha\n' })
    const answer = await search(ctx, { query: 'alpha', limit: 2 })
    expect(answer.total_matches).toBe(4)
    expect(answer.results).toHaveLength(2)
    const scores = (await search(ctx, { query: 'alpha' })).results.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(Math.min(...scores)).toBeGreaterThan(0)
  })

  it('gives the sentences that answer, with their lines in the file and how surely they do', async () => {
    const filler = Array.from({ length: 40 }, (_, at) => `Paragraph ${at} says nothing about it.`).join('\n\n')
    const { ctx, read } = openWorkspace({
      'p/references/mill.md': `---\nowner: ana\n---\n# Mill\n\n${filler}\n\nThe grinder is repaired by Keiko Mori. She comes on Tuesdays.\n\n${filler}\n`,
      'p/references/other.md': '# Other\n\nThe oven was repaired in May.\n',
    })
    const { results } = await search(ctx, { query: 'who repairs the grinder?' })
    const { start_line, end_line, snippet } = results[0]!
    const lines = read('p/references/mill.md')
      .split('\n')
      .slice(start_line - 1, end_line)
    expect(lines.join(' ').replace(/\s+/g, ' ')).toBe(snippet.replaceAll('**', ''))
    expect([start_line <= 86, end_line >= 86]).toEqual([true, true])
    expect(snippet).toContain('The **grinder** is **repaired** by Keiko Mori. She comes on Tuesdays.')
    expect(results[0]?.confidence).toBeGreaterThan(0.5)
    expect((await search(ctx, { query: 'who repairs the oven' })).results[0]).toMatchObject({ filename: 'other.md' })
  })

  it('gives up to three results of a long chunk, none over 300 characters', async () => {
    const sentence = (at: number) => `The valve number ${at} of the boiler ${'opens slowly '.repeat(15)}when it is warm.`
    const text = Array.from({ length: 12 }, (_, at) => sentence(at)).join(' ')
    const { ctx } = openWorkspace({ 'p/references/boiler.md': `# Boiler\n\n${text}\n`, 'p/references/x.md': 'a valve\n' })
    const { results, total_matches, total } = await search(ctx, { query: 'valve boiler' })
    expect(results.filter(({ filename }) => filename === 'boiler.md')).toHaveLength(3)
    expect([total_matches, total]).toEqual([1, 3])
    for (const { snippet } of results) expect([...snippet.replaceAll('**', '')].length).toBeLessThanOrEqual(300)
    expect(new Set(results.map(({ snippet }) => snippet)).size).toBe(3)
  })

  it('comes in pages that hold every result once, within the bound of an answer', async () => {
    const tree = Object.fromEntries(
      Array.from({ length: 130 }, (_, at) => [`p/scratch/${at}.md`, `# Note ${at}\n\nneedle ${'hay '.repeat(at % 9)}\n`]),
    )
    const { ctx, write } = openWorkspace(tree)
    for (const limit of [7, 1000]) {
      const seen: string[] = []
      const scores: number[] = []
      for (let offset: number | null = 0; offset !== null; ) {
        const page: SearchOutput = await search(ctx, { query: 'needle', offset, limit })
        expect(page).toMatchObject({ total_matches: 130, total: 130 })
        expect(JSON.stringify(page).length).toBeLessThan(20_500)
        seen.push(...page.results.map(({ path }) => path))
        scores.push(...page.results.map(({ score }) => score))
        offset = page.next_offset
      }
      expect(seen.toSorted()).toEqual(Object.keys(tree).toSorted())
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    }
    const { version } = await search(ctx, { query: 'needle' })
    expect(await search(ctx, { query: 'needle', offset: 20, version })).not.toHaveProperty('changed')
    write('p/scratch/new.md', 'needle\n')
    await expect.poll(() => search(ctx, { query: 'needle', offset: 20, version })).toMatchObject({ changed: true })
  })

  it('ranks by type, recency, heading and status', async () => {
    const body = 'the word needle stands here\n'
    const { ctx } = openWorkspace({
      'p/status.md': body,
      'p/tasks/001-a.md': `Status: in-progress\n\n${body}`,
      'p/tasks/002-b.md': `Status: done\n\n${body}`,
      'p/scratch/c.md': body,
      'p/scratch/old.md': `---\nupdated: 2025-01-01\n---\n${body}`,
    })
    const names = (await search(ctx, { query: 'needle' })).results.map(({ filename }) => filename)
    expect(names[0]).toBe('001-a.md')
    expect(names.indexOf('status.md')).toBeLessThan(names.indexOf('002-b.md'))
    expect(names.indexOf('c.md')).toBeLessThan(names.indexOf('old.md'))
  })

  it('takes any punctuation for text', async () => {
    const { ctx } = openWorkspace(TREE)
    for (const query of [
      '"',
      '""',
      'a"b',
      'NEAR(a b)',
      'a AND',
      'OR',
      '^x',
      'col:x',
      '(',
      '*',
      '-',
      '--',
      '- a',
      '{a b}:c',
      "'",
      ';',
      '\u0000',
      '\ud800',
    ]) {
      await expect(search(ctx, { query })).resolves.toBeDefined()
    }
  })

  it('refuses a query of exclusions only, and an unknown project or folder', async () => {
    const { ctx } = openWorkspace(TREE)
    await expect(search(ctx, { query: '-sqlite' })).rejects.toMatchObject({ reason: 'invalid_query' })
    await expect(search(ctx, { query: 'x', project: 'nope' })).rejects.toMatchObject({ reason: 'project_not_found' })
    await expect(search(ctx, { query: 'x', folder: 'docs' })).rejects.toMatchObject({ reason: 'invalid_folder' })
  })

  it('answers for a workspace that does not exist, and makes none', async () => {
    const { reopen, root } = openWorkspace()
    const ctx = reopen({ root: `${root}/missing` })
    expect(await search(ctx, { query: 'x' })).toMatchObject({ total_matches: 0, results: [] })
    await expect(search(ctx, { query: 'x', project: 'p' })).rejects.toThrow(/shoko vibe init p/)
  })
})
