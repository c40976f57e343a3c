import { examples } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import type { ArtifactNode } from './model.ts'
import { readArtifact } from './read-artifact.ts'

function draw(...lines: string[]) {
  const artifact = readArtifact('chart.mmd', ['flowchart TD', ...lines].join('\n'))
  return { artifact, nodes: artifact.nodes, ids: artifact.nodes.map((node) => node.id) }
}

function edges(...lines: string[]): string[] {
  return draw(...lines).nodes.flatMap((node) => reachable(node).map((target) => `${node.id}>${target}`))
}

/** Ids that an arrow reaches, through junctions. */
function reachable(node: ArtifactNode): string[] {
  return node.children.flatMap((child) => (child.junction ? reachable(child) : [child.id]))
}

describe('nodes', () => {
  it.each([
    ['A[text]', 'text'],
    ['A(text)', 'text'],
    ['A([text])', 'text'],
    ['A[[text]]', 'text'],
    ['A[(text)]', 'text'],
    ['A((text))', 'text'],
    ['A(((text)))', 'text'],
    ['A{text}', 'text'],
    ['A{{text}}', 'text'],
    ['A>text]', 'text'],
    ['A[/text/]', 'text'],
    ['A[/text\\]', 'text'],
    ['A[\\text\\]', 'text'],
    ['A[/api/users]', '/api/users'],
    ['A["text (with] --> marks)"]', 'text (with] --> marks)'],
    ['A@{ shape: stadium, label: "text" }', 'text'],
    ['A[text]:::wide', 'text'],
    ['A', 'A'],
  ])('reads the shape %s', (line, label) => {
    const { nodes } = draw(line)
    expect(nodes.map(({ id, title }) => [id, title])).toEqual([['A', label]])
  })

  it('reads a quoted label over two lines', () => {
    const { nodes } = draw('A["`one', 'two`"] --> B')
    expect(nodes.map(({ id, line }) => [id, line])).toEqual([
      ['A', 2],
      ['B', 3],
    ])
  })

  it('reads ids in Japanese and with dashes', () => {
    expect(edges('受付-1 --> 診断')).toEqual(['受付-1>診断'])
  })

  it('passes over comments, styles, classes, clicks and directions', () => {
    const { ids } = draw(
      '%% X --> Y',
      'direction LR',
      'A --> B',
      'classDef wide fill:#fff',
      'class A wide',
      'style A fill:#fff',
      'linkStyle 0 stroke:red',
      'click A "https://example.com"',
      'accDescr {',
      'one two',
      '}',
    )
    expect(ids).toEqual(['A', 'B'])
  })
})

describe('arrows', () => {
  examples('reads %s', edges, [
    ['A --> B', ['A>B']],
    ['A-->B', ['A>B']],
    ['A -.-> B', ['A>B']],
    ['A ==> B', ['A>B']],
    ['A ----> B', ['A>B']],
    ['A --o B', ['A>B']],
    ['A --x B', ['A>B']],
    ['A -->|yes & no| B', ['A>B']],
    ['A -- yes --> B', ['A>B']],
    ['A -. yes .-> B', ['A>B']],
    ['A == yes ==> B', ['A>B']],
    ['A e1@--> B', ['A>B']],
    ['A --- B', ['A>B', 'B>A']],
    ['A <--> B', ['A>B', 'B>A']],
    ['A ~~~ B', []],
    ['A --> B --> C', ['A>B', 'B>C']],
    ['A & B --> C', ['A>C', 'B>C']],
    ['A & B --> C & D', ['A>C', 'A>D', 'B>C', 'B>D']],
    ['A --> B; B --> C', ['A>B', 'B>C']],
    ['A[x] -->|はい| B{y?}', ['A>B']],
  ])

  it('reads statements on the line of the header', () => {
    expect(readArtifact('a.mmd', 'graph LR; A-->B;').nodes.map((node) => node.id)).toEqual(['A', 'B'])
  })

  it('reaches the members of a subgraph, and leaves from them', () => {
    const lines = ['A --> one', 'subgraph one [First]', 'B --> C', 'end', 'one --> D']
    expect(draw(...lines).ids).toEqual(['A', 'B', 'C', 'D'])
    expect(edges(...lines)).toEqual(expect.arrayContaining(['A>B', 'A>C', 'B>D', 'C>D']))
  })

  it('puts a node into the first subgraph that names it', () => {
    const lines = ['A --> two', 'subgraph one', 'B', 'end', 'subgraph two', 'B', 'C', 'end']
    expect(edges(...lines)).toEqual(['A>C'])
  })

  it('does not take the attributes of an edge for a node', () => {
    expect(draw('A e1@--> B', 'e1@{ animate: true }').ids).toEqual(['A', 'B'])
  })

  it('goes on after a line that it does not understand', () => {
    expect(edges('A ->> B', '??? [[[', 'C --> D')).toEqual(['C>D'])
  })
})

