import { findCards, type KanbanContext, type KanbanReason, kanbanFamily, openKanban } from '@shoko/kanban-bridge'
import { type JsonRpcLabel, jsonRpcDialect, labelledBodyDialect } from '../dialects/json-rpc.ts'
import { sharedJsonRpcLabels } from '../dialects/shared-codes.ts'
import { flattenNames } from '../names.ts'
import type { FamilyBinding } from './bind.ts'

export const kanbanBinding: FamilyBinding<KanbanContext, KanbanReason, JsonRpcLabel> = {
  family: kanbanFamily,
  dialect: jsonRpcDialect,
  flatDialect: labelledBodyDialect,
  codes: {
    ...sharedJsonRpcLabels,
    board_not_found: 'not-found',
    board_ambiguous: 'conflict',
    outside_roots: 'permission-denied',
    broken_config: 'invalid-argument',
    invalid_column: 'invalid-argument',
    invalid_card_id: 'invalid-argument',
    card_not_found: 'not-found',
    duplicate_card: 'conflict',
    broken_card: 'conflict',
    parent_conflict: 'conflict',
    self_relation: 'conflict',
    parent_cycle: 'conflict',
    dependency_cycle: 'conflict',
    resource_not_found: 'not-found',
  },
  open: ({ config, ...ports }) =>
    openKanban({
      ...ports,
      roots: config.KANBAN_ROOTS,
      readOnly: config.SHOKO_READ_ONLY,
      hardMaxChars: config.HARD_MAX_CHARS,
      ...(config.SHOKO_TOOL_NAMES === 'flat' ? { spell: flattenNames } : {}),
    }),
  find: async (context, request, call) => {
    const { candidates, passages } = await findCards(context, request, call)
    return {
      candidates,
      passages: passages.map((passage) => ({ ...passage, read: { type: 'kanban/card', params: passage.ref } })),
    }
  },
}
