import { parsePath } from '@shoko/core-fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ulid } from '../../test/temporary-board.ts'
import type { Card } from './card.ts'
import { type Edge, edgesOf, planRelations, type RelationRequest } from './relations.ts'

const [A, B, C, D] = ['A', 'B', 'C', 'D'].map(ulid) as [string, string, string, string]

function board(...cards: (Partial<Card> & { id: string })[]): Map<string, Card> {
  return new Map(cards.map((card) => [card.id, cardOf(card)]))
}

function cardOf(card: Partial<Card> & { id: string }): Card {
  const path = `backlog/${card.id}.md`
  const place = { file: parsePath(path), path: `.kanban/${path}`, name: `${card.id}.md`, column: 'backlog' }
  const empty = { title: card.id, lane: null, priority: null, labels: [], assignees: [], completedAt: null, problems: [] }
  return { ...place, ...empty, parent: null, dependsOn: [], relates: [], size: null, blockers: [], ...card }
}

const edge = (type: Edge['type'], from: string, to: string): Edge => ({ type, from, to })
const add = (...edges: Edge[]): RelationRequest => ({ add: edges, remove: [] })
const remove = (...edges: Edge[]): RelationRequest => ({ add: [], remove: edges })
const reason = (expected: string) => expect.objectContaining({ reason: expected })
const plan = (cards: Map<string, Card>, request: RelationRequest) => Object.fromEntries(planRelations(cards, request))

describe('parent', () => {
  it('is set on the child', () => {
    expect(plan(board({ id: A }, { id: B }), add(edge('parent', A, B)))).toEqual({ [A]: { parent: B } })
  })

  it('refuses two different parents in one call', () => {
    const cards = board({ id: A }, { id: B }, { id: C })
    expect(() => planRelations(cards, add(edge('parent', A, B), edge('parent', A, C)))).toThrow(
      `multiple parent edges for child ${A}`,
    )
    expect(() => planRelations(cards, add(edge('parent', A, B), edge('parent', A.toLowerCase(), B)))).not.toThrow()
  })

  it('refuses a child that has another one, unless the same call removes it', () => {
    const cards = board({ id: A, parent: B }, { id: B }, { id: C })
    expect(() => planRelations(cards, add(edge('parent', A, C)))).toThrow(reason('parent_conflict'))
    expect(plan(cards, { add: [edge('parent', A, C)], remove: [edge('parent', A, B)] })).toEqual({ [A]: { parent: C } })
    expect(plan(cards, { add: [edge('parent', A, C)], remove: [edge('parent', A, '*')] })).toEqual({ [A]: { parent: C } })
  })

  it('is cleared by the wildcard, which no other type has', () => {
    const cards = board({ id: A, parent: B, dependsOn: [B] }, { id: B })
    expect(plan(cards, remove(edge('parent', A, '*')))).toEqual({ [A]: { parent: null } })
    expect(() => planRelations(cards, remove(edge('depends', A, '*')))).toThrow(reason('invalid_argument'))
    expect(() => planRelations(cards, add(edge('parent', A, '*')))).toThrow(reason('invalid_argument'))
  })

  it('refuses a cycle, also one that the call itself closes', () => {
    const cards = board({ id: A, parent: B }, { id: B, parent: C }, { id: C }, { id: D })
    expect(() => planRelations(cards, add(edge('parent', C, A)))).toThrow(reason('parent_cycle'))
    expect(() => planRelations(board({ id: A }, { id: B }), add(edge('parent', A, B), edge('parent', B, A)))).toThrow(
      reason('parent_cycle'),
    )
    expect(plan(cards, { add: [edge('parent', C, A)], remove: [edge('parent', A, B)] })).toEqual({
      [A]: { parent: null },
      [C]: { parent: A },
    })
  })

  it('does not mind a cycle elsewhere that somebody made by hand', () => {
    const cards = board({ id: A, parent: B }, { id: B, parent: A }, { id: C })
    expect(plan(cards, add(edge('parent', C, A)))).toEqual({ [C]: { parent: A } })
  })
})

describe('depends and relates', () => {
  it('refuses a dependency cycle', () => {
    const cards = board({ id: A, dependsOn: [B] }, { id: B, dependsOn: [C] }, { id: C })
    expect(() => planRelations(cards, add(edge('depends', C, A)))).toThrow(reason('dependency_cycle'))
    expect(plan(cards, add(edge('depends', A, C)))).toEqual({ [A]: { depends_on: [B, C] } })
  })

  it('holds relates in both directions, whichever card names it', () => {
    const cards = board({ id: A, relates: [B] }, { id: B })
    expect(edgesOf(cards.values())).toEqual([edge('relates', A, B), edge('relates', B, A)])
    expect(plan(cards, add(edge('relates', B, A)))).toEqual({})
    expect(plan(cards, remove(edge('relates', B, A)))).toEqual({ [A]: { relates: [] } })
  })
})

it('refuses an edge to itself and an unknown card', () => {
  const cards = board({ id: A })
  for (const type of ['parent', 'depends', 'relates'] as const) {
    expect(() => planRelations(cards, add(edge(type, A, A.toLowerCase())))).toThrow(reason('self_relation'))
    expect(() => planRelations(cards, add(edge(type, A, B)))).toThrow(`card ${B}`)
  }
  expect(plan(cards, remove(edge('depends', A, B)))).toEqual({})
})

it('writes each edge once, sorted', () => {
  const cards = board({ id: B, parent: A, dependsOn: [A] }, { id: A, relates: [B] })
  expect(edgesOf(cards.values())).toEqual([
    edge('depends', B, A),
    edge('parent', B, A),
    edge('relates', A, B),
    edge('relates', B, A),
  ])
})

it('never lets a sequence of accepted calls make a cycle', () => {
  const ids = ['A', 'B', 'C', 'D', 'E'].map(ulid)
  const anEdge = fc.record({
    type: fc.constantFrom('parent' as const, 'depends' as const),
    from: fc.constantFrom(...ids),
    to: fc.constantFrom(...ids),
  })
  fc.assert(
    fc.property(fc.array(fc.array(anEdge, { minLength: 1, maxLength: 3 }), { maxLength: 12 }), (calls) => {
      const cards = board(...ids.map((id) => ({ id })))
      for (const call of calls) apply(cards, add(...call))
      for (const id of ids) {
        expect(reachable(id, (at) => [cards.get(at)?.parent ?? []].flat())).not.toContain(id)
        expect(reachable(id, (at) => cards.get(at)?.dependsOn ?? [])).not.toContain(id)
      }
    }),
  )
})

function apply(cards: Map<string, Card>, request: RelationRequest): void {
  try {
    for (const [id, change] of planRelations(cards, request)) {
      const card = cards.get(id)!
      cards.set(id, {
        ...card,
        parent: change.parent === undefined ? card.parent : change.parent,
        dependsOn: change.depends_on ?? card.dependsOn,
      })
    }
  } catch {
    // refused: nothing changes
  }
}

function reachable(start: string, next: (id: string) => readonly string[]): string[] {
  const found: string[] = []
  const open = [...next(start)]
  while (open.length > 0) {
    const id = open.pop()!
    if (found.includes(id)) continue
    found.push(id)
    open.push(...next(id))
  }
  return found
}
