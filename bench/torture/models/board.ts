import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parsePath } from '@shoko/core-fs'
import { kanbanUpkeep } from '@shoko/kanban-bridge'
import fc from 'fast-check'
import { placeOf } from '../../../packages/kanban-bridge/src/board/paths.ts'
import { readCard } from '../../../packages/kanban-bridge/src/rules/card.ts'
import { defineRun } from '../run.ts'
import type { ToolAnswer } from '../server.ts'
import { type Family, linearize, type Operation } from './linearize.ts'

interface Card {
  readonly title: string
  readonly column: string
  readonly labels: readonly string[]
  readonly parent: string | null
  readonly body: string
  readonly notes: readonly string[]
}

/** Cards by their id. */
type Cards = ReadonlyMap<string, Card>

const COLUMNS = ['backlog', 'doing', 'done'] as const
const NOBODY = '01ZZZZZZZZZZZZZZZZZZZZZZZZ'
const titles = fc.constantFrom('Uno', 'dos', '三', 'a: b # c', 'Uno')
const numbers = fc.nat(5)

export const run = defineRun('model-board', (order) => linearize(board, order), {
  full: { sequences: 600 },
  expectedSeconds: 200,
})

const add = titles.map(
  (title): Operation<Cards> => ({
    tool: 'kanban_new',
    args: (_, place) => ({ board: place, title, body: 'body' }),
    step(cards, answer) {
      if (!answer.ok || cards.has(String(answer.output.cardId))) return undefined
      return put(cards, String(answer.output.cardId), {
        title,
        column: 'backlog',
        labels: [],
        parent: null,
        body: 'body\n',
        notes: [],
      })
    },
  }),
)

const move = fc
  .tuple(numbers, fc.constantFrom(...COLUMNS))
  .map(([number, toColumn]) =>
    onCard({ tool: 'kanban_move', number, more: { toColumn }, change: (card) => ({ ...card, column: toColumn }) }),
  )

const finish = numbers.map((number) =>
  onCard({ tool: 'kanban_done', number, more: {}, change: (card) => ({ ...card, column: 'done' }) }),
)

const update = fc
  .tuple(numbers, titles, fc.constantFrom<readonly string[]>([], ['x'], ['x', 'ñ']), fc.constantFrom('more', 'línea'))
  .map(([number, title, labels, text]) =>
    onCard({
      tool: 'kanban_update',
      number,
      more: { patch: { fm: { title, labels }, body: { text } } },
      change: (card) => ({ ...card, title, labels, body: `${card.body}${text}\n` }),
    }),
  )

const note = fc.tuple(numbers, fc.constantFrom('n1', 'ノート')).map(([number, text]) =>
  onCard({
    tool: 'kanban_notes_append',
    number,
    more: { text },
    change: (card) => ({ ...card, notes: [...card.notes, text] }),
  }),
)

const adopt = fc.tuple(numbers, numbers).map(
  ([child, parent]): Operation<Cards> => ({
    tool: 'kanban_relations_set',
    args: (cards, place) => ({ board: place, from: idOf(cards, child), to: idOf(cards, parent), type: 'parent' }),
    step(cards, answer, { from, to }) {
      const [card, above] = [String(from), String(to)]
      if (!cards.has(card) || !cards.has(above)) return refused(cards, answer, 'not-found')
      if (isBelow(cards, above, card)) return refused(cards, answer, 'conflict')
      return answer.ok ? put(cards, card, { ...cards.get(card)!, parent: above }) : undefined
    },
  }),
)

const list = fc.constantFrom(...COLUMNS).map(
  (column): Operation<Cards> => ({
    tool: 'kanban_list',
    args: (_, place) => ({ board: place, column, limit: 100 }),
    step(cards, answer) {
      const wanted = [...cards].filter(([, card]) => card.column === column).map(([id]) => id)
      const items = answer.ok ? (answer.output.items as readonly { readonly cardId: string }[]) : []
      return answer.ok &&
        items
          .map(({ cardId }) => cardId)
          .toSorted()
          .join() === wanted.toSorted().join()
        ? cards
        : undefined
    },
  }),
)

export const board: Family<Cards> = {
  name: 'board',
  operations: fc.oneof(add, add, move, finish, update, note, adopt, list),
  empty: new Map(),
  env: (folder) => ({ WORKSPACE_ROOT: folder, KANBAN_ROOTS: join(folder, 'boards'), SHOKO_FAMILIES: 'kanban' }),
  prepare: (folder, place) => void mkdirSync(join(folder, 'boards', place, '.kanban'), { recursive: true }),
  upkeep: (folder) => kanbanUpkeep({ roots: [join(folder, 'boards')] }),
  read(folder, place) {
    const root = join(folder, 'boards', place, '.kanban')
    const names = readdirSync(root, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.md'))
    const cards = names.map((name): [string, Card] => {
      const { id, title, column, labels, parent, body } = readCard(
        readFileSync(join(root, name), 'utf8'),
        placeOf(parsePath(name))!,
      )
      return [id, { title, column, labels, parent, body, notes: notesOf(root, id) }]
    })
    if (new Set(cards.map(([id]) => id)).size !== cards.length)
      throw new Error(`a card is there twice: ${names.map((name) => basename(name)).join()}`)
    return new Map(cards.sort(byId))
  },
}

function onCard({
  tool,
  number,
  more,
  change,
}: {
  tool: string
  number: number
  more: object
  change: (card: Card) => Card
}): Operation<Cards> {
  return {
    tool,
    args: (cards, place) => ({ board: place, cardId: idOf(cards, number), ...more }),
    step(cards, answer, { cardId }) {
      const card = cards.get(String(cardId))
      if (card === undefined) return refused(cards, answer, 'not-found')
      return answer.ok ? put(cards, String(cardId), change(card)) : undefined
    },
  }
}

function refused(cards: Cards, answer: ToolAnswer, code: string): Cards | undefined {
  return !answer.ok && answer.code === code ? cards : undefined
}

function isBelow(cards: Cards, id: string, above: string): boolean {
  for (let at: string | null | undefined = id; at !== null && at !== undefined; at = cards.get(at)?.parent)
    if (at === above) return true
  return false
}

function idOf(cards: Cards, number: number): string {
  return [...cards.keys()][number] ?? NOBODY
}

function put(cards: Cards, id: string, card: Card): Cards {
  return new Map([...new Map(cards).set(id, card)].sort(byId))
}

function byId([a]: readonly [string, Card], [b]: readonly [string, Card]): number {
  return a < b ? -1 : 1
}

function notesOf(root: string, id: string): string[] {
  const path = join(root, 'notes', `${id}.ndjson`)
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { text: string }).text)
}
