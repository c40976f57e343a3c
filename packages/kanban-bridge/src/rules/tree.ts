import type { Card } from './card.ts'
import type { CardsById } from './relations.ts'

export interface TreeNode {
  readonly id: string
  readonly title: string
  readonly column: string
  readonly children: TreeNode[]
}

// Deeper trees than this are chains by mistake, and no JSON reader would take them.
const MAX_LEVELS = 500

/** The card and its descendants to a depth; a cycle is cut where it would begin again. */
export function buildTree(cards: CardsById, root: Card, depth: number): { tree: TreeNode; warnings: string[] } {
  const children = childrenByParent(cards.values())
  const warnings: string[] = []
  const levels = Math.min(depth, MAX_LEVELS)
  const onPath = new Set<string>()
  const grow = (card: Card, left: number): TreeNode => {
    onPath.add(card.id)
    const below = left > 0 ? (children.get(card.id) ?? []) : []
    const cut = below.filter((child) => onPath.has(child.id))
    for (const child of cut) warnings.push(`parent cycle detected at ${child.id}`)
    if (left === 0 && levels < depth && children.has(card.id)) warnings.push(`tree cut below ${card.id} at ${MAX_LEVELS} levels`)
    const nodes = below.filter((child) => !onPath.has(child.id)).map((child) => grow(child, left - 1))
    onPath.delete(card.id)
    return { id: card.id, title: card.title, column: card.column, children: nodes }
  }
  return { tree: grow(root, levels), warnings }
}

export function childrenByParent(cards: Iterable<Card>): Map<string, Card[]> {
  const children = new Map<string, Card[]>()
  for (const card of cards) {
    if (card.parent === null) continue
    const siblings = children.get(card.parent)
    if (siblings === undefined) children.set(card.parent, [card])
    else siblings.push(card)
  }
  for (const siblings of children.values()) siblings.sort(byId)
  return children
}

export function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
