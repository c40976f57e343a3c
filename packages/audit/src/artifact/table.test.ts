import { describe, expect, it } from 'vitest'
import { auditArtifact } from '../graph.ts'
import { readArtifact } from './read-artifact.ts'

function table(header: string, ...rows: string[]) {
  const dashes = header.replaceAll(/[^|]+/g, '--')
  return readArtifact('a.md', [`source_lines: 1`, '', header, dashes, ...rows].join('\n'))
}

const orphans = (artifact: ReturnType<typeof table>) =>
  auditArtifact(artifact, 99)
    .filter(({ kind }) => kind === 'orphan_branch')
    .map(({ node_id }) => node_id)

describe('rows', () => {
  it('are nodes when the table has a step_id or id column', () => {
    expect(table('| a | step_id |', '| x | S1 |', '| y | `S2` |').nodes.map(({ id, line }) => [id, line])).toEqual([
      ['S1', 5],
      ['S2', 6],
    ])
    expect(table('| ID |', '| 1 |').nodes).toHaveLength(1)
    expect(table('| name | valid |', '| x | y |').nodes).toEqual([])
  })

  it('without an id are no nodes', () => {
    expect(table('| id | a |', '| | x |', '| B | y |').nodes.map(({ id }) => id)).toEqual(['B'])
  })

  it('prefer step_id to id', () => {
    expect(table('| id | step_id |', '| 1 | S1 |').nodes[0]?.id).toBe('S1')
  })
})

describe('edges', () => {
  it('are the *_next columns, with several targets in a cell', () => {
    const rows = [
      '| A | B, C | |',
      '| B | END | - |',
      '| C | D E | |',
      '| D | F<br>G | 終了 |',
      '| E | fin | |',
      '| F | H、I | |',
      '| G | | |',
      '| H | | |',
      '| I | | |',
    ]
    expect(orphans(table('| id | yes_next | no_next |', ...rows))).toEqual([])
  })

  it('may name a row by its whole cell, spaces and all', () => {
    expect(orphans(table('| id | a_next |', '| first step | second step |', '| second step | |'))).toEqual([])
  })

  it('that lead nowhere are reported at the row they come from', () => {
    expect(orphans(table('| id | a_next |', '| A | B9 |'))).toEqual(['A'])
  })

  it('reach a row that is called END when there is one', () => {
    expect(orphans(table('| id | a_next |', '| A | END |', '| END | |'))).toEqual([])
  })

  it('may lead to a node elsewhere in the artifact', () => {
    const text = '# Later {#later}\nsource_lines: 1\n\n| id | a_next |\n|--|--|\n| A | later |'
    expect(auditArtifact(readArtifact('a.md', text), 9)).toEqual([])
  })
})

describe('roots', () => {
  it('are the first row and rows marked as start', () => {
    const rows = ['| A | step | B |', '| B | step | |', '| C | start | D |', '| D | step | |', '| E | step | |']
    expect(orphans(table('| id | type | a_next |', ...rows))).toEqual(['E'])
  })

  it('are all rows of a table without *_next columns', () => {
    expect(orphans(table('| id | text |', '| A | x |', '| B | y |'))).toEqual([])
  })

  it('are not rows that only lead back to the start', () => {
    expect(orphans(table('| id | a_next |', '| Start | |', '| B | Start |'))).toEqual(['B'])
  })
})

describe('sources and references', () => {
  it('come from their columns and from the text of cells', () => {
    const [first, second] = table(
      '| id | text | source_lines | refs |',
      '| A | x | 12-20, 30 | B |',
      '| B | y (source_lines: 7) [[A]] | - | |',
    ).nodes
    expect(first).toMatchObject({ sources: [{ start_line: 12, end_line: 20 }, { start_line: 30 }], refs: ['B'] })
    expect(second).toMatchObject({ sources: [{ start_line: 7 }], refs: ['A'] })
  })

  it('of a table without ids belong to what encloses it', () => {
    const artifact = readArtifact('a.md', '# H\n\n| step | source_lines |\n|--|--|\n| x | 3-4 |')
    expect(artifact.nodes).toMatchObject([{ id: 'H', sources: [{ start_line: 3, end_line: 4 }] }])
  })

  it('count a declared finding for the row', () => {
    const artifact = table('| id | note |', '| A | 根拠なし要素 |')
    expect(auditArtifact(artifact, 9)).toMatchObject([{ kind: 'rootless_node', node_id: 'A' }])
  })
})

