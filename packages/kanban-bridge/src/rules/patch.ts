import { kanbanError } from '../kanban-error.ts'
import type { Card } from './card.ts'
import { canonicalId, parseCardId } from './card-id.ts'
import { oneLine } from './compose-card.ts'
import type { CardsById, Edge, RelationRequest } from './relations.ts'

/** New values of front matter keys; null clears a key, an absent one stays as it is. */
export type FrontMatterPatch = Readonly<Record<string, string | number | readonly string[] | null>>

const ID_LISTS = ['depends_on', 'relates']

/** The patch in the form in which it is stored: titles on one line, ids in upper case and once each. */
export function cleanPatch(patch: FrontMatterPatch): FrontMatterPatch {
  const clean: Record<string, string | number | readonly string[] | null> = { ...patch }
  if (patch.title === null) throw kanbanError('invalid_argument', 'patch.fm.title: cannot be cleared', 'a card needs a title')
  if (typeof patch.title === 'string') clean.title = oneLine(patch.title)
  if (typeof patch.parent === 'string') clean.parent = parseCardId(patch.parent)
  for (const key of ID_LISTS) {
    const list = patch[key]
    if (Array.isArray(list)) clean[key] = [...new Set(list.map(parseCardId))]
  }
  return clean
}

/** The keys whose values really differ from the file's, so that the others keep their very bytes. */
export function changedKeys(data: Readonly<Record<string, unknown>>, patch: FrontMatterPatch): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(patch)) {
    const known = key === 'relates' ? (data.relates ?? data.relates_to) : data[key]
    if (sameValue(key, known ?? null, value)) continue
    changes[key] = value
    if (key === 'relates' && data.relates_to !== undefined) changes.relates_to = null
  }
  return changes
}

export function touchesRelations(patch: FrontMatterPatch): boolean {
  return ['parent', ...ID_LISTS].some((key) => key in patch)
}

/** What a patch of parent, depends_on or relates means for the edges of the board. */
export function relationsOfPatch(cards: CardsById, card: Card, patch: FrontMatterPatch): RelationRequest {
  const add: Edge[] = []
  const remove: Edge[] = []
  // What is there already is not checked again: a card may keep a parent that somebody has deleted.
  if (patch.parent !== undefined && patch.parent !== card.parent) {
    remove.push({ type: 'parent', from: card.id, to: '*' })
    if (typeof patch.parent === 'string') add.push({ type: 'parent', from: card.id, to: patch.parent })
  }
  for (const type of ['depends', 'relates'] as const) {
    const wanted = patch[type === 'depends' ? 'depends_on' : 'relates']
    if (wanted === undefined) continue
    const list = Array.isArray(wanted) ? wanted : []
    const current = type === 'depends' ? card.dependsOn : relatedTo(card, cards)
    remove.push(...current.filter((to) => !list.includes(to)).map((to) => ({ type, from: card.id, to })))
    add.push(...list.filter((to) => !current.includes(to)).map((to) => ({ type, from: card.id, to })))
  }
  return { add, remove }
}

/** Both directions: those that the card names and those that name the card. */
function relatedTo(card: Card, cards: CardsById): string[] {
  const related = new Set(card.relates)
  for (const other of cards.values()) if (other.relates.includes(card.id)) related.add(other.id)
  return [...related]
}

function sameValue(key: string, known: unknown, wanted: unknown): boolean {
  const shape = ID_LISTS.includes(key) || key === 'parent' ? upper : (value: unknown) => value
  return JSON.stringify(shape(known)) === JSON.stringify(shape(wanted))
}

function upper(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(upper)
  return typeof value === 'string' ? canonicalId(value) : value
}
