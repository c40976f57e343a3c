import type { Figure } from '@shoko/contract'

/** What happened in one server's part of a team since it started. */
export class Tally {
  readonly changes = { committed: 0, refused: 0, in_doubt: 0 }
  documentsTaken = 0
  mirrorFills = 0
  looks = 0
  looksMs = 0
  locks = 0
  locksMs = 0
}

/** The same for operators. */
export function figuresOf(tally: Tally, now: { readonly applied: number; readonly hears: boolean }): Figure[] {
  const gauge = (name: string, help: string, value: number): Figure => ({
    name: `shoko_team_${name}`,
    help,
    kind: 'gauge',
    value,
  })
  const counter = (name: string, help: string, value: number): Figure => ({ ...gauge(name, help, value), kind: 'counter' })
  return [
    gauge('log_position', 'The number of the last change that this server has taken in', now.applied),
    gauge('database_heard', '1 while this server hears of commits', now.hears ? 1 : 0),
    ...Object.entries(tally.changes).map(([outcome, value]) => ({
      ...counter('changes_total', 'Changes that this server tried to commit, by outcome', value),
      labels: { outcome },
    })),
    counter('documents_taken_total', 'Documents that came from other servers', tally.documentsTaken),
    counter('mirror_fills_total', 'How often the mirror was compared whole', tally.mirrorFills),
    counter('looks_total', 'Questions for what is new in the log', tally.looks),
    counter('looks_seconds_total', 'Time until their answers were taken in', tally.looksMs / 1000),
    counter('locks_total', 'Locks that were had', tally.locks),
    counter('locks_seconds_total', 'Time until they were had', tally.locksMs / 1000),
  ]
}
