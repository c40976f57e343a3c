import { type CallReason, DomainError } from '@shoko/contract'
import type { FsReason } from '@shoko/core-fs'

/** Everything a kanban call can fail with; the shell maps each to one label of the json-rpc dialect. */
export type KanbanReason =
  | CallReason
  | FsReason
  | 'board_not_found'
  | 'board_ambiguous'
  | 'outside_roots'
  | 'broken_config'
  | 'invalid_column'
  | 'invalid_card_id'
  | 'card_not_found'
  | 'duplicate_card'
  | 'broken_card'
  | 'parent_conflict'
  | 'self_relation'
  | 'parent_cycle'
  | 'dependency_cycle'
  | 'resource_not_found'

/** What every tool that names a board can give, whatever it does there. */
export const BOARD_REASONS = [
  'invalid_argument',
  'invalid_path',
  'board_not_found',
  'board_ambiguous',
  'outside_roots',
  'outside_root',
  'linked',
  'broken_config',
  'permission_denied',
  'disk_error',
] as const satisfies readonly KanbanReason[]

/** What every writing tool can give besides. */
export const WRITE_REASONS = [
  'read_only',
  'busy',
  'changed',
  'disk_full',
  'already_exists',
  'not_text',
  'broken_card',
  'duplicate_card',
] as const satisfies readonly KanbanReason[]

/** What a tool that names a card can give. */
/** Of tools that may link cards. */
export const RELATION_REASONS = [
  'parent_conflict',
  'self_relation',
  'parent_cycle',
  'dependency_cycle',
] as const satisfies readonly KanbanReason[]

export const CARD_REASONS = ['invalid_card_id', 'card_not_found', 'not_found'] as const satisfies readonly KanbanReason[]

export function kanbanError(reason: KanbanReason, message: string, hint?: string): DomainError<KanbanReason> {
  return new DomainError(reason, message, hint === undefined ? {} : { hint })
}

export function cardNotFound(id: string): DomainError<KanbanReason> {
  return kanbanError(
    'card_not_found',
    `card ${id}`,
    'no such card on this board; find ids with kanban/list (includeDone for done cards)',
  )
}
