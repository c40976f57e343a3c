export { openVibe, type VibeContext, type VibeOptions } from './context.ts'
export { vibeFamily } from './family.ts'
export { type DocumentPassage, type FindDocumentsRequest, type FoundDocuments, findDocuments } from './find-documents.ts'
export { headingWeight, recencyWeight, scoreOf, shownScore, statusWeight, typeWeight } from './index/ranking.ts'
export { projectBriefing, renderProjectBriefing } from './prompts/project-briefing.ts'
export { renderSessionStart, sessionStart } from './prompts/session-start.ts'
export type { VibeReason } from './reasons.ts'
export { vibeResources } from './resources/provider.ts'
export { CreateDocInput, CreateDocOutput, createDoc, createDocTool } from './tools/create-doc.ts'
export { CreatePlanInput, CreatePlanOutput, createPlan, createPlanTool } from './tools/create-plan.ts'
export { CreateTaskInput, CreateTaskOutput, createTask, createTaskTool } from './tools/create-task.ts'
export { GetPlanInput, GetPlanOutput, getPlan, getPlanTool } from './tools/get-plan.ts'
export { ListTasksInput, ListTasksOutput, listTasks, listTasksTool } from './tools/list-tasks.ts'
export { LogSessionInput, LogSessionOutput, logSession, logSessionTool } from './tools/log-session.ts'
export { ReadDocInput, ReadDocOutput, readDoc, readDocTool } from './tools/read-doc.ts'
export { ReindexInput, ReindexOutput, reindex, reindexTool } from './tools/reindex.ts'
export { SearchInput, SearchOutput, search, searchTool } from './tools/search.ts'
export { UpdateDocInput, UpdateDocOutput, updateDoc, updateDocTool } from './tools/update-doc.ts'
export {
  UpdateTaskStatusInput,
  UpdateTaskStatusOutput,
  updateTaskStatus,
  updateTaskStatusTool,
} from './tools/update-task-status.ts'
export { type VibeUpkeepOptions, vibeUpkeep } from './upkeep.ts'
export { type InitOutcome, initProject } from './workspace/init.ts'
export { FOLDERS } from './workspace/layout.ts'
export { STATUSES } from './workspace/status-words.ts'
