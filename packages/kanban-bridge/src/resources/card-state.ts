import type { Board } from '../board/board.ts'
import { notesOf } from '../board/notes-file.ts'
import type { Card, WholeCard } from '../rules/card.ts'
import { readCard, scalar, sentenceList } from '../rules/card.ts'
import { byId } from '../rules/tree.ts'

export interface StateOptions {
  readonly mode: 'brief' | 'full'
  readonly limit: number
}

/** What somebody needs to take a card up again; in full, everything that is known of it. */
export async function cardState(board: Board, card: Card, { mode, limit }: StateOptions): Promise<Record<string, unknown>> {
  const whole = readCard((await board.root.readText(card.file)).text, card)
  const { notes } = await notesOf(board, card.id)
  const brief = { ...briefState(whole), notes: notes.slice(0, limit) }
  if (mode === 'brief') return brief
  const cards = await board.index.byId()
  const all = [...cards.values()].sort(byId)
  const { id: _id, relates_to: _relates, ...frontMatter } = whole.data
  return {
    ...frontMatter,
    ...brief,
    description: scalar(whole.data.description),
    labels: whole.labels,
    assignees: whole.assignees,
    depends_on: whole.dependsOn.map((id) => summary(cards.get(id), id)),
    relates: all
      .filter((other) => whole.relates.includes(other.id) || other.relates.includes(whole.id))
      .map((other) => summary(other, other.id)),
    completed_at: whole.completedAt,
    path: whole.path,
    body: whole.body,
    children: all.filter((other) => other.parent === whole.id).map((other) => summary(other, other.id)),
    required_by: all.filter((other) => other.dependsOn.includes(whole.id)).map((other) => summary(other, other.id)),
    notes,
  }
}

function briefState(card: WholeCard) {
  return {
    id: card.id,
    title: card.title,
    column: card.column,
    lane: card.lane,
    priority: card.priority,
    parent: card.parent,
    resume_hint: scalar(card.data.resume_hint),
    next_steps: sentenceList(card.data.next_steps),
    blockers: card.blockers,
  }
}

function summary(card: Card | undefined, id: string) {
  return card === undefined ? { id, missing: true } : { id, title: card.title, column: card.column }
}
