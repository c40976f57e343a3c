import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readArtifact } from './artifact/read-artifact.ts'
import { auditArtifact } from './graph.ts'

const audit = (lines: readonly string[], sourceLines = 20) => auditArtifact(readArtifact('a.md', lines.join('\n')), sourceLines)
const found = (lines: readonly string[], sourceLines = 20) =>
  audit(lines, sourceLines).map(({ kind, node_id }) => [kind, node_id])
const flow = (...lines: string[]) => ['source_lines: 1', '', '```mermaid', 'flowchart TD', ...lines, '```']

describe('rootless_node', () => {
  it('is a node without source_lines, own or inherited', () => {
    expect(found(['# A', 'source_lines: 1-2', '## B', '- [id:c] x', '# D'])).toEqual([['rootless_node', 'D']])
  })

  it('is not a node in an artifact that cites as a whole', () => {
    expect(found(['---', 'source_lines: 1-20', '---', '# A', '# B'])).toEqual([])
  })

  it('is not a heading below which everything cites', () => {
    expect(found(['# A', '- [id:b] x source_lines: 1'])).toEqual([])
    expect(found(['# A', 'It is hot. (source_lines: 3)'])).toEqual([])
    expect(found(['# A', '## B', '| id | source_lines |', '|--|--|', '| r | 1 |', '', '## C source_lines: 2'])).toEqual([])
    expect(found(['# A', '```mermaid', 'flowchart TD', 'X["x source_lines: 1"] --> E([END])', '```'])).toEqual([])
  })

  it('is a heading below which something does not cite, and that thing', () => {
    expect(found(['# A', '- [id:b] x source_lines: 1', '- [id:c] y'])).toEqual([
      ['rootless_node', 'A'],
      ['rootless_node', 'c'],
    ])
    expect(found(['# A', '## B', '## C', 'It is hot. (source_lines: 3)'])).toEqual([
      ['rootless_node', 'A'],
      ['rootless_node', 'B'],
    ])
  })

  it('is a list item whatever is below it', () => {
    expect(found(['- [id:a] x', '  - [id:b] y source_lines: 1'])).toEqual([['rootless_node', 'a']])
  })

  it('is a node that cites lines outside the source, once and where they are cited', () => {
    expect(
      found(['# A source_lines: 19-21', '## B', '# C source_lines: 0-3', '# D source_lines: 20', '# E source_lines: 5-4']),
    ).toEqual([
      ['rootless_node', 'A'],
      ['rootless_node', 'C'],
      ['rootless_node', 'E'],
    ])
  })

  it('has no node when the whole artifact cites lines outside the source', () => {
    expect(audit(['source_lines: 21, 30-40', '', '# A'])).toEqual([
      {
        kind: 'rootless_node',
        node_id: null,
        line: 1,
        message: 'line 1: cites 21, 30-40, outside the source (20 lines): "source_lines: 21, 30-40"',
      },
    ])
  })

  it('counts an empty source as one line', () => {
    expect(found(['# A source_lines: 1'], 0)).toEqual([])
    expect(found(['# A source_lines: 2'], 0)).toEqual([['rootless_node', 'A']])
  })

  it('does not ask an end mark for its source', () => {
    expect(found(['```mermaid', 'flowchart TD', 'A["x source_lines: 1"] --> E([END])', '```'])).toEqual([])
  })
})

describe('orphan_branch', () => {
  it('is a node that no root reaches, each of a branch', () => {
    expect(found(flow('A --> B', 'C --> D'))).toEqual([
      ['orphan_branch', 'C'],
      ['orphan_branch', 'D'],
    ])
  })

  it('does not hide in a circle', () => {
    expect(found(flow('A --> B', 'C --> D', 'D --> C'))).toHaveLength(2)
  })

  it('is not a node behind a marked start', () => {
    expect(found(flow('A --> B', 'S([開始]) --> D'))).toEqual([])
  })

  it('is judged diagram by diagram', () => {
    expect(found([...flow('A --> B'), ...flow('X --> Y')])).toEqual([])
  })

  it('follows arrows through subgraphs', () => {
    expect(found(flow('A --> s', 'subgraph s', 'B', 'subgraph t', 'C', 'end', 'end', 's --> D', 'E'))).toEqual([
      ['orphan_branch', 'E'],
    ])
  })

  it('never is a heading or a list item', () => {
    expect(found(['source_lines: 1', '# A', '### B', '- [id:c] x', '', '# D'])).toEqual([])
  })

  it('names the node that is not defined', () => {
    const [finding] = audit(['source_lines: 1', '', '| id | a_next |', '|--|--|', '| A | Z9 |'])
    expect(finding).toEqual({
      kind: 'orphan_branch',
      node_id: 'A',
      line: 5,
      message: 'line 5: leads to "Z9", not defined in the artifact: "| A | Z9 |"',
    })
  })
})

