import { resolve } from 'node:path'
import { validateArguments } from '@shoko/contract/schema'
import fc from 'fast-check'
import { Check } from 'typebox/value'
import { describe, expect, it, onTestFinished } from 'vitest'
import { auditVault } from '../../test/audit-vault.ts'
import type { AuditContext } from '../context.ts'
import { openAudit } from '../open-audit.ts'
import { type ArtifactAuditInput, ArtifactAuditOutput, artifactAudit, auditVaultArtifact } from './artifact-audit.ts'

const range = (start_line: number, end_line: number) => ({ start_line, end_line })

/** A source of ten lines of eight characters. */
const source = 'abcdefgh\n'.repeat(10)

async function audit(
  artifact: string,
  options: {
    readonly cited?: { start_line: number; end_line: number; hash?: string }[]
    readonly source?: string
    readonly path?: string
    readonly more?: Partial<ArtifactAuditInput>
  } = {},
) {
  const path = options.path ?? 'art.md'
  const vault = auditVault({ [path]: artifact, 'src.md': options.source ?? source })
  const cited = options.cited === undefined ? {} : { cited_ranges: options.cited }
  const output = await auditVaultArtifact(vault, { artifact_path: path, source_path: 'src.md', ...cited, ...options.more })
  expect(Check(ArtifactAuditOutput, output)).toBe(true)
  return output
}

describe('artifact_audit', () => {
  it('stops when an artifact stands on its whole source', async () => {
    expect(await audit('# A\nsource_lines: 1-10\n')).toEqual({
      artifact_path: 'art.md',
      source_path: 'src.md',
      rootless_nodes: 0,
      orphan_branches: 0,
      one_way_refs: 0,
      coverage_ratio: 1,
      uncovered_ranges_count: 0,
      uncovered_ranges: [],
      marginal_gain: 0.4348,
      needs_forced_full_scan: false,
      next_actions: [{ type: 'stop', confidence: 0.9, params: null }],
      findings: [],
      total: 0,
      next_offset: null,
      version: expect.any(String),
    })
  })

  it('takes the ranges of the artifact when none are given', async () => {
    expect(await audit('# A source_lines: 1-2\n- x source_lines: 5\n\n# B source_lines: [[6, 7]]')).toMatchObject({
      coverage_ratio: 0.5,
      uncovered_ranges_count: 2,
      needs_forced_full_scan: true,
      next_actions: [{ type: 'vault_scan', confidence: 0.8, params: { path: 'src.md', cursor: { start_line: 3 } } }],
    })
  })

  it('takes given ranges instead of those of the artifact', async () => {
    expect(await audit('# A source_lines: 1-2', { cited: [range(1, 10)] })).toMatchObject({
      coverage_ratio: 1,
      next_actions: [{ type: 'stop' }],
    })
  })

  it.each([
    ['none are found', '# A', undefined],
    ['the list is empty', '# A source_lines: 1-10', []],
  ])('has no ratio and no gain when %s', async (_, artifact, cited) => {
    expect(await audit(artifact, cited === undefined ? {} : { cited })).toMatchObject({
      coverage_ratio: null,
      marginal_gain: null,
      uncovered_ranges_count: 1,
      needs_forced_full_scan: true,
      next_actions: [{ type: 'vault_scan', params: { cursor: { start_line: 1 } } }],
    })
  })

  it('does not ask for a scan of an empty source that nothing cites', async () => {
    expect(await audit('plain words', { source: '' })).toMatchObject({
      coverage_ratio: null,
      uncovered_ranges_count: 0,
      needs_forced_full_scan: false,
      next_actions: [{ type: 'stop' }],
    })
  })

  it('has ratio 0 when everything cited lies outside', async () => {
    expect(await audit('# A source_lines: 90-99')).toMatchObject({ coverage_ratio: 0, marginal_gain: 0, rootless_nodes: 1 })
  })

  it('asks for a scan from line 1 when all is covered but something is wrong', async () => {
    const output = await audit('# A\n\n# B source_lines: 1-10')
    expect(output).toMatchObject({
      rootless_nodes: 1,
      coverage_ratio: 1,
      needs_forced_full_scan: true,
      next_actions: [{ type: 'vault_scan', confidence: 0.8, params: { path: 'src.md', cursor: { start_line: 1 } } }],
      findings: [{ kind: 'rootless_node', node_id: 'A', message: expect.stringContaining('# A') }],
    })
  })
})

