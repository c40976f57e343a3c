import type { Route } from '../state/route.ts'
import { type CardRow, isBlocked } from './cards.ts'

export const FILTER_KEYS = ['column', 'lane', 'label', 'assignee', 'priority', 'blocked', 'text'] as const
export type FilterKey = (typeof FILTER_KEYS)[number]

/** Those of the address; a card has to pass all of them. Text is looked for in titles here, in bodies by the server. */
export function filterOf(query: URLSearchParams, inBodies: ReadonlySet<string>): (card: CardRow) => boolean {
  const wanted = (key: FilterKey) => fold(query.get(key) ?? '')
  const [lane, label, assignee, priority, text] = [
    wanted('lane'),
    wanted('label'),
    wanted('assignee'),
    wanted('priority'),
    wanted('text'),
  ]
  const blocked = query.get('blocked') !== null
  return (card) =>
    (lane === '' || fold(card.lane ?? '') === lane) &&
    (label === '' || (card.labels ?? []).some((one) => fold(one) === label)) &&
    (assignee === '' || (card.assignees ?? []).some((one) => fold(one) === assignee)) &&
    (priority === '' || fold(card.priority ?? '') === priority) &&
    (!blocked || isBlocked(card)) &&
    (text === '' || fold(card.title).includes(text) || fold(card.cardId).includes(text) || inBodies.has(card.cardId))
}

export function isFiltered(query: URLSearchParams): boolean {
  return FILTER_KEYS.some((key) => query.get(key) !== null)
}

export function clearFilters(route: Route): void {
  route.go(Object.fromEntries(FILTER_KEYS.map((key) => [key, undefined])), { replace: true })
}

/** What there is to choose from, by how often it occurs. */
export function choicesOf(cards: Iterable<CardRow>, key: 'label' | 'assignee' | 'priority' | 'lane'): string[] {
  const counts = new Map<string, number>()
  for (const card of cards) for (const value of valuesOf(card, key)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value)
}

function valuesOf(card: CardRow, key: 'label' | 'assignee' | 'priority' | 'lane'): readonly string[] {
  if (key === 'label') return card.labels ?? []
  if (key === 'assignee') return card.assignees ?? []
  const one = key === 'lane' ? card.lane : card.priority
  return one === undefined || one === null ? [] : [one]
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