describe('one_way_ref', () => {
  const items = (...texts: string[]) => ['source_lines: 1', '', ...texts.map((text) => `- ${text}`)]

  it('is a reference that is not answered, when another one is', () => {
    expect(found(items('[id:A] refs: B', '[id:B] see: A', '[id:C] x [[A]]'))).toEqual([['one_way_ref', 'C']])
  })

  it('takes a note and a heading in it for the same node', () => {
    expect(
      found(items('[[Alpha#intro]] source_lines: 1 refs: B', '[id:B] see: [[Alpha]]', '[id:C] x [[Alpha#end|there]]')),
    ).toEqual([['one_way_ref', 'C']])
    expect(found(items('[id:A] refs: [[B#two words]]', '[id:B] refs: [[A|the first]]', '[id:words] refs: nobody'))).toEqual([])
  })

  it('is nothing in an artifact without a mutual pair', () => {
    expect(found(items('[id:A] refs: B', '[id:B] x', '[id:C] refs: A'))).toEqual([])
  })

  it('concerns nodes of the artifact only', () => {
    expect(found(items('[id:A] refs: B, https://example.com, Other', '[id:B] refs: A [[another note]]'))).toEqual([])
  })

  it('is reported once for each node', () => {
    expect(found(items('[id:A] refs: B, C, D', '[id:B] refs: A', '[id:C] x', '[id:D] y'))).toEqual([['one_way_ref', 'A']])
  })

  it('does not take a node that names itself for a mutual pair', () => {
    expect(found(items('[id:A] refs: A', '[id:B] refs: A'))).toEqual([])
    expect(found(items('[id:A] refs: A, B', '[id:B] refs: A'))).toEqual([])
  })

  it('finds headings by id, by their words and in any case', () => {
    const lines = [
      'source_lines: 1',
      '# First part {#one}',
      'refs: Second Part',
      '# Second part',
      '[[#First part]]',
      '# Third',
      'see: ONE',
    ]
    expect(found(lines)).toEqual([['one_way_ref', 'Third']])
  })
})

describe('declared findings', () => {
  it('belong to the node that encloses the line', () => {
    expect(found(['# A', 'source_lines: 1', '根拠なし要素 here', '孤立分岐', '- one_way_ref'])).toEqual([
      ['rootless_node', 'A'],
      ['orphan_branch', 'A'],
      ['one_way_ref', 'A'],
    ])
  })

  it('belong to the node that they name', () => {
    expect(
      found(['# Report source_lines: 1', '- [id:S1] x', '- [id:S2] y', '', '- rootless_node: S1', '- 根拠なし要素: S2']),
    ).toEqual([
      ['rootless_node', 'S1'],
      ['rootless_node', 'S2'],
    ])
  })

  it('add nothing to a node that has a finding of the kind', () => {
    const findings = audit(['# A', 'rootless_node', 'rootless_node'])
    expect(findings).toMatchObject([{ node_id: 'A', message: expect.stringContaining('no source_lines') }])
  })

  it('outside every node count once per line', () => {
    expect(found(['rootless_node', '根拠なし要素 rootless_node', 'orphan_branch'])).toEqual([
      ['rootless_node', null],
      ['rootless_node', null],
      ['orphan_branch', null],
    ])
  })

  it('in a diagram belong to the node of the label', () => {
    expect(found(flow('A --> B[根拠なし要素]', 'B --> C %% orphan_branch: C'))).toEqual([
      ['rootless_node', 'B'],
      ['orphan_branch', 'C'],
    ])
  })
})

it('quotes the line, at a bounded length', () => {
  const [finding] = audit([`# ${'長'.repeat(500)}`])
  expect(finding?.message).toMatch(/^line 1: no source_lines, own or inherited: "# 長{118}…"$/)
})

it('reports in the order of the lines', () => {
  expect(
    audit(['# A', '', '| id | a_next |', '|--|--|', '| B | Z |', '', '# C']).map(({ message }) => message.slice(0, 6)),
  ).toEqual(['line 1', 'line 5', 'line 5', 'line 7'])
})

describe('for any text', () => {
  const marks =
    '``` ```mermaid ```json ```tsv --- | |--|--| [ ] ([ ]) { } " , - <!-- --> 1-3 99 [id:A] {#B} [[A]] {"id":"A","next":["B"]}'
  const names = 'A B end END id step_id a_next source_lines rootless_node one_way_ref 孤立分岐 終了 開始 源'
  const phrases = '# |## |- |  - |> |: | --> |%% |flowchart TD|A --> B|A & B|subgraph s|node C|refs: A|see: B|[1, 2]'
  const blanks = ['\n', '\n', '\n', '\n\n', '\t', ' ', '\r', '\u0000', '\ud800']
  const word = fc.constantFrom(...marks.split(' '), ...names.split(' '), ...phrases.split('|'), ...blanks)
  const text = fc.oneof(
    fc.array(word, { maxLength: 60 }).map((words) => words.join('')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  )
  const path = fc.constantFrom('a.md', 'a.mmd', 'a.tsv', 'a.json', 'a.txt', 'a')

  it('gives at most one finding of each kind a node, every time the same', () => {
    fc.assert(
      fc.property(path, text, fc.nat(5), (name, content, sourceLines) => {
        const artifact = readArtifact(name, content)
        const findings = auditArtifact(artifact, sourceLines)
        expect(auditArtifact(readArtifact(name, content), sourceLines)).toEqual(findings)
        const perNode = Map.groupBy(findings, ({ kind, node_id }) => `${kind} ${node_id}`)
        for (const [key, same] of perNode) {
          const bearers = artifact.nodes.filter((node) => key.endsWith(` ${node.id}`)).length
          if (same[0]?.node_id !== null) expect(same.length).toBeLessThanOrEqual(bearers)
        }
        for (const { line } of artifact.nodes) expect(line).toBeGreaterThanOrEqual(1)
      }),
      { numRuns: 1500 },
    )
  })

  it('never finds fault with an artifact that cites a source as a whole and declares, links and refers to nothing', () => {
    const heading = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.stringMatching(/^[a-z ]{1,12}$/))
    fc.assert(
      fc.property(fc.array(heading), (headings) => {
        const lines = headings.map(
          ([level, words]) => `${'#'.repeat(level)} ${words.replaceAll('node', '').replaceAll('see', '')}`,
        )
        expect(audit(['source_lines: 1-20', '', ...lines])).toEqual([])
      }),
    )
  })
})
