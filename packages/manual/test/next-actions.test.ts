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