describe('starts and ends', () => {
  it.each(['S([Start])', 'S((開始))', 'S([Inicio del caso])', 'S[Start]', 'Start[x]', 'S:::start'])(
    'takes %s for a start',
    (line) => {
      expect(draw('A', line).nodes[1]?.start).toBe(true)
    },
  )

  it('takes a rectangle that begins with the word for a step', () => {
    expect(draw('A', 'S[Start the engine]').nodes[1]?.start).toBe(false)
  })

  it.each(['END', 'E([終了])', 'E((fin))'])('takes %s for an end mark', (target) => {
    expect(draw(`A --> ${target}`).nodes[1]?.terminal).toBe(true)
  })
})

describe('sources', () => {
  const cited = (...lines: string[]) =>
    Object.fromEntries(draw(...lines).nodes.map(({ id, sources }) => [id, sources.map((range) => range.start_line)]))

  it('reads labels', () => {
    expect(cited('A["Start<br>source_lines: 3-5"] --> B')).toEqual({ A: [3], B: [] })
  })

  it('gives a comment that names a node to that node', () => {
    expect(cited('%% A source_lines: 3', '%% B: source_lines: 5', 'A --> B')).toEqual({ A: [3], B: [5] })
  })

  it('gives a comment behind a statement to the nodes that first appear there', () => {
    expect(cited('A %% source_lines: 1', 'A --> B %% source_lines: 2')).toEqual({ A: [1], B: [2] })
  })

  it('gives other comments to the whole artifact', () => {
    const { artifact } = draw('%% A chart of the source: source_lines: 1-9', 'A --> B')
    expect(artifact.citations).toMatchObject([{ node: null, range: { start_line: 1, end_line: 9 } }])
  })
})

it('finds no nodes in other diagrams, but reads their comments', () => {
  const artifact = readArtifact('a.mmd', 'sequenceDiagram\nAlice->>Bob: hi\n%% source_lines: 1-2')
  expect(artifact.nodes).toEqual([])
  expect(artifact.citations).toHaveLength(1)
})

it('reads past front matter, directives and comments before the header', () => {
  const artifact = readArtifact('a.mmd', '---\ntitle: x\n---\n%%{init: {}}%%\n\nflowchart LR\nA-->B')
  expect(artifact.nodes.map(({ id, line }) => [id, line])).toEqual([
    ['A', 7],
    ['B', 7],
  ])
})

describe('quoted labels of arrows', () => {
  it.each([
    'A -->|"q | r"| B',
    'A -->|"a --> b; %% c"| B',
    'A -- "q --> r" --> B',
    'A == "q ==> r" ==> B',
    'A -. "q .-> r" .-> B',
    'A["x | y; z %% (w)"] -->|"]"| B{"{ | }"}',
  ])('may hold any character: %s', (line) => {
    expect(edges(line, 'B --> C')).toEqual(['A>B', 'B>C'])
  })

  it('may run over two lines', () => {
    const { nodes } = draw('A -->|"one', 'two | three"| B', 'B --> C')
    expect(nodes.map(({ id, line }) => [id, line])).toEqual([
      ['A', 2],
      ['B', 3],
      ['C', 4],
    ])
  })
})
