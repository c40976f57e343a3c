import type { Card } from './card.ts'
import type { CardsById } from './relations.ts'

export interface TreeNode {
  readonly id: string
  readonly title: string
  readonly column: string
  readonly children: TreeNode[]
  /** Of a page that begins below this card: an earlier page has shown it. */
  readonly continued?: true
}

/** A node of a tree that is told depth first. */
export interface TreeEntry {
  readonly card: Card
  /** Its parent's place in the list; -1: it is the root. */
  readonly parent: number
}

// Deeper trees than this are chains by mistake, and no JSON reader would take them.
const MAX_LEVELS = 500
const MAX_WARNINGS = 20
const TITLE_CHARS = 512
// Enough to see where one is; a chain of hundreds would fill a page by itself.
const MAX_ANCESTORS = 8
const ANCESTOR_TITLE_CHARS = 60

/** The card and its descendants to a depth; a cycle is cut where it would begin again. */
export function buildTree(cards: CardsById, root: Card, depth: number): { tree: TreeNode; warnings: string[] } {
  const { entries, warnings } = treeEntries(cards, root, depth)
  return { tree: nestEntries(entries, { from: 0, to: entries.length }), warnings }
}

/** The same as a list, depth first. */
export function treeEntries(cards: CardsById, root: Card, depth: number): { entries: TreeEntry[]; warnings: string[] } {
  const children = childrenByParent(cards.values())
  const entries: TreeEntry[] = []
  const warnings: string[] = []
  const levels = Math.min(depth, MAX_LEVELS)
  const onPath = new Set<string>()
  const visit = (card: Card, { parent, left }: { parent: number; left: number }): void => {
    const at = entries.push({ card, parent }) - 1
    const below = children.get(card.id) ?? []
    if (left === 0 && levels < depth && below.length > 0) warnings.push(`tree cut below ${card.id} at ${MAX_LEVELS} levels`)
    if (left === 0) return
    onPath.add(card.id)
    for (const child of below) {
      if (onPath.has(child.id)) warnings.push(`parent cycle detected at ${child.id}`)
      else visit(child, { parent: at, left: left - 1 })
    }
    onPath.delete(card.id)
  }
  visit(root, { parent: -1, left: levels })
  const rest = warnings.length - MAX_WARNINGS
  return { entries, warnings: rest > 0 ? [...warnings.slice(0, MAX_WARNINGS), `… and ${rest} more`] : warnings }
}

/** Neighbouring entries as a tree, below those of their ancestors that an earlier page has shown. */
export function nestEntries(
  entries: readonly TreeEntry[],
  { from, to }: { readonly from: number; readonly to: number },
): TreeNode {
  const nodes = new Map<number, TreeNode>()
  const place = (at: number, node: TreeNode): void => {
    const [top] = nodes.values()
    // Where an ancestor is left out, what is below it stands below the topmost one that is shown.
    const parent = nodes.get(entries[at]!.parent) ?? top
    parent?.children.push(node)
    nodes.set(at, node)
  }
  for (const at of ancestorsOf(entries, from))
    place(at, { ...treeNode(entries[at]!.card, ANCESTOR_TITLE_CHARS), continued: true })
  for (let at = from; at < to; at++) place(at, treeNode(entries[at]!.card))
  return nodes.values().next().value!
}

export function treeNode({ id, title, column }: Card, most = TITLE_CHARS): TreeNode {
  return { id, title: title.length > most ? `${[...title].slice(0, most).join('')}…` : title, column, children: [] }
}

/** From the top down. Behind the end of the list: the root. */
function ancestorsOf(entries: readonly TreeEntry[], from: number): number[] {
  const places: number[] = []
  for (let at = entries[from]?.parent ?? 0; at !== -1 && places.length < MAX_ANCESTORS; at = entries[at]!.parent)
    places.unshift(at)
  return places
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
