import type { Card } from '../rules/card.ts'
import { isDone } from '../rules/columns.ts'
import type { CardsById } from '../rules/relations.ts'
import { childrenByParent } from '../rules/tree.ts'
import { inline } from './inline.ts'

/** How far the work below a card has come, as a nested check list. */
export function progressMarkdown(cards: CardsById, parent: string): string {
  const root = cards.get(parent)
  if (root === undefined) return `# ${parent}\n\nNo such card.\n`
  const lines: string[] = []
  const children = childrenByParent(cards.values())
  const seen = new Set([root.id])
  const open: { card: Card; level: number }[] = childrenOf(root.id, 0)
  let done = 0
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { card, level } = next
    if (isDone(card.column)) done += 1
    lines.push(`${'  '.repeat(level)}- [${isDone(card.column) ? 'x' : ' '}] ${inline(card.title)} (${card.column})`)
    open.unshift(...childrenOf(card.id, level + 1))
  }
  const share = lines.length === 0 ? 0 : Math.round((100 * done) / lines.length)
  return [`# ${inline(root.title)}`, '', `${done} of ${lines.length} done (${share}%)`, '', ...lines, ''].join('\n')

  function childrenOf(id: string, level: number) {
    const below = (children.get(id) ?? []).filter((card) => !seen.has(card.id))
    for (const card of below) seen.add(card.id)
    return below.map((card) => ({ card, level }))
  }
}
