import { describe, expect, it } from 'vitest'
import { auditArtifact } from '../graph.ts'
import { readArtifact } from './read-artifact.ts'

const read = (value: unknown) => readArtifact('a.json', JSON.stringify(value, null, 2))
const findings = (value: unknown) => auditArtifact(read(value), 50).map(({ kind, node_id }) => [kind, node_id])

describe('nodes', () => {
  it('are objects with an id at any depth', () => {
    const artifact = read({ id: 'a', parts: [{ x: { id: 2 } }, { id: ' ' }, { id: null }, { name: 'no id' }] })
    expect(artifact.nodes.map(({ id, line, enclosing }) => [id, line, enclosing?.id])).toEqual([
      ['a', 1, undefined],
      ['2', 5, 'a'],
    ])
  })

  it('quote their own place in a long line', () => {
    const text = JSON.stringify([...Array(50).keys()].map((id) => ({ id: `n${id}`, text: 'some words' })))
    expect(readArtifact('a.json', text).nodes[40]?.quote).toMatch(/^\{"id":"n40"/)
  })

  it('inherit sources from the objects around them', () => {
    expect(findings({ id: 'a', source_lines: [[1, 2]], children: [{ id: 'b', children: [{ id: 'c' }] }] })).toEqual([])
    expect(findings({ source_lines: '1-2', nodes: [{ id: 'b' }] })).toEqual([])
    expect(findings([{ id: 'a', source_lines: 3 }, { id: 'b' }])).toEqual([['rootless_node', 'b']])
  })
})

describe('edges', () => {
  it.each([
    ['ids', [{ id: 'a', next: ['b'] }, { id: 'b' }]],
    ['one id', [{ id: 'a', next: 'b' }, { id: 'b' }]],
    ['numbers', [{ id: 1, next: 2 }, { id: 2 }]],
    ['ids of children', [{ id: 'a', children: ['b'] }, { id: 'b' }]],
    ['objects', [{ id: 'a', next: { id: 'b', next: 'END' } }]],
    ['conditions', [{ id: 'a', next: [{ when: 'yes', to: 'b' }] }, { id: 'b' }]],
    ['a map of answers', [{ id: 'a', next: { yes: 'b', no: 'c' } }, { id: 'b' }, { id: 'c' }]],
    [
      'named columns',
      [
        { id: 'a', yes_next: 'b', no_next: '-' },
        { id: 'b', yes_next: null },
      ],
    ],
  ])('are read from %s', (_, nodes) => {
    expect(findings({ source_lines: 1, nodes })).toEqual([])
  })

  it('make unlinked nodes orphans', () => {
    const nodes = [
      { id: 'a', next: ['b'] },
      { id: 'b', next: [] },
      { id: 'c', next: 'b' },
    ]
    expect(findings({ source_lines: 1, nodes })).toEqual([['orphan_branch', 'c']])
  })

  it('to undefined nodes are reported', () => {
    expect(findings({ source_lines: 1, nodes: [{ id: 'a', next: ['zz', 'FIN'] }] })).toEqual([['orphan_branch', 'a']])
  })

  it('begin at nodes marked as start too', () => {
    const nodes = [{ id: 'a', next: 'END' }, { id: 'b', type: 'start', next: 'c' }, { id: 'c' }, { id: 'd', start: true }]
    expect(findings({ source_lines: 1, nodes })).toEqual([])
  })

  it('are judged list by list', () => {
    const value = {
      source_lines: 1,
      id: 'doc',
      steps: [{ id: 'a', next: 'b' }, { id: 'b' }],
      glossary: [{ id: 't1' }, { id: 't2' }],
    }
    expect(findings(value)).toEqual([])
  })
})

it('compares refs and see', () => {
  const nodes = [
    { id: 'a', refs: ['b'] },
    { id: 'b', see: 'a, c' },
    { id: 'c', text: 'like [[a]]' },
  ]
  expect(findings({ source_lines: 1, nodes })).toEqual([
    ['one_way_ref', 'b'],
    ['one_way_ref', 'c'],
  ])
})

it('reads declared findings from keys and texts', () => {
  const value = {
    source_lines: 1,
    findings: [{ kind: 'rootless_node' }, { kind: 'none' }],
    nodes: [{ id: 'a', note: '孤立分岐' }],
    rootless_nodes: 3,
    one_way_ref: [],
  }
  expect(findings(value)).toEqual([
    ['rootless_node', null],
    ['orphan_branch', 'a'],
  ])
})

it('is read in a fence, below its heading', () => {
  const artifact = readArtifact('a.md', '# H\nsource_lines: 1\n\n```json\n{"id": "a",\n "next": "b"}\n```\n')
  expect(auditArtifact(artifact, 9)).toMatchObject([
    { kind: 'orphan_branch', node_id: 'a', message: expect.stringContaining('line 5') },
  ])
})

it('falls back to plain text when a .json file is not JSON', () => {
  expect(readArtifact('a.json', '{broken\n[id:x] words source_lines: 1').nodes.map(({ id }) => id)).toEqual(['x'])
})

it('stands any depth of nesting', () => {
  const deep = '{"id":"x","children":['.repeat(20_000) + ']}'.repeat(20_000)
  expect(readArtifact('a.json', deep).nodes).toHaveLength(20_000)
})
