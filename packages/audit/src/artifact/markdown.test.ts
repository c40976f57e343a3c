import { examples } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import { readArtifact } from './read-artifact.ts'

const read = (...lines: string[]) => readArtifact('a.md', lines.join('\n'))
const shape = (...lines: string[]) =>
  read(...lines).nodes.map(({ id, enclosing }) => (enclosing === null ? id : `${enclosing.id}/${id}`))
const sources = (...lines: string[]) => {
  const { nodes, citations } = read(...lines)
  const whole = citations.filter(({ node }) => node === null).map(({ range }) => range.start_line)
  return { whole, ...Object.fromEntries(nodes.map(({ id, sources }) => [id, sources.map((range) => range.start_line)])) }
}

describe('headings', () => {
  it('are nodes, ATX and setext alike, nested by level', () => {
    expect(shape('# A', '## B', 'C', '---', '#### D', 'E', '===', '## F')).toEqual(['A', 'A/B', 'A/C', 'C/D', 'E', 'E/F'])
  })

  it('are not read from code, front matter or deep indentation', () => {
    expect(shape('---', 'title: x', '---', '```sh', '# comment', '```', '', '    # code', '', '# A')).toEqual(['A'])
  })

  it('take an explicit id', () => {
    expect(shape('# Intro {#in}', '## [id:b] Body')).toEqual(['in', 'in/b'])
  })

  it('in a quotation or a list item stand inside it', () => {
    expect(shape('# A', '> ## B', '> - [id:x] y', '', '- [id:i] item', '', '  ## C', '', 'z source_lines: 1')).toEqual([
      'A',
      'A/B',
      'B/x',
      'A/i',
      'i/C',
      'A/z',
    ])
  })

  it('without words are called by their line', () => {
    expect(shape('', '#')).toEqual(['line 2'])
  })
})

describe('list items', () => {
  it('are nodes when they carry an id or a source_lines entry', () => {
    expect(shape('- plain', '- [id:a] x', '  - y source_lines: 1', '  - plain', '    - {#c} z', '1. node d', '2. plain')).toEqual(
      ['a', 'a/y', 'a/c', 'd'],
    )
  })

  it('take the entries of their own lines and of bare items below them', () => {
    expect(
      sources(
        '- [id:a] x',
        '  source_lines: 1',
        '- b',
        '  - source_lines: 2',
        '- [id:c] z',
        '  source_lines:',
        '  - 3',
        '  - 4',
        '- d <!-- source_lines: 5 -->',
      ),
    ).toEqual({ whole: [], a: [1], b: [2], c: [3, 4], d: [5] })
  })

  it('that are nothing but an entry speak for what encloses them', () => {
    expect(sources('# A', '- source_lines: 1-2', '- words')).toEqual({ whole: [], A: [1] })
    expect(sources('- source_lines: 1-2', '- words')).toEqual({ whole: [1] })
  })
})

describe('lines', () => {
  it('are nodes when they carry an id', () => {
    expect(
      sources('# A', '[id:x] first', 'source_lines: 1', 'node y: second', 'more (source_lines: 2)', '', 'source_lines: 3'),
    ).toEqual({
      whole: [],
      A: [3],
      x: [1],
      y: [2],
    })
  })

  it('are nodes when they have words and an entry', () => {
    expect(sources('# A', 'Turn it on. source_lines: 4')).toEqual({ whole: [], A: [], 'Turn it on.': [4] })
  })

  it('that look like a link definition are nodes too', () => {
    expect(shape('[id:x]: words')).toEqual(['x'])
  })

  it('in code are nothing', () => {
    expect(read('```text', '[id:x] source_lines: 1 rootless_node', '```')).toMatchObject({
      nodes: [],
      citations: [],
      declarations: [],
    })
  })
})

describe('source_lines', () => {
  it('in the front matter belongs to the whole artifact', () => {
    expect(sources('---', 'source_lines:', '  - 1-2', '  - 5', '---', '# A')).toEqual({ whole: [1, 5], A: [] })
  })

  it('before the first node belongs to the whole artifact', () => {
    expect(sources('source_lines: 3', '', '# A')).toEqual({ whole: [3], A: [] })
  })

  it('below a heading belongs to it, in text, comments and YAML blocks', () => {
    expect(
      sources(
        '# A',
        'source_lines: 1',
        '',
        '<!--',
        'source_lines:',
        '- 2',
        '-->',
        '',
        '```yaml',
        'source_lines: [3]',
        '```',
        '## B (source_lines: 4)',
      ),
    ).toEqual({
      whole: [],
      A: [1, 2, 3],
      B: [4],
    })
  })

  it('is no heading when a separator follows it at once', () => {
    expect(sources('# A', 'source_lines: 1', '---', 'words')).toEqual({ whole: [], A: [1] })
  })

  it('is listed in the order of the lines', () => {
    const { citations } = read(
      '# A',
      '```mermaid',
      'flowchart TD',
      'A[x] --> B[y]',
      '%% source_lines: 2',
      '```',
      '- z source_lines: 3',
      '',
      'source_lines: 1',
    )
    expect(citations.map(({ range }) => range.start_line)).toEqual([2, 3, 1])
  })
})

describe('mixed artifacts', () => {
  it('put diagrams, tables and JSON below their heading', () => {
    expect(
      shape(
        '# A',
        '```mermaid',
        'graph LR',
        'x --> y',
        '```',
        '## B',
        '| id |',
        '|--|',
        '| r |',
        '',
        '```json',
        '{"id": "j"}',
        '```',
      ),
    ).toEqual(['A', 'A/x', 'A/y', 'A/B', 'B/r', 'B/j'])
  })

  it('read a diagram inside a quotation', () => {
    const { nodes } = read('> [!note]', '> ```mermaid', '> flowchart TD', '> A --> B', '> ```')
    expect(nodes.map(({ id, quote }) => [id, quote])).toEqual([
      ['A', 'A --> B'],
      ['B', 'A --> B'],
    ])
  })
})

it('counts lines as the rest of the project does', () => {
  expect(readArtifact('a.md', '\uFEFF# A\r\n\r# B\n').nodes.map(({ id, line }) => [id, line])).toEqual([
    ['A', 1],
    ['B', 3],
  ])
})

describe('the kind of a file without a telling extension', () => {
  examples('is seen from %j', (text) => readArtifact('notes', text).nodes[0]?.id, [
    ['{"id": "a"}', 'a'],
    ['%% chart\nflowchart TD\nb --> END', 'b'],
    ['id\tx\nc\ty', 'c'],
    ['# d', 'd'],
  ])
})
