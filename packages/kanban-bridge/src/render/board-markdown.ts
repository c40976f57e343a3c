import type { Card } from '../rules/card.ts'
import { DONE } from '../rules/columns.ts'
import type { BoardConfig } from '../rules/columns-toml.ts'
import { byId } from '../rules/tree.ts'
import { inline } from './inline.ts'

export interface BoardPage {
  readonly name: string
  readonly config: BoardConfig
  readonly columns: readonly string[]
  readonly cards: readonly Card[]
}

const LATEST_DONE = 20

/** The whole board as one page, for people and for git hosts that show Markdown. */
export function boardMarkdown({ name, config, columns, cards }: BoardPage): string {
  const sections = columns.map((column) => {
    const own = cards.filter((card) => card.column === column)
    const title = config.columns.find(({ key }) => key === column)?.title ?? column
    const limit = config.wipLimits.get(column)
    const count = limit === undefined ? `${own.length}` : `${own.length}/${limit}`
    const shown = column === DONE ? own.sort(latestFirst).slice(0, LATEST_DONE) : own.sort(byId)
    const rest = own.length - shown.length
    return [`## ${inline(title)} (${count})`, '', ...shown.map(cardLine), ...(rest > 0 ? [`- … and ${rest} more`] : []), ''].join(
      '\n',
    )
  })
  return [`# ${inline(name)}`, '', ...sections].join('\n')
}

function cardLine(card: Card): string {
  const marks = [
    card.priority,
    card.lane === null ? null : `lane ${card.lane}`,
    ...card.labels.map((label) => `#${label}`),
    ...card.assignees.map((person) => `@${person}`),
    card.completedAt === null ? null : card.completedAt.slice(0, 10),
  ].filter((mark) => mark !== null)
  const link = `../${card.file}`.split('/').map(encodeURIComponent).join('/')
  return `- [${inline(card.title)}](${link})${marks.length > 0 ? ` · ${inline(marks.join(' · '))}` : ''}`
}

function latestFirst(a: Card, b: Card): number {
  const [left, right] = [a.completedAt ?? '', b.completedAt ?? '']
  return left < right ? 1 : left > right ? -1 : byId(b, a)
}
