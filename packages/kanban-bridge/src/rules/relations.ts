import { cardNotFound, kanbanError } from '../kanban-error.ts'
import type { Card } from './card.ts'
import { parseCardId } from './card-id.ts'

export const RELATION_TYPES = ['parent', 'depends', 'relates'] as const

/** For `parent`, `from` is the child. */
export interface Edge {
  readonly type: (typeof RELATION_TYPES)[number]
  readonly from: string
  readonly to: string
}

/** What the cards on a board say about each other. */
export type CardsById = ReadonlyMap<string, Card>

/** New values of the relation keys of one card. */
export interface RelationChange {
  parent?: string | null
  depends_on?: string[]
  relates?: string[]
}

export interface RelationRequest {
  readonly add: readonly Edge[]
  readonly remove: readonly Edge[]
}

/** The edges of all cards, each once, sorted; `relates` holds in both directions whichever card names it. */
export function edgesOf(cards: Iterable<Card>): Edge[] {
  const edges: Edge[] = []
  for (const card of cards) {
    if (card.parent !== null) edges.push({ type: 'parent', from: card.id, to: card.parent })
    for (const to of card.dependsOn) edges.push({ type: 'depends', from: card.id, to })
    for (const to of card.relates) {
      edges.push({ type: 'relates', from: card.id, to })
      edges.push({ type: 'relates', from: to, to: card.id })
    }
  }
  return inOrder(edges)
}

/** Each edge once, sorted. */
export function inOrder(edges: Iterable<Edge>): Edge[] {
  const unique = new Map<string, Edge>()
  for (const edge of edges) unique.set(`${edge.type} ${edge.from} ${edge.to}`, edge)
  return [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, edge]) => edge)
}

/** What has to be written into which card, or a refusal that leaves everything as it is. Removals come first. */
export function planRelations(cards: CardsById, request: RelationRequest): Map<string, RelationChange> {
  const remove = request.remove.map(checkRemoval)
  const add = request.add.map((edge) => checkAddition(cards, edge))
  refuseTwoParents(add)
  const draft = new RelationDraft(cards)
  for (const edge of remove) draft.remove(edge)
  for (const edge of add) draft.add(edge)
  for (const edge of add) draft.refuseCycle(edge)
  return draft.changes
}

function checkRemoval(edge: Edge): Edge {
  if (edge.to !== '*') return { type: edge.type, from: parseCardId(edge.from), to: parseCardId(edge.to) }
  if (edge.type === 'parent') return { type: 'parent', from: parseCardId(edge.from), to: '*' }
  throw kanbanError('invalid_argument', `remove: to "*" is for parent only (got ${edge.type})`, 'name the card at the other end')
}

function checkAddition(cards: CardsById, edge: Edge): Edge {
  if (edge.to === '*') throw kanbanError('invalid_argument', 'add: to "*" is for remove only', 'name the card at the other end')
  const clean = { type: edge.type, from: parseCardId(edge.from), to: parseCardId(edge.to) }
  for (const id of [clean.from, clean.to]) if (!cards.has(id)) throw cardNotFound(id)
  if (clean.from === clean.to) throw kanbanError('self_relation', `card ${clean.from} cannot be related to itself (${edge.type})`)
  return clean
}

function refuseTwoParents(add: readonly Edge[]): void {
  const parents = new Map<string, string>()
  for (const edge of add) {
    if (edge.type !== 'parent') continue
    const other = parents.get(edge.from)
    if (other !== undefined && other !== edge.to) throw multipleParents(edge.from)
    parents.set(edge.from, edge.to)
  }
}

function multipleParents(child: string) {
  const hint = 'a card has one parent: remove the old edge in the same call, or use the short form {from, to, type}'
  return kanbanError('parent_conflict', `multiple parent edges for child ${child}`, hint)
}

/** The relations as they will be: the cards' own, overlaid with what this call changes. */
class RelationDraft {
  readonly changes = new Map<string, RelationChange>()
  private readonly cards: CardsById

  constructor(cards: CardsById) {
    this.cards = cards
  }

  remove(edge: Edge): void {
    if (edge.type === 'parent') {
      const parent = this.parentOf(edge.from)
      if (parent !== null && (edge.to === '*' || edge.to === parent)) this.change(edge.from).parent = null
      return
    }
    this.drop(edge, edge.type === 'depends' ? 'depends_on' : 'relates')
    if (edge.type === 'relates') this.drop({ type: 'relates', from: edge.to, to: edge.from }, 'relates')
  }

  add(edge: Edge): void {
    if (edge.type === 'parent') {
      const parent = this.parentOf(edge.from)
      if (parent === edge.to) return
      if (parent !== null) throw multipleParents(edge.from)
      this.change(edge.from).parent = edge.to
      return
    }
    const key = edge.type === 'depends' ? 'depends_on' : 'relates'
    const there = this.listOf(edge.from, key).includes(edge.to)
    const mirrored = key === 'relates' && this.listOf(edge.to, key).includes(edge.from)
    if (!there && !mirrored) this.change(edge.from)[key] = [...this.listOf(edge.from, key), edge.to]
  }

  refuseCycle(edge: Edge): void {
    if (edge.type === 'relates') return
    const next = edge.type === 'parent' ? (id: string) => [this.parentOf(id)] : (id: string) => this.listOf(id, 'depends_on')
    if (!reaches(edge.to, edge.from, next)) return
    if (edge.type === 'parent') throw kanbanError('parent_cycle', `parent cycle detected at ${edge.from}`)
    throw kanbanError('dependency_cycle', `dependency cycle detected at ${edge.from}`)
  }

  private drop(edge: Edge, key: 'depends_on' | 'relates'): void {
    const list = this.listOf(edge.from, key)
    if (list.includes(edge.to)) this.change(edge.from)[key] = list.filter((id) => id !== edge.to)
  }

  private parentOf(id: string): string | null {
    const changed = this.changes.get(id)?.parent
    return changed === undefined ? (this.cards.get(id)?.parent ?? null) : changed
  }

  private listOf(id: string, key: 'depends_on' | 'relates'): readonly string[] {
    const card = this.cards.get(id)
    return this.changes.get(id)?.[key] ?? (key === 'depends_on' ? card?.dependsOn : card?.relates) ?? []
  }

  private change(id: string): RelationChange {
    const known = this.changes.get(id)
    if (known !== undefined) return known
    const fresh: RelationChange = {}
    this.changes.set(id, fresh)
    return fresh
  }
}

function reaches(start: string, goal: string, next: (id: string) => readonly (string | null)[]): boolean {
  const seen = new Set<string>()
  const open = [start]
  while (open.length > 0) {
    const id = open.pop()!
    if (id === goal) return true
    if (seen.has(id)) continue
    seen.add(id)
    for (const to of next(id)) if (to !== null) open.push(to)
  }
  return false
}