describe('TSV', () => {
  const text = '# source_lines: 1-9\nstep_id\ttext\tyes_next\tno_next\nA\tx\tB\t-\n"B"\ty\tFIN\t\nC\tz\tFIN\t'

  it.each(['a.tsv', 'a.txt'])('is read in %s', (path) => {
    const artifact = readArtifact(path, text)
    expect(artifact.nodes.map(({ id }) => id)).toEqual(['A', 'B', 'C'])
    expect(auditArtifact(artifact, 9)).toMatchObject([
      { kind: 'orphan_branch', node_id: 'C', message: expect.stringContaining('line 5') },
    ])
  })

  it('is read in a fence and in a paragraph', () => {
    const rows = 'id\tsource_lines\nA\t1-2\nB\t3'
    for (const body of [`\`\`\`tsv\n${rows}\n\`\`\``, rows]) {
      const artifact = readArtifact('a.md', `# H\n\n${body}\n`)
      expect(artifact.nodes.map(({ id, enclosing }) => [id, enclosing?.id])).toEqual([
        ['H', undefined],
        ['A', 'H'],
        ['B', 'H'],
      ])
    }
  })
})

describe('CSV', () => {
  const rows = [
    'id,text,yes_next,no_next,source_lines',
    'A,"Number, or ""name""?",B,C,1-2',
    'B,"two',
    'lines",END,,"3, 5-6"',
    'C,"open,END,-,4',
  ]
  const read = (path: string, lines: readonly string[]) => readArtifact(path, lines.join('\n'))

  it('is read like TSV, with commas, quotes and line breaks inside quotes', () => {
    const artifact = read('a.csv', rows)
    expect(artifact.nodes.map(({ id, line, next }) => [id, line, next])).toEqual([
      ['A', 2, ['B', 'C']],
      ['B', 3, ['END', '']],
      ['C', 5, ['END', '-']],
    ])
    expect(artifact.nodes.flatMap(({ sources }) => sources.map(({ start_line }) => start_line))).toEqual([1, 3, 5, 4])
    expect(auditArtifact(artifact, 9)).toEqual([])
  })

  it('may have semicolons or tabs between its cells', () => {
    for (const sign of [';', '\t']) {
      const artifact = read('a.csv', [`step_id${sign}a_next`, `A${sign}B`, `B${sign}FIN`])
      expect(artifact.nodes.map(({ id }) => id)).toEqual(['A', 'B'])
    }
  })

  it('is recognized in a file of another name, in a fence and in a paragraph', () => {
    const table = ['id,a_next', 'A,B', 'B,END']
    expect(read('a.txt', table).nodes).toHaveLength(2)
    expect(read('a.md', ['# H', '```csv', ...table, '```']).nodes.map(({ id }) => id)).toEqual(['H', 'A', 'B'])
    expect(read('a.md', ['# H', '', ...table]).nodes.map(({ id }) => id)).toEqual(['H', 'A', 'B'])
  })

  it('is not seen in a sentence with a comma', () => {
    expect(read('a.md', ['ID, please', 'was all he said, and left, at once']).nodes).toEqual([])
  })

  it('reads a second table below the first', () => {
    expect(read('a.csv', ['id,x', 'A,1', '', 'id,y', 'B,2']).nodes.map(({ id, line }) => [id, line])).toEqual([
      ['A', 2],
      ['B', 5],
    ])
  })

  it('is read in time that grows with the text, whatever its quotes', () => {
    for (const line of ['"a', 'a,"b', '""",', 'id,"', 'id,x']) {
      const text = Array.from({ length: 20_000 }, () => line)
      const started = performance.now()
      read('a.csv', ['id,x', ...text])
      expect(performance.now() - started).toBeLessThan(5000)
    }
  })
})
