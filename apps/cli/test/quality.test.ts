import { cliMain, type DemoWorkspace, demoWorkspace, runProgram, temporaryTree } from '@shoko/testkit'
import { examples } from '@shoko/testkit/examples'
import { array, assert, constantFrom, integer, property, record, string, uniqueArray } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentOf, type QualityDocument } from '../src/quality/documents.ts'
import { figuresOf, rankOf } from '../src/quality/figures.ts'
import { createGrep } from '../src/quality/grep.ts'
import { measure } from '../src/quality/measure.ts'
import { buildQueries, dropAccents, dropParticles, shuffle } from '../src/quality/queries.ts'
import { languagesBelow, rowsOf } from '../src/quality/report.ts'

const documents = uniqueArray(
  record({
    source: constantFrom('manuals' as const, 'vault' as const),
    path: string({ minLength: 1 }),
    language: constantFrom('ja' as const, 'es' as const, 'en' as const),
    title: string({ unit: 'grapheme' }),
    headings: array(constantFrom('Daños por cal', 'Uso', '環境変数の設定', 'The end', 'Uso')),
    text: string(),
  }),
  { selector: ({ path }) => path },
)

describe('the queries that are built from documents', () => {
  it('are the same for the same seed, and never more of a kind than asked for', () => {
    assert(
      property(documents, integer(), integer({ min: 1, max: 5 }), (given, seed, perKind) => {
        const queries = buildQueries(given, { seed, perKind })
        expect(buildQueries(given, { seed, perKind })).toEqual(queries)
        for (const group of Map.groupBy(queries, ({ kind, language, source }) => `${kind} ${language} ${source}`).values())
          expect(group.length).toBeLessThanOrEqual(perKind)
      }),
    )
  })

  it('have one right answer each', () => {
    assert(
      property(documents, (given) => {
        for (const { query, kind, source, path } of buildQueries(given, { seed: 1, perKind: 100 })) {
          if (kind !== 'title' && kind !== 'heading') continue
          const holders = given.filter(
            (document) => document.source === source && (kind === 'title' ? [document.title] : document.headings).includes(query),
          )
          expect(holders.map((document) => document.path)).toEqual([path])
        }
      }),
    )
  })

  it('do not include what leaves nothing changed or nothing to ask', () => {
    const queries = buildQueries([documentOf({ source: 'vault', path: 'a.md', text: '# Uso\n\n## 1\n' })], {
      seed: 1,
      perKind: 9,
    })
    expect(queries.map(({ kind, query }) => [kind, query])).toEqual([['title', 'Uso']])
  })
})

describe('careless typing', () => {
  examples('%s without accents is %s', dropAccents, [
    ['Daños por cal', 'Danos por cal'],
    ['Garantía ampliada', 'Garantia ampliada'],
    ['ガイド', 'ガイド'],
  ])

  it('leaves no mark on a Latin letter and every other letter alone', () => {
    assert(
      property(string({ unit: 'grapheme' }), (text) => {
        const dropped = dropAccents(text)
        expect(dropped.normalize('NFD')).not.toMatch(/\p{Script=Latin}\p{M}/u)
        expect(dropAccents(dropped)).toBe(dropped)
      }),
    )
  })

  examples('%s (%s) without particles is %s', dropParticles, [
    ['環境変数の設定', 'ja', '環境変数 設定'],
    ['ものづくり', 'ja', 'ものづくり'],
    ['Cambio del cartucho', 'es', 'Cambio cartucho'],
    ['Who pays for the return', 'en', 'Who pays return'],
    ['The', 'en', 'The'],
  ])

  it('shuffles without losing or inventing', () => {
    assert(
      property(array(integer()), integer(), (items, seed) => {
        expect([...shuffle(items, seed)].sort()).toEqual([...items].sort())
      }),
    )
  })
})

