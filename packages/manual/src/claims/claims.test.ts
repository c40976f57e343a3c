import { describe, expect, it } from 'vitest'
import { find, hits } from '../../test/search.ts'
import { callTool, type Tree, workspace } from '../../test/workspace.ts'
import { comparable } from '../words/lexicon.ts'
import { readAsked } from './facets.ts'

async function ask(tree: Tree, query: string) {
  const ctx = workspace(tree)
  const output = await find(ctx, { query, include_claim_graph: true })
  return { ctx, output, graph: output.claim_graph! }
}

describe('readAsked', () => {
  it.each([
    ['保証とは', ['definition']],
    ['修理することはできない', ['unknown']],
    ['修理の手順', ['procedure']],
    ['修理の対象', ['eligibility']],
    ['ペットは飼うことができるか', ['eligibility']],
    ['修理の対象外', ['exceptions']],
    ['不適用', ['exceptions']],
    ['プランの違い', ['compare']],
    ['どちらが先か', ['compare']],
    ['適用条件と例外', ['eligibility', 'exceptions']],
    ['¿Cómo se limpia?', ['procedure']],
    ['¿qué es la garantía?', ['definition']],
    ['que cubre la garantia', ['eligibility']],
    ['¿quién puede inscribirse?', ['eligibility']],
    ['exclusiones', ['exceptions']],
    ['diferencia entre planes', ['compare']],
    ['how to descale', ['procedure']],
    ['what is covered', ['definition', 'eligibility']],
    ['is a receipt required', ['eligibility']],
    ['not covered', ['exceptions']],
    ['difference between plans', ['compare']],
    ['which shop is closed', ['unknown']],
    ['ボイラー', ['unknown']],
    ['長期の暦（ただし概略）は何と呼ぶか', ['unknown']],
    ['主張の違いから除名された人は誰か', ['unknown']],
    ['子供はどちらの姓でも構わないが、何と同じ姓にするか', ['unknown']],
    ['窓口と郵送のどちらも受け付ける書類は何か', ['unknown']],
    ['窓口と郵送ではどちらの方法が早いか', ['procedure', 'compare']],
    ['what is used to better target ads', ['definition']],
    ['which plan is better than the other', ['compare']],
    ['showing', ['unknown']],
    ['how long are logs kept', ['unknown']],
    ['¿cuántos días?', ['unknown']],
  ])('sees in %j the facets %j', (query, facets) => {
    expect(readAsked(comparable(query)).facets).toEqual(facets)
  })

  it.each(['何日ですか', 'いくらですか', 'いつまで', 'how many days', 'how long', 'cuántos días', '¿cuánto cuesta?'])(
    'knows %j as a question for a number',
    (query) => {
      expect(readAsked(comparable(query)).isQuantity).toBe(true)
    },
  )
})

