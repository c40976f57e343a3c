import { validateArguments } from '@shoko/contract/schema'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { manualFamily } from '../src/family.ts'
import type { ManualFindOutput } from '../src/tools/manual-find.ts'
import { callTool, type Workspace, workspace } from './workspace.ts'

const words = [
  'boiler',
  'seal',
  '対象',
  '対象外',
  '修理',
  '手順',
  'garantía',
  'excluido',
  'see',
  '参照',
  'cubre',
  'how',
  'とは',
  'zzz',
]
const paragraph = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((chosen) => chosen.join(' '))
const section = fc
  .tuple(fc.integer({ min: 0, max: 3 }), paragraph, paragraph)
  .map(([level, title, text]) => `${'#'.repeat(level)} ${title}\n\n${text}\n`)
const markdown = fc.array(section, { maxLength: 5 }).map((sections) => sections.join('\n'))
const corpus = fc.dictionary(
  fc.constantFrom('m/a.md', 'm/b.md', 'm/sub/c.md', 'm/d.json', 'n/a.md', 'n/b.md', 'o/e.md'),
  fc.oneof(markdown, fc.constant('{"対象": "修理 see"'), fc.constant('{"boiler": ["対象外"]}')),
)
const request = fc.record(
  {
    manual_id: fc.constantFrom('m', 'n'),
    expand_scope: fc.boolean(),
    include_claim_graph: fc.boolean(),
    use_cache: fc.boolean(),
    budget: fc.record(
      { max_candidates: fc.integer({ min: 1, max: 4 }), time_ms: fc.constantFrom(1, 50, 60_000) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)

it('always gives valid calls, and following them blindly ends', async () => {
  await fc.assert(
    fc.asyncProperty(corpus, paragraph, request, async (tree, query, more) => {
      const ctx = workspace({ ...tree, 'm/z.md': '# z\n', 'n/z.md': '# z\n' })
      const calls = await follow(ctx, { query: query === '' ? 'boiler' : query, ...more })
      expect(calls).toBeLessThan(100)
      await ctx.close()
    }),
    { numRuns: 40 },
  )
})

it('first reads the section of the first passage, however few characters are asked for', async () => {
  const sizes = fc.record({ max_chars: fc.integer({ min: 100, max: 400 }), max_passages: fc.integer({ min: 1, max: 3 }) })
  await fc.assert(
    fc.asyncProperty(corpus, paragraph, sizes, async (tree, query, limits) => {
      const ctx = workspace({ ...tree, 'm/z.md': '# z\n', 'n/z.md': '# z\n' })
      const answer = (await callTool(ctx, 'manual_find', { query: query === '' ? 'boiler' : query, limits })) as ManualFindOutput
      const { ref } = answer.passages[0] ?? {}
      const [first] = answer.next_actions
      if (ref !== undefined) {
        const proposed = first?.params?.ref as typeof ref | undefined
        expect([first?.type, proposed?.manual_id, proposed?.path]).toEqual(['manual_read', ref.manual_id, ref.path])
        expect(proposed!.start_line).toBeLessThanOrEqual(ref.start_line)
      }
      await ctx.close()
    }),
    { numRuns: 60 },
  )
})

/** Makes every proposed call, and those that their answers propose; the number of calls made. */
async function follow(ctx: Workspace, args: object): Promise<number> {
  const open: { type: string; params: unknown }[] = [{ type: 'manual_find', params: args }]
  let calls = 0
  while (open.length > 0 && calls < 100) {
    const { type, params } = open.pop()!
    const tool = manualFamily.tools.find(({ name }) => name === type)!
    expect(validateArguments(tool, params)).toMatchObject({ ok: true })
    const answer = (await callTool(ctx, type, params)) as Partial<ManualFindOutput>
    open.push(...(answer.next_actions ?? []))
    calls++
  }
  return calls
}
