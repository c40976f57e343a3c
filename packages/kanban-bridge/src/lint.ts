import { DomainError } from '@shoko/contract'
import type { Board } from './board/board.ts'
import { notesOf } from './board/notes-file.ts'
import { parentDone } from './board/open-children.ts'
import { NOTES, notesPath, shownPath } from './board/paths.ts'
import { strangersOf } from './board/strangers.ts'
import type { Card } from './rules/card.ts'
import { canonicalId } from './rules/card-id.ts'
import { brokenRules } from './rules/column-rules.ts'
import { isDone } from './rules/columns.ts'
import type { CardsById, Edge } from './rules/relations.ts'
import { byId } from './rules/tree.ts'

export interface LintIssue {
  readonly level: 'error' | 'warn'
  readonly code: string
  readonly message: string
  /** The card or file that it is about, relative to the board; absent when it is about no single one. */
  readonly path?: string
}

/** Everything on a board that a person should look at; errors first. */
export async function lintBoard(board: Board): Promise<LintIssue[]> {
  const cards = await board.index.byId()
  const all = [...cards.values()].sort(byId)
  const issues = [
    ...(await lintConfig(board, all)),
    ...all.flatMap(lintFile),
    ...all.flatMap((card) => lintCopies(board.index.copies(card.id))),
    ...all.flatMap((card) => lintEdges(cards, card)),
    ...lintCycles(all, {
      code: 'parent-cycle',
      words: 'parent cycle detected at',
      next: (id) => [cards.get(id)?.parent ?? null],
    }),
    ...lintCycles(all, {
      code: 'depends-cycle',
      words: 'dependency cycle detected at',
      next: (id) => cards.get(id)?.dependsOn ?? [],
    }),
    ...all.flatMap((card) => lintParentDone(cards, card)),
    ...(await lintStrangers(board)),
    ...(await lintNotes(board, cards)),
  ]
  return [...issues.filter(({ level }) => level === 'error'), ...issues.filter(({ level }) => level === 'warn')]
}

async function lintConfig(board: Board, cards: readonly Card[]): Promise<LintIssue[]> {
  try {
    const config = await board.config()
    const filled = new Set([...config.wipLimits.keys(), ...cards.map(({ column }) => column)])
    const broken = [...filled].flatMap((column) =>
      brokenRules({ column, cards: cards.filter((card) => card.column === column).length }, config),
    )
    const listed = new Set(config.columns.map(({ key }) => key))
    return [...broken.map(({ rule, warning }) => warn(rule, warning)), ...lintColumns(cards, listed)]
  } catch (problem) {
    if (!(problem instanceof DomainError) || problem.reason !== 'broken_config') throw problem
    return [error('config', problem.message)]
  }
}

/** Calls cannot name a column that columns.toml leaves out, though its cards are there. */
function lintColumns(cards: readonly Card[], listed: ReadonlySet<string>): LintIssue[] {
  if (listed.size === 0) return []
  const others = new Set(cards.map(({ column }) => column).filter((column) => !listed.has(column) && !isDone(column)))
  return [...others].sort().map((column) => warn('unlisted-column', `column not listed in columns.toml: ${column}`))
}

async function lintStrangers(board: Board): Promise<LintIssue[]> {
  return (await strangersOf(board)).map((file) => warn('not-a-card', `not a card: ${shownPath(file)}`, shownPath(file)))
}

function lintFile(card: Card): LintIssue[] {
  return card.problems.map(({ level, text }) => ({
    level,
    code: codeOf(text),
    message: `${text}: ${card.path}`,
    path: card.path,
  }))
}

/** Several files with one id: after an accident, a copy in an editor, or a merge. The newest one counts until one is deleted. */
function lintCopies(copies: readonly Card[]): LintIssue[] {
  if (copies.length < 2) return []
  const paths = copies.map((card) => card.path).sort()
  return [error('duplicate', `duplicate id: ${copies[0]!.id} in ${paths.join(', ')}`, paths[0])]
}