describe('what is measured', () => {
  it('reads titles, headings and languages', () => {
    expect(
      documentOf({ source: 'vault', path: 'x/a.md', text: '定義\n====\n\n```\n# not one\n```\n\n## 待機期間 ##\n' }),
    ).toMatchObject({
      title: '定義',
      headings: ['待機期間'],
      language: 'ja',
    })
    expect(
      documentOf({ source: 'vault', path: 'x/la-nota.md', text: 'El agua de la máquina no está en la lista.' }),
    ).toMatchObject({
      title: 'la-nota',
      language: 'es',
    })
  })

  it('greps for every word, most words first', () => {
    const files: readonly QualityDocument[] = [
      documentOf({ source: 'vault', path: 'a.md', text: 'water\nwater\nwater' }),
      documentOf({ source: 'vault', path: 'b.md', text: 'Hard Water' }),
      documentOf({ source: 'vault', path: 'c.md', text: 'nothing' }),
    ]
    expect(createGrep(files)('hard water')).toEqual(['b.md', 'a.md'])
  })

  it('counts ranks', () => {
    expect([rankOf(['a', 'b'], 'b'), rankOf(['a'], 'z'), rankOf([...'abcdefghijk'], 'k')]).toEqual([2, 0, 0])
    const measured = [1, 2, 0, 4].map((rank, index) => ({ rank, milliseconds: index + 1 }))
    expect(figuresOf(measured)).toEqual({ queries: 4, hit1: 0.25, hit10: 0.75, mrr: (1 + 0.5 + 0.25) / 4, p95: 4 })
    expect(figuresOf([])).toEqual({ queries: 0, hit1: 0, hit10: 0, mrr: 0, p95: 0 })
  })

  it('stops when the time is up', async () => {
    let now = 0
    const searcher = async () => {
      now += 10
      return ['a.md']
    }
    const engine = { manuals: searcher, vault: searcher }
    const queries = buildQueries(
      [...'abcdef'].map((name) => documentOf({ source: 'vault', path: `${name}.md`, text: `# The title of ${name}` })),
      { seed: 1, perKind: 9 },
    )
    const results = await measure(queries, {
      engines: { shoko: engine, grep: engine },
      timeLimitMs: 50,
      now: () => now,
      report: () => {},
      signal: new AbortController().signal,
    })
    expect(results).toHaveLength(3)
    expect(languagesBelow(rowsOf(results), 0.9)).toEqual(['en'])
    expect(languagesBelow(rowsOf(results), 0)).toEqual([])
  })
})

describe('shoko doctor --quality', () => {
  let workspace: DemoWorkspace
  beforeAll(() => {
    workspace = demoWorkspace()
  })
  afterAll(() => workspace.remove())
  const run = (args: readonly string[], env = workspace.env) =>
    runProgram(cliMain, { args: ['doctor', '--quality', ...args], env })

  it('finds what is in the demo workspace in all three languages, and passes its gate', async () => {
    const { code, stdout } = await run(['--json', '--sample', '8', '--min-hit10', '0.9'])
    expect(code).toBe(0)
    const { ok, rows, measured, planned } = JSON.parse(stdout)
    expect(ok).toBe(true)
    expect(measured).toBe(planned)
    expect(new Set(rows.map(({ language }: { language: string }) => language))).toEqual(new Set(['ja', 'es', 'en']))
  })

  it('prints a table beside grep', async () => {
    const { code, stdout } = await run(['--sample', '2'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/queries +hit@1 +hit@10 +MRR +p95/)
    expect(stdout).toMatch(/^ja {2}all +grep +\d+/m)
  })

  it('fails its gate when there is nothing to find', async () => {
    const empty = temporaryTree({ 'vault/a.txt': 'x' })
    const { code, stdout } = await run(['--min-hit10', '0.5'], { ...workspace.env, WORKSPACE_ROOT: empty.path })
    expect([code, stdout]).toEqual([1, expect.stringContaining('No Markdown files')])
  })

  it.each([[['--min-hit10', '2']], [['--nonsense']]])('exits with 2 on %j', async (args) => {
    expect((await run(args)).code).toBe(2)
  })
})
