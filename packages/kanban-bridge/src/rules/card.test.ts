import { parsePath } from '@shoko/core-fs'
import { expect, it } from 'vitest'
import { ulid } from '../../test/temporary-board.ts'
import { readCard } from './card.ts'

const A = ulid('A')
const B = ulid('B')

function read(text: string, name = `${A}__x.md`) {
  return readCard(text, { id: A, file: parsePath(`backlog/${name}`), path: `.kanban/backlog/${name}`, name, column: 'backlog' })
}

const problemsOf = (text: string, name?: string) => read(text, name).problems.map(({ text: words }) => words)

it('reads a card as the tool writes it', () => {
  const card = read(`---\nid: ${A}\ntitle: Hello\nlane: core\npriority: p1\nlabels: [a, b]\nparent: ${B}\n---\n\nBody\n`)
  expect(card).toMatchObject({
    id: A,
    title: 'Hello',
    lane: 'core',
    priority: 'P1',
    labels: ['a', 'b'],
    parent: B,
    body: 'Body\n',
  })
  expect(card.problems).toEqual([])
})

it('reads CRLF files', () => {
  expect(read(`---\r\nid: ${A}\r\ntitle: Hello\r\n---\r\n\r\nBody\r\n`)).toMatchObject({
    title: 'Hello',
    body: 'Body\r\n',
    problems: [],
  })
})

it('keeps unknown keys', () => {
  expect(read(`---\nid: ${A}\ntitle: T\nmood: good\n---\n`).data.mood).toBe('good')
})

it('reads relates_to as relates, and links as ids', () => {
  expect(read(`---\nid: ${A}\ntitle: T\nrelates_to: [${B.toLowerCase()}]\n---\n`).relates).toEqual([B])
  expect(read(`---\nid: ${A}\ntitle: T\nparent: "[[${B}__other-card|Other]]"\n---\n`).parent).toBe(B)
})

it('takes one word for a list of one', () => {
  expect(read(`---\nid: ${A}\ntitle: T\nlabels: urgent, web\nassignees: ana\n---\n`)).toMatchObject({
    labels: ['urgent', 'web'],
    assignees: ['ana'],
  })
})

it('takes the id from the file name, whatever the front matter says', () => {
  expect(read(`---\nid: ${B}\ntitle: T\n---\n`).id).toBe(A)
})

it('reads size and blockers, a single blocker as one sentence', () => {
  expect(read(`---\nid: ${A}\ntitle: T\nsize: 3\nblockers: no key, no door\n---\n`)).toMatchObject({
    size: 3,
    blockers: ['no key, no door'],
  })
  expect(read(`---\nid: ${A}\ntitle: T\nsize: large\n---\n`)).toMatchObject({ size: null, blockers: [] })
})

it('reads a file without front matter by its heading or its name', () => {
  expect(read('# Buy beans\n\ntext')).toMatchObject({ title: 'Buy beans', id: A })
  expect(read('text only', `${A}__buy-more-beans.md`).title).toBe('buy more beans')
  expect(read('text only', `${A}.md`).title).toBe(A)
  expect(problemsOf('text only')).toEqual(['missing front matter'])
})

it('reads what it can between merge conflict markers', () => {
  const text = `---\nid: ${A}\n<<<<<<< HEAD\ntitle: Ours\nlane: core\n=======\ntitle: Theirs\n>>>>>>> branch\n---\n\nBody\n`
  expect(read(text)).toMatchObject({ id: A, title: 'Ours', lane: 'core' })
  expect(problemsOf(text)[0]).toBe('merge conflict markers')
})

it('reads what it can of front matter that never ends', () => {
  expect(read(`---\nid: ${A}\ntitle: Open\n\nBody`)).toMatchObject({ title: 'Open' })
  expect(problemsOf(`---\nid: ${A}\ntitle: Open\n`)).toEqual(['broken front matter: front matter has no closing line'])
})

it('says what a person should mend', () => {
  expect(problemsOf(`---\nid: ${A}\n---\n`)).toEqual(['missing title'])
  expect(problemsOf('---\ntitle: T\n---\n')).toEqual(['missing id'])
  expect(problemsOf(`---\nid: ${B}\ntitle: T\n---\n`)).toEqual([`id differs: file name ${A}, front matter ${B}`])
  expect(problemsOf(`---\nid: ${A.toLowerCase()}\ntitle: T\n---\n`)).toEqual([`id is not in upper case: ${A.toLowerCase()}`])
  expect(problemsOf(`---\nid: ${A}\ntitle: T\nparent: [${B}, ${ulid('C')}]\n---\n`)).toEqual([
    `multiple parent edges for child ${A}`,
  ])
})
