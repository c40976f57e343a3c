import { parsePath } from '@shoko/core-fs'
import fc from 'fast-check'
import { placeOf } from '../../../packages/kanban-bridge/src/board/paths.ts'
import { readCard } from '../../../packages/kanban-bridge/src/rules/card.ts'
import { isPlainId } from '../../../packages/kanban-bridge/src/rules/card-id.ts'
import { CardRows, cardRow } from '../../../packages/kanban-bridge/src/rules/card-rows.ts'
import { appendToBody, composeCard, editCardKeys, isEditable } from '../../../packages/kanban-bridge/src/rules/compose-card.ts'
import { cardFileName } from '../../../packages/kanban-bridge/src/rules/file-name.ts'
import { edgesOf } from '../../../packages/kanban-bridge/src/rules/relations.ts'
import { defineRun } from '../run.ts'
import { fuzz, rule } from './campaign.ts'
import { anyText, TRICKS, textOf } from './texts.ts'

const A = '01AAAAAAAAAAAAAAAAAAAAAAAA'
const B = '01BBBBBBBBBBBBBBBBBBBBBBBB'
const LINES = [
  '---\n',
  `id: ${A}\n`,
  'id: x/y\n',
  'id: [1]\n',
  'title: T\n',
  'title: 題\r\n',
  `parent: ${B}\n`,
  `parent: [${A}, ${B}]\n`,
  `depends_on: [${B}, "[[${A}__x|y]]"]\n`,
  'relates_to: a, b\n',
  'labels: [a, {b: c}]\n',
  'completed_at: yesterday\n',
  '<<<<<<< HEAD\n',
  '=======\n',
  '>>>>>>> b\n',
  '# Heading\n',
  'priority: p1\n',
  '\n',
  'body\n',
]
const cards = textOf([...LINES, ...TRICKS], 10).map((text) => (text.startsWith('---') ? text : `---\n${text}`))
const names = textOf([`${A}__`, 'x', '題', '.', ' ', '.md', '__', 'ü'], 4).map((name) => `${name || 'x'}.md`)

export const run = defineRun('fuzz-cards', (order) => fuzz(order, { rules, inputs: order.counts.inputs! }), {
  full: { inputs: 1_000_000 },
  expectedSeconds: 150,
  cores: 1,
})

const rules = [
  rule('any file reads as a card with a usable id', fc.tuple(cards, names), ([text, name]) => {
    const place = placeOf(parsePath(`backlog/${name}`))
    if (place === undefined) return true
    const card = readCard(text, place)
    return isPlainId(card.id) && card.title !== '' && CardRows.parse(`${cardRow(card)}\n`) !== undefined
  }),
  {
    ...rule('a new card reads back the same', fc.tuple(anyText, anyText), ([title, body]) => {
      const words = title.toWellFormed().trim().replaceAll(/\s+/g, ' ') || 'x'
      const name = cardFileName(A, words)
      const text = composeCard({ id: A, title: words, created_at: '2026-11-16T00:00:00.000Z' }, body.toWellFormed())
      const card = readCard(text, { id: A, file: parsePath(`a/${name}`), path: `a/${name}`, name, column: 'a' })
      return card.id === A && card.title === words.trim() && Buffer.byteLength(name) <= 255 && !/[/\\]/.test(name)
    }),
    share: 0.3,
  },
  {
    ...rule('rewriting a card twice changes nothing', fc.tuple(cards, anyText), ([text, title]) => {
      if (!isEditable(text)) return true
      const changes = { title: title.toWellFormed() || 'x', labels: ['a'] }
      const once = editCardKeys(text, changes)
      return editCardKeys(once, changes) === once
    }),
    share: 0.3,
  },
  rule('appending keeps every byte before it', fc.tuple(cards, anyText), ([text, addition]) =>
    appendToBody(text, addition).startsWith(text),
  ),
  rule('edges of any cards are sorted and once each', fc.tuple(cards, cards), (texts) => {
    const both = texts.map((text, at) =>
      readCard(text, { id: `${at}`, file: parsePath(`a/${at}.md`), path: '', name: `${at}.md`, column: 'a' }),
    )
    const edges = edgesOf(both).map(({ type, from, to }) => `${type} ${from} ${to}`)
    return new Set(edges).size === edges.length && edges.toSorted().join() === edges.join()
  }),
]
