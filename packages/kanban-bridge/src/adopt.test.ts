import { expect, it } from 'vitest'
import { cardFile, temporaryBoard, ulid } from '../test/temporary-board.ts'
import { listCards } from './tools/kanban-list.ts'
import { kanbanUpkeep } from './upkeep.ts'

const [A, B] = ['A', 'B'].map(ulid) as [string, string]

async function repaired(files: Record<string, string>) {
  const board = temporaryBoard(files)
  const upkeep = kanbanUpkeep({ roots: [board.dir] })
  const found = await upkeep.check()
  await upkeep.repair(found)
  return { board, found, left: await upkeep.check() }
}

it('makes cards of what a hand has put into columns, and every word of them stays', async () => {
  const { board, found, left } = await repaired({
    'doing/fix-the-pump.md': '# Fix the pump\n\nIt drips.\n',
    'doing/水を運ぶ.md': '---\nid: T-2\ntitle: 水を運ぶ\ndepends_on: [T-1]\n---\n\n毎朝\n',
    'backlog/first.md': '---\r\nid: T-1\r\nmood: good\r\n---\r\nText',
    'backlog/known.md': `---\nid: ${A}\ntitle: Known\n---\n`,
    'backlog/README.md': 'What this column is for.\n',
  })
  expect(found.filter(({ fix }) => fix !== undefined)).toHaveLength(4)
  expect(left.map(({ code, path, fix }) => [code, path, fix])).toEqual([['not-a-card', '.kanban/backlog/README.md', undefined]])
  const { items } = await listCards(board.ctx, { board: '.', fields: ['depends_on', 'path'] })
  const named = (title: string) => items.find((item) => item.title === title)!
  expect(items).toHaveLength(4)
  expect(named('Known').cardId).toBe(A)
  expect(named('水を運ぶ').depends_on).toEqual([named('first').cardId])
  expect(named('Fix the pump').path).toBe(`.kanban/doing/${named('Fix the pump').cardId}__fix-the-pump.md`)
  expect(board.read(named('Fix the pump').path!.replace('.kanban/', ''))).toMatch(
    /^---\nid: \w{26}\ntitle: Fix the pump\n---\n\n# Fix the pump\n\nIt drips\.\n$/,
  )
  expect(board.read(named('first').path!.replace('.kanban/', ''))).toMatch(
    /^---\r\nid: \w{26}\r\ntitle: first\r\nmood: good\r\n---\r\nText$/,
  )
})

it('writes what cards lack, and leaves what it cannot read', async () => {
  const broken = `---\nid: ${B}\ntitle: [\n---\n`
  const { board, left } = await repaired({
    [`doing/${A}__no-keys.md`]: 'Just text\n',
    [`doing/${ulid('C')}__c.md`]: cardFile(ulid('C').toLowerCase()),
    [`doing/${B}__b.md`]: broken,
  })
  expect(board.read(`doing/${A}__no-keys.md`)).toBe(`---\nid: ${A}\ntitle: no keys\n---\n\nJust text\n`)
  expect(board.read(`doing/${ulid('C')}__c.md`)).toContain(`id: ${ulid('C')}\n`)
  expect(board.read(`doing/${B}__b.md`)).toBe(broken)
  expect(left.map(({ code }) => code)).toEqual(['broken-front-matter'])
})