describe('what an audit shows', () => {
  it('is the line of each finding, quoted, and the ranges that nothing cites', async () => {
    const output = await audit('# A source_lines: 3-4\n\n# B\n')
    expect(output.findings).toEqual([
      { kind: 'rootless_node', node_id: 'B', line: 3, message: 'line 3: no source_lines, own or inherited: "# B"' },
    ])
    expect(output).toMatchObject({ uncovered_ranges_count: 2, uncovered_ranges: [range(1, 2), range(5, 10)] })
    expect(output).not.toHaveProperty('nodes')
  })

  it('is every node when asked', async () => {
    expect(await audit('# A {#a}\nsource_lines: 3-4\n\n- [id:b] words\n', { more: { include_nodes: true } })).toMatchObject({
      nodes: [
        { node_id: 'a', title: 'A', line: 1, source_lines: [range(3, 4)] },
        { node_id: 'b', title: 'words', line: 4, source_lines: [] },
      ],
    })
  })

  it('comes in pages of whole entries while the counters count everything', async () => {
    const artifact = Array.from({ length: 450 }, (_, at) => `# Heading ${at}\n`).join('\n')
    const lines: number[] = []
    const nodes: number[] = []
    for (let offset: number | null = 0; offset !== null; ) {
      const output: ArtifactAuditOutput = await audit(artifact, { more: { offset, include_nodes: true } })
      expect(output).toMatchObject({ rootless_nodes: 450, total: 450 })
      expect(JSON.stringify(output).length).toBeLessThan(21_000)
      lines.push(...output.findings.map(({ line }) => line))
      nodes.push(...(output.nodes ?? []).map(({ line }) => line))
      offset = output.next_offset
    }
    expect(lines).toEqual(Array.from({ length: 450 }, (_, at) => 2 * at + 1))
    expect(nodes).toEqual(lines)
  })

  it('goes on until the ranges are all given, also without findings', async () => {
    const cited = Array.from({ length: 300 }, (_, at) => range(2 * at + 1, 2 * at + 1))
    const options = { cited, source: 'a\n'.repeat(600) }
    const first = await audit('# A source_lines: 1', options)
    expect(first).toMatchObject({ total: 0, uncovered_ranges_count: 300, next_offset: 200 })
    const { uncovered_ranges, next_offset } = await audit('# A source_lines: 1', { ...options, more: { offset: 200 } })
    expect([...first.uncovered_ranges, ...uncovered_ranges]).toHaveLength(300)
    expect(next_offset).toBeNull()
  })

  it('says so when the artifact is no longer the one that was paged through', async () => {
    const { version } = await audit('# A\n\n# B')
    expect(await audit('# A\n\n# B', { more: { offset: 1, version } })).not.toHaveProperty('changed')
    expect(await audit('# A\n\n# C', { more: { offset: 1, version } })).toMatchObject({ changed: true })
  })

  it('cuts an id that is longer than an answer, and says so', async () => {
    const output = await audit(`- [id:${'x'.repeat(30_000)}] words`, { more: { include_nodes: true } })
    expect(output.findings).toMatchObject([{ truncated: true }])
    expect(JSON.stringify(output).length).toBeLessThan(21_000)
  })

  it('leaves out given ranges of an older source and says which', async () => {
    const old = { ...range(1, 10), hash: '0'.repeat(64) }
    expect(await audit('# A source_lines: 1', { cited: [old, range(1, 2)] })).toMatchObject({
      coverage_ratio: 0.2,
      stale_ranges: [range(1, 10)],
    })
  })
})

