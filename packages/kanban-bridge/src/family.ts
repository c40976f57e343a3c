import type { Family } from '@shoko/contract'
import type { KanbanContext } from './context.ts'
import type { KanbanReason } from './kanban-error.ts'
import { kanbanResources } from './resources/kanban-resources.ts'
import { kanbanCard } from './tools/kanban-card.ts'
import { kanbanDone } from './tools/kanban-done.ts'
import { kanbanList } from './tools/kanban-list.ts'
import { kanbanMove } from './tools/kanban-move.ts'
import { kanbanNew } from './tools/kanban-new.ts'
import { kanbanNotesAppend } from './tools/kanban-notes-append.ts'
import { kanbanNotesList } from './tools/kanban-notes-list.ts'
import { kanbanRelationsSet } from './tools/kanban-relations-set.ts'
import { kanbanTree } from './tools/kanban-tree.ts'
import { kanbanUpdate } from './tools/kanban-update.ts'
import { kanbanWatch } from './tools/kanban-watch.ts'

export const kanbanFamily: Family<KanbanContext, KanbanReason> = {
  name: 'kanban',
  tools: [
    kanbanNew,
    kanbanMove,
    kanbanDone,
    kanbanUpdate,
    kanbanList,
    kanbanCard,
    kanbanTree,
    kanbanWatch,
    kanbanRelationsSet,
    kanbanNotesAppend,
    kanbanNotesList,
  ],
  resources: kanbanResources,
}
