import type { Random } from '../random.ts'
import { certain, type Fact, type Script, type Step } from './step.ts'

/** Cards that every writer works on; the workspace is made with them. */
export const SHARED_CARDS = ['A', 'B', 'C', 'D', 'E'].map((letter) => `01${letter.repeat(24)}`)

const COLUMNS = ['backlog', 'doing', 'review']

/** Every way to change a board. Edges lead from newer to older cards, so that nobody closes a cycle. */
export function* kanbanScript(random: Random, mark: string): Script {
  const own: string[] = []
  for (let n = 0; ; n++) {
    const text = `${mark}-${n} end`
    const card = own.length === 0 ? undefined : random.pick(own)
    const kind = random.below(11)
    if (card === undefined || (kind === 0 && own.length < 200)) {
      const output = yield newCard(text, random.pick(COLUMNS))
      own.push(String(output.cardId))
    } else if (kind === 1) yield appendBody(card, text)
    else if (kind === 2) yield appendNote(card, text)
    else if (kind === 3) {
      const column = random.pick(COLUMNS)
      yield certain('kanban/move', { board: '.', cardId: card, toColumn: column }, [{ kind: 'column', card, column }])
    } else if (kind === 4) {
      yield certain('kanban/done', { board: '.', cardId: card }, [{ kind: 'column', card, column: 'done' }])
    } else if (kind === 5) yield setTitle(card, text)
    else if (kind === 6) yield relate(random, own)
    else yield changeShared(random, text)
  }
}

function newCard(title: string, column: string): Step {
  return {
    tool: 'kanban/new',
    args: { board: '.', title, column, body: 'end' },
    after: ({ cardId }) => [titleFact(String(cardId), title), { kind: 'column', card: String(cardId), column }],
  }
}

function setTitle(cardId: string, title: string): Step {
  const patch = { fm: { title, labels: ['torture'] } }
  return certain('kanban/update', { board: '.', cardId, patch }, [titleFact(cardId, title)])
}

function titleFact(card: string, title: string): Fact {
  return { kind: 'card', card, slot: 'title', line: `title: ${title}` }
}

function appendBody(card: string, text: string): Step {
  return certain('kanban/update', { board: '.', cardId: card, patch: { body: { text } } }, [
    { kind: 'card', card, slot: text, line: text },
  ])
}

function appendNote(card: string, text: string): Step {
  return certain('kanban/notes.append', { board: '.', cardId: card, text }, [
    { kind: 'line', path: `.kanban/notes/${card}.ndjson`, slot: text, line: JSON.stringify(text) },
  ])
}

function relate(random: Random, own: readonly string[]): Step {
  const at = random.below(own.length)
  const to = at === 0 ? random.pick(SHARED_CARDS) : own[random.below(at)]!
  const from = own[at]!
  const type = random.pick(['depends', 'relates', 'parent'])
  // The parent may be set again later, so that only the other two stay for good.
  const facts: Fact[] = type === 'parent' ? [] : [{ kind: 'card', card: from, slot: `${type} ${to}`, line: to }]
  return certain('kanban/relations.set', { board: '.', from, to, type }, facts)
}

/** Where a card is and what it is called is anybody's; what was added to it stays. */
function changeShared(random: Random, text: string): Step {
  const cardId = random.pick(SHARED_CARDS)
  const kind = random.below(4)
  if (kind === 0) return certain('kanban/move', { board: '.', cardId, toColumn: random.pick(COLUMNS) }, [])
  if (kind === 1) return certain('kanban/update', { board: '.', cardId, patch: { fm: { labels: [text] } } }, [])
  return kind === 2 ? appendBody(cardId, text) : appendNote(cardId, text)
}