describe('what was not understood', () => {
  it.each([
    ['art.md', 'plain words\nand more', /read as Markdown, with no heading/],
    ['art.md', '', /the file is empty/],
    ['art.csv', 'name,next\nA,B\n', /read as CSV or TSV, with no header line with a step_id or id column/],
    ['art.json', '{"steps": [{"name": "A"}]}', /read as JSON, with no object with an "id"/],
    ['art.mmd', 'sequenceDiagram\nA->>B: hi', /must begin with "flowchart" or "graph"/],
  ])('is said for %s: %j', async (path, text, why) => {
    expect((await audit(text, { path })).warnings?.[0]).toMatch(why)
  })

  it('is said part by part where the rest was understood', async () => {
    const text = '# A source_lines: 1-10\n\n```json\n{"id": \n```\n\n```mermaid\nflowchart TD\nA --> B\n?? ->> (\n```\n'
    expect((await audit(text)).warnings).toEqual([
      'line 4: this is no valid JSON.',
      'line 10: this line of the flowchart was not understood.',
    ])
  })

  it('is nothing for an artifact that was understood', async () => {
    expect(await audit('# A source_lines: 1-10')).not.toHaveProperty('warnings')
  })
})

describe('marginal_gain', () => {
  it('is the lines that the last range adds for each four characters of it', async () => {
    // Lines 3-6 are 35 characters with the newlines between them: 9 tokens. Line 3 was cited before.
    expect((await audit('x', { cited: [range(1, 3), range(3, 6)] })).marginal_gain).toBe(0.3333)
  })

  it('is 0 when the last range adds nothing', async () => {
    expect((await audit('x', { cited: [range(1, 6), range(3, 4)] })).marginal_gain).toBe(0)
  })

  it('counts code points', async () => {
    expect((await audit('x', { cited: [range(1, 1)], source: '😀'.repeat(8) })).marginal_gain).toBe(0.5)
  })

  it('does not divide by zero at a blank line', async () => {
    expect((await audit('x', { cited: [range(2, 2)], source: 'a\n\nb\n' })).marginal_gain).toBe(1)
  })

  it('forces a scan when it is high and lines are left', async () => {
    const nineLines = { cited: [range(1, 9)] }
    expect(await audit('x', nineLines)).toMatchObject({ coverage_ratio: 0.9, needs_forced_full_scan: true })
    const lowGain = { ...nineLines, source: `${'abcdefgh'.repeat(100)}\n`.repeat(10) }
    expect(await audit('x', lowGain)).toMatchObject({
      coverage_ratio: 0.9,
      needs_forced_full_scan: false,
      next_actions: [{ type: 'stop' }],
    })
  })
})

describe('artifact_audit refuses', () => {
  const reasonOf = (
    vault: AuditContext,
    input: { artifact_path: string; source_path: string; cited_ranges?: { start_line: number; end_line: number }[] },
  ) =>
    auditVaultArtifact(vault, input).then(
      () => 'fine',
      (error) => error.reason,
    )

  it('missing files and files that are not text', async () => {
    const vault = auditVault({ 'a.md': '# A', 'bin.md': Uint8Array.of(0xff, 0x80) })
    expect(await reasonOf(vault, { artifact_path: 'none.md', source_path: 'a.md' })).toBe('not_found')
    expect(await reasonOf(vault, { artifact_path: 'a.md', source_path: 'none.md' })).toBe('not_found')
    expect(await reasonOf(vault, { artifact_path: 'bin.md', source_path: 'a.md' })).toBe('not_text')
    expect(await reasonOf(vault, { artifact_path: 'a.md', source_path: 'bin.md' })).toBe('not_text')
    expect(await reasonOf(vault, { artifact_path: 'a.md', source_path: 'a.md' })).toBe('fine')
  })

  it('bad paths, then bad ranges, then missing files', async () => {
    const vault = auditVault({})
    const backwards = [range(3, 2)]
    expect(await reasonOf(vault, { artifact_path: 'a.md', source_path: 'x/../b.md', cited_ranges: backwards })).toBe(
      'invalid_path',
    )
    expect(await reasonOf(vault, { artifact_path: 'a.md', source_path: 'b.md', cited_ranges: backwards })).toBe(
      'invalid_argument',
    )
  })

  it('bad paths first among arguments of the wrong shape', async () => {
    const check = (args: unknown) => validateArguments(artifactAudit, args)
    expect(check({ artifact_path: 1, source_path: 'b', cited_ranges: 1 })).toMatchObject({
      key: 'artifact_path',
      error: { reason: 'invalid_path' },
    })
    expect(check({ artifact_path: 'a', cited_ranges: 1 })).toMatchObject({
      key: 'source_path',
      error: { reason: 'invalid_path' },
    })
    expect(check({ artifact_path: 'a', source_path: 'b', cited_ranges: [{ start_line: 1 }] })).toMatchObject({
      error: { reason: 'invalid_argument' },
    })
    expect(check({ artifact_path: 'a', source_path: 'b', cited_ranges: null }).ok).toBe(true)
    const before = artifactAudit.precheck?.(auditVault({}), { artifact_path: 'a', source_path: '..' }, 'cited_ranges')
    await expect(before).rejects.toMatchObject({ reason: 'invalid_path' })
  })
})