describe('claims', () => {
  it('are verbatim sentences of the manuals that hold what is asked, with their quotes as evidence', async () => {
    const { graph } = await ask(
      { 'm/a.md': '# Boiler\n\nThe shop opens at nine. The boiler is descaled every three months. Bring a cloth.\n' },
      'how often is the boiler descaled',
    )
    expect(graph.claims).toMatchObject([
      { facet: 'unknown', text: 'The boiler is descaled every three months.', status: 'supported' },
    ])
    expect(graph.evidences).toEqual([
      {
        evidence_id: 'ev:1',
        ref: { target: 'manual', manual_id: 'm', path: 'a.md', start_line: 3 },
        signals: expect.any(Array),
        score: expect.any(Number),
        snippet_digest: expect.stringMatching(/^[0-9a-f]{16}$/),
        quote: 'The boiler is descaled every three months.',
      },
    ])
    expect(graph.edges).toMatchObject([{ from_claim_id: 'claim:unknown:1', to_evidence_id: 'ev:1', relation: 'supports' }])
    expect(graph.facets).toMatchObject([{ facet: 'unknown', claim_count: 1, supported_count: 1, coverage_status: 'covered' }])
  })

  it.each([
    ['請求は30日以内ですか', '請求は30日以内に行う。', '請求は14日以内に行う。'],
    [
      'rate limit of the API',
      'The rate limit of the API is 100 requests per minute.',
      'The rate limit of the API is 600 requests per minute.',
    ],
    ['¿es obligatorio el casco?', 'El casco es obligatorio.', 'El casco no es obligatorio.'],
  ])('conflict where two manuals contradict each other: %s', async (query, a, b) => {
    const { ctx, output, graph } = await ask({ 'm/a.md': `# Rules\n\n${a}\n`, 'n/b.md': `# Guide\n\n${b}\n` }, query)
    expect(output.summary).toMatchObject({ conflict_count: 1, integration_status: 'needs_followup' })
    expect(graph.claims).toMatchObject([{ status: 'conflicted' }])
    expect(graph.edges.map(({ relation }) => relation)).toEqual(['supports', 'contradicts'])
    const [row, ...more] = await hits(ctx, output, 'conflicts')
    expect(more).toEqual([])
    expect(row).toMatchObject({ reason: 'claim_conflict', conflict_with: [graph.claims[0]!.claim_id] })
    const sides = row as unknown as { quote: string; ref: object; other: { quote: string; ref: object } }
    expect([sides.quote, sides.other.quote].sort()).toEqual([a, b].sort())
    expect(output.next_actions.slice(0, 2).map(({ type }) => type)).toEqual(['manual_read', 'manual_read'])
    for (const { params } of output.next_actions.slice(0, 2)) await callTool(ctx, 'manual_read', params)
    for (const { ref } of [sides, sides.other]) expect(await callTool(ctx, 'manual_read', { ref })).toHaveProperty('text')
  })

  it.each([
    ['家族割引はいくらですか', '家族割引は1,000円です。', '学生割引は500円です。'],
    ['when does the office open', 'The office opens at 9:00.', 'The workshop opens at 8:00.'],
    ['火災は補償されますか', '火災の損害は補償する。', 'ただし、火災の損害は補償しない。'],
    ['is fire covered', 'Fire damage is covered.', 'Fire damage is not covered if it was caused on purpose.'],
  ])('do not conflict where only the words look alike: %s', async (query, a, b) => {
    const { output } = await ask({ 'm/a.md': `# Rules\n\n${a}\n`, 'n/b.md': `# Guide\n\n${b}\n` }, query)
    expect(output.summary.conflict_count).toBe(0)
  })

  it('do not conflict under headings that set their things apart', async () => {
    const tree = {
      'm/a.md': '# Family plan\n\nThe monthly price is 30 euros.\n',
      'n/b.md': '# Student plan\n\nThe monthly price is 12 euros.\n',
    }
    expect((await ask(tree, 'what is the monthly price')).output.summary.conflict_count).toBe(0)
  })

  it('are supported by another manual that says the same in other words', async () => {
    const { graph } = await ask(
      { 'm/a.md': '# A\n\nLogs are retained for 90 days.\n', 'n/b.md': '# B\n\nWe keep logs for 90 days.\n' },
      'how long are logs kept',
    )
    expect(graph.claims).toHaveLength(1)
    expect(graph.edges.map(({ relation }) => relation)).toEqual(['supports', 'supports'])
  })

  it('that only refer to another place are a gap, and the place is read next', async () => {
    const tree = {
      'm/a.md': '# 部品\n\n対象外の消耗部品は別表2を参照してください。\n',
      'm/beppyou.md': '# 別表2 一覧\n\nパッキン、フィルター。\n',
    }
    const { ctx, output, graph } = await ask(tree, '対象外の消耗部品')
    const [claim] = graph.claims
    expect(claim).toMatchObject({ status: 'unresolved', text: '対象外の消耗部品は別表2を参照してください。' })
    expect(graph.edges).toMatchObject([{ relation: 'requires_followup' }])
    expect(output.summary.gap_count).toBe(1)
    expect(await hits(ctx, output, 'gaps')).toEqual([{ reason: 'gap', gap_hint: expect.stringContaining('別表2') }])
    expect(output.next_actions[1]).toMatchObject({ type: 'manual_read', params: { ref: { path: 'beppyou.md', start_line: 1 } } })
  })

  it.each([
    ['The seal is covered (see chapter 2).', ['supports', 'requires_followup']],
    ['For the seal, see the annex.', ['requires_followup']],
    ['Foreseeable wear of the seal is covered.', ['supports']],
    ['Las condiciones del seal figuran en el anexo 1.', ['requires_followup']],
    ['sealは別表2を確認してください。', ['requires_followup']],
    ['sealが漏れないことを確認し、sealの蓋を閉じた。', ['supports']],
  ])('see a reference to elsewhere in %j: %j', async (sentence, relations) => {
    const { graph } = await ask({ 'm/a.md': `# Seal\n\n${sentence}\n` }, 'seal')
    expect(graph.edges.map(({ relation }) => relation)).toEqual(relations)
  })

  it('leave one open with the question as its text where nothing answers', async () => {
    const { ctx, output, graph } = await ask({ 'm/a.md': '# A\n\nThe pump is red.\n' }, 'pump turbine overheating calibration')
    expect(graph.claims).toEqual([
      {
        claim_id: 'claim:unknown:1',
        facet: 'unknown',
        text: 'pump turbine overheating calibration',
        status: 'unresolved',
        confidence: 0,
      },
    ])
    expect(output.summary.gap_count).toBe(1)
    expect(await hits(ctx, output, 'gaps')).toHaveLength(1)
  })

  it('leave open what exceptions there are, even where a passage answers the rest', async () => {
    const tree = { 'm/a.md': '# Guarantee\n\nThe guarantee of the pump lasts a year.\n' }
    const { graph } = await ask(tree, 'exceptions of the guarantee of the pump')
    expect(graph.claims).toMatchObject([{ facet: 'exceptions', status: 'unresolved' }])
    const answered = { 'm/a.md': '# Guarantee\n\nThe guarantee of the pump excludes the seal.\n' }
    expect((await ask(answered, 'exceptions of the guarantee of the pump')).graph.claims).toMatchObject([{ status: 'supported' }])
  })

  it('are no gap for "what is" when a passage answers', async () => {
    const { output } = await ask({ 'm/a.md': '# Coffee\n\nA portafilter holds the ground coffee.\n' }, 'what is a portafilter')
    expect(output.summary).toMatchObject({ gap_count: 0, integration_status: 'ready' })
  })

  it('stay within 8,000 characters in an answer, all of them in the trace', async () => {
    const filler = 'which the people of the workshop have agreed upon at their yearly meeting in the old hall by the river'
    const tree = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [
        `m${index}/a.md`,
        `# Pump\n\n${Array.from({ length: 12 }, (_, line) => `The pump pressure is ${index + line + 1} bar, ${filler}.`).join('\n\n')}\n`,
      ]),
    )
    const { ctx, output, graph } = await ask(tree, 'pump pressure')
    expect([...JSON.stringify(graph)].length).toBeLessThanOrEqual(8000)
    expect(graph.truncated).toBe(true)
    expect(await hits(ctx, output, 'edges')).not.toHaveLength(graph.edges.length)
    const known = new Set(graph.evidences.map(({ evidence_id }) => evidence_id))
    for (const { to_evidence_id } of graph.edges) expect(known).toContain(to_evidence_id)
    expect(graph.claims.length).toBeLessThanOrEqual(8)
    expect(output.summary.conflict_count).toBe((await hits(ctx, output, 'conflicts')).length)
  })
})
