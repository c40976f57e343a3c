export { Board } from './board/board.ts'
export { Boards } from './board/boards.ts'
export type { FoundBoard } from './board/discovery.ts'
export { furnishBoard } from './board/furnish-board.ts'
export { isDerivedFile } from './board/paths.ts'
export { type CompactAction, compactBoard } from './compact.ts'
export { type KanbanContext, type KanbanOptions, openKanban } from './context.ts'
export { kanbanFamily } from './family.ts'
export { type CardFindings, type CardPassage, type CardQuestion, findCards } from './find/find-cards.ts'
export type { KanbanReason } from './kanban-error.ts'
export { type LintIssue, lintBoard } from './lint.ts'
export { type BoardView, type CardView, type ColumnView, viewBoard } from './render/board-view.ts'
export { exportBoard } from './render/export-board.ts'
export { cardState } from './resources/card-state.ts'
export { kanbanResources } from './resources/kanban-resources.ts'
export type { Note } from './rules/notes.ts'
export { KanbanCardInput, KanbanCardOutput, kanbanCard, showCard } from './tools/kanban-card.ts'
export { finishCard, KanbanDoneInput, KanbanDoneOutput, kanbanDone } from './tools/kanban-done.ts'
export { KanbanListInput, KanbanListOutput, kanbanList, listCards } from './tools/kanban-list.ts'
export { KanbanMoveInput, KanbanMoveOutput, kanbanMove, moveCard } from './tools/kanban-move.ts'
export { KanbanNewInput, KanbanNewOutput, kanbanNew, newCard } from './tools/kanban-new.ts'
export {
  appendNote,
  KanbanNotesAppendInput,
  KanbanNotesAppendOutput,
  kanbanNotesAppend,
} from './tools/kanban-notes-append.ts'
export { KanbanNotesListInput, KanbanNotesListOutput, kanbanNotesList, listNotes } from './tools/kanban-notes-list.ts'
export {
  KanbanRelationsSetInput,
  KanbanRelationsSetOutput,
  kanbanRelationsSet,
  setRelations,
} from './tools/kanban-relations-set.ts'
export { cardTree, KanbanTreeInput, KanbanTreeOutput, kanbanTree } from './tools/kanban-tree.ts'
export { KanbanUpdateInput, KanbanUpdateOutput, kanbanUpdate, updateCard } from './tools/kanban-update.ts'
export { KanbanWatchInput, KanbanWatchOutput, kanbanWatch, watchBoard } from './tools/kanban-watch.ts'
export type { CardItem } from './tools/parameters.ts'
export { kanbanUpkeep } from './upkeep.ts'