it('logs what the seed names', async () => {
  const input = { artifact_path: 'art.md', source_path: 'src.md' }
  expect(artifactAudit.logFields?.(input, await audit('# A'))).toEqual({
    ...input,
    rootless_nodes: 1,
    orphan_branches: 0,
    one_way_refs: 0,
  })
})

it('has counters that equal the findings of their kind, whatever the artifact', async () => {
  const words = [
    '# A\n',
    '## B\n',
    '- [id:x] ',
    'refs: x ',
    'source_lines: 1-3\n',
    'source_lines: 99\n',
    '\n',
    'rootless_node\n',
    '孤立分岐\n',
    '片方向参照\n',
  ]
  const part = fc.constantFrom(
    ...words,
    '| id | a_next |\n|--|--|\n| r | s |\n| t | END |\n\n',
    '```mermaid\nflowchart TD\nA-->B\nC-->D\n```\n',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
      const output = await audit(parts.join(''))
      const count = (kind: string) => output.findings.filter((finding) => finding.kind === kind).length
      expect([output.rootless_nodes, output.orphan_branches, output.one_way_refs]).toEqual(
        ['rootless_node', 'orphan_branch', 'one_way_ref'].map(count),
      )
      expect(output.needs_forced_full_scan).toBe(output.next_actions[0]?.type === 'vault_scan')
    }),
    { numRuns: 60 },
  )
})

describe('the demo artifacts', () => {
  const auditDemo = async (artifact: string, sourceName: string) => {
    const vault = openAudit({ root: resolve(import.meta.dirname, '../../../../fixtures/workspace/vault') })
    onTestFinished(() => vault.close())
    return await auditVaultArtifact(vault, { artifact_path: `artifacts/${artifact}`, source_path: `sources/${sourceName}` })
  }

  it.each([
    ['shucchou-shuuri-flow.md', 'shucchou-shuuri-kikitori.md'],
    ['flujo-devoluciones.tsv', 'entrevista-devoluciones.md'],
    ['flujo-devoluciones.json', 'entrevista-devoluciones.md'],
  ])('%s is clean and complete', async (artifact, sourceName) => {
    expect(await auditDemo(artifact, sourceName)).toMatchObject({
      findings: [],
      coverage_ratio: 1,
      next_actions: [{ type: 'stop' }],
    })
  })

  it('the draft has its three problems', async () => {
    const output = await auditDemo('shucchou-shuuri-flow-draft.md', 'shucchou-shuuri-kikitori.md')
    expect(output).toMatchObject({
      rootless_nodes: 1,
      orphan_branches: 1,
      one_way_refs: 1,
      coverage_ratio: 0.8154,
      uncovered_ranges_count: 3,
    })
    expect(output.needs_forced_full_scan).toBe(true)
    expect(output.findings.map(({ node_id }) => node_id)).toEqual(['A3', 'B9', '満足度の調査'])
  })
})