function lintEdges(cards: CardsById, card: Card): LintIssue[] {
  const edges: Edge[] = [
    ...(card.parent === null ? [] : [{ type: 'parent' as const, from: card.id, to: card.parent }]),
    ...card.dependsOn.map((to) => ({ type: 'depends' as const, from: card.id, to })),
    ...card.relates.map((to) => ({ type: 'relates' as const, from: card.id, to })),
  ]
  return edges.flatMap((edge) => {
    if (edge.from === edge.to) return [warn('self', `self ${edge.type}: ${edge.from}`, card.path)]
    return cards.has(edge.to) ? [] : [error('dangling', danglingEdge(edge), card.path)]
  })
}

interface CycleSearch {
  readonly code: string
  readonly words: string
  readonly next: (id: string) => readonly (string | null)[]
}

/** Each cycle once, at its smallest id; an edge to itself is reported as such. */
function lintCycles(cards: readonly Card[], { code, words, next }: CycleSearch): LintIssue[] {
  const state = new Map<string, 'open' | 'closed'>()
  const found = new Set<string>()
  for (const { id } of cards) {
    // Iterative depth-first search: chains written by a script can be longer than the call stack.
    const path: { id: string; rest: (string | null)[] }[] = [{ id, rest: [...next(id)] }]
    if (state.has(id)) continue
    state.set(id, 'open')
    while (path.length > 0) {
      const top = path.at(-1)!
      const to = top.rest.pop()
      if (to === undefined) {
        state.set(top.id, 'closed')
        path.pop()
      } else if (to !== null && to !== top.id && state.get(to) === 'open') {
        const cycle = path.slice(path.findIndex((step) => step.id === to)).map((step) => step.id)
        found.add(cycle.sort()[0]!)
      } else if (to !== null && !state.has(to)) {
        state.set(to, 'open')
        path.push({ id: to, rest: [...next(to)] })
      }
    }
  }
  const pathOf = new Map(cards.map((card) => [card.id, card.path]))
  return [...found].sort().map((id) => error(code, `${words} ${id}`, pathOf.get(id)))
}

function lintParentDone(cards: CardsById, card: Card): LintIssue[] {
  const parent = card.parent === null ? undefined : cards.get(card.parent)
  if (parent === undefined || !isDone(parent.column) || isDone(card.column)) return []
  return [warn('parent-done', parentDone(parent.id, card.id))]
}

async function lintNotes(board: Board, cards: CardsById): Promise<LintIssue[]> {
  const folder = await board.root.find(NOTES)
  const journals = folder?.kind === 'dir' ? await board.root.list(NOTES) : []
  const issues: LintIssue[] = []
  for (const { name, kind } of journals) {
    const id = name.replace(/\.ndjson$/i, '')
    if (kind !== 'file' || id === name) continue
    if (!cards.has(canonicalId(id))) issues.push(warn('notes', `notes without a card: ${id}`, shownPath(notesPath(id))))
    const { broken } = await notesOf(board, id)
    const lines = broken === 1 ? 'line' : 'lines'
    if (broken > 0) issues.push(warn('notes', `notes of ${id} have ${broken} broken ${lines}`, shownPath(notesPath(id))))
  }
  return issues
}

function codeOf(problem: string): string {
  return problem.startsWith('missing') ? 'missing' : problem.split(':')[0]!.replaceAll(' ', '-').toLowerCase()
}

function error(code: string, message: string, path?: string): LintIssue {
  return { level: 'error', code, message, ...(path === undefined ? {} : { path }) }
}

function warn(code: string, message: string, path?: string): LintIssue {
  return { level: 'warn', code, message, ...(path === undefined ? {} : { path }) }
}

function danglingEdge({ type, from, to }: Edge): string {
  return `dangling ${type}: ${from} -> ${to}`
}
