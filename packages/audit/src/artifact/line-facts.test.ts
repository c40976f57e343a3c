import { examples } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import { declaredIn, explicitId, hasOwnText, readLine } from './line-facts.ts'

describe('ids', () => {
  examples('finds the id of %s', explicitId, [
    ['- [id:x1] words', 'x1'],
    ['- [id: two words ] words', 'two words'],
    ['## Title {#intro}', 'intro'],
    ['## Title {#intro .wide}', 'intro'],
    ['node A1', 'A1'],
    ['- node a: words', 'a'],
    ['node a source_lines: 1-2', 'a'],
    ['node 受付', '受付'],
    ['1. node A1 takes the call', 'A1'],
    ['- [ ] node step_2 calls back', 'step_2'],
    ['node x asks for the number', 'x'],
    ['- node start asks for the number', 'start'],
    ['node a is the first question', 'a'],
    ['Node A1 asks for the name', 'A1'],
  ])

  it.each([
    'node names are unique',
    'node types must be known',
    'node of the tree',
    'each node a: is visited',
    'Node 24 is required',
    'rootless_node x',
    'nodes A',
    'see [id] below',
  ])('finds none in %s', (line) => {
    expect(explicitId(line)).toBeUndefined()
  })
})

describe('a line that begins with "node"', () => {
  it('is a sentence inside a paragraph', () => {
    expect(readLine(['Each step in which a', 'node waits for an answer'], 1).id).toBeUndefined()
  })

  it('is a node at the beginning of a text and below another one', () => {
    const lines = ['Words.', '', 'node first asks', 'node second waits', '- node third ends']
    expect([2, 3, 4].map((at) => readLine(lines, at).id)).toEqual(['first', 'second', 'third'])
  })
})

describe('declared findings', () => {
  examples('reads %s', (line) => declaredIn(line).map((mark) => mark.kind), [
    ['rootless_node: step 3', ['rootless_node']],
    ['- 根拠なし要素：手順3', ['rootless_node']],
    ['orphan_branch', ['orphan_branch']],
    ['これは孤立分岐です', ['orphan_branch']],
    ['<!-- one_way_ref -->', ['one_way_ref']],
    ['片方向参照あり', ['one_way_ref']],
  ])

  it('reads several kinds from one line, each once', () => {
    expect(declaredIn('rootless_node orphan_branch rootless_node').map((mark) => mark.kind)).toEqual([
      'rootless_node',
      'orphan_branch',
    ])
  })

  it.each([
    'rootless_nodes: 3',
    'orphan_branches',
    'rootless_node: 0',
    '孤立分岐: なし',
    '"one_way_ref": [],',
    'x_rootless_node',
  ])('reads nothing from %s', (line) => {
    expect(declaredIn(line)).toEqual([])
  })
})

describe('references', () => {
  examples('reads %s', (line) => readLine([line], 0).refs, [
    ['- a refs: B, C', ['B', 'C']],
    ['see: B、C', ['B', 'C']],
    ['refs: [B, C] source_lines: 1', ['B', 'C']],
    ['words [[B]] and [[#C|that]]', ['B', 'C']],
    ['see: [the step](#B)', ['B']],
    ['words [[B#part]], [[C#^block|c]] and [[D\\|d]]', ['B', 'C', 'D']],
    ['refs: [[B#part]], [[C|c]]', ['B', 'C', 'B', 'C']],
    ['<!-- refs: B -->', ['B']],
    ['oversee: B', []],
  ])

  it('reads a list below the key', () => {
    expect(readLine(['refs:', '  - B', '  - `C`', 'D'], 0).refs).toEqual(['B', 'C'])
  })
})

describe('own words', () => {
  it.each([
    'source_lines: 1-3',
    '- source_lines: 1-3',
    '（source_lines: 1-3）',
    '<!-- source_lines: 1-3 -->',
    'source_lines: [1-3] refs: B',
  ])('finds none in %s', (line) => {
    expect(hasOwnText(readLine([line], 0))).toBe(false)
  })

  it('are the title, without marks and entries', () => {
    expect(readLine(['## **受付** {#r} (source_lines: 1-3) ##'], 0).title).toBe('受付')
    expect(readLine(['- [x] Call back source_lines: 2 refs: B'], 0).title).toBe('Call back')
  })
})
