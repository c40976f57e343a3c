import type { Family } from '@shoko/contract'
import type { VibeContext } from './context.ts'
import { projectBriefing } from './prompts/project-briefing.ts'
import { sessionStart } from './prompts/session-start.ts'
import type { VibeReason } from './reasons.ts'
import { vibeResources } from './resources/provider.ts'
import { createDocTool } from './tools/create-doc.ts'
import { createPlanTool } from './tools/create-plan.ts'
import { createTaskTool } from './tools/create-task.ts'
import { getPlanTool } from './tools/get-plan.ts'
import { listTasksTool } from './tools/list-tasks.ts'
import { logSessionTool } from './tools/log-session.ts'
import { readDocTool } from './tools/read-doc.ts'
import { reindexTool } from './tools/reindex.ts'
import { searchTool } from './tools/search.ts'
import { updateDocTool } from './tools/update-doc.ts'
import { updateTaskStatusTool } from './tools/update-task-status.ts'

export const vibeFamily: Family<VibeContext, VibeReason> = {
  name: 'vibe',
  tools: [
    searchTool,
    readDocTool,
    listTasksTool,
    getPlanTool,
    createDocTool,
    updateDocTool,
    createTaskTool,
    updateTaskStatusTool,
    createPlanTool,
    logSessionTool,
    reindexTool,
  ],
  resources: vibeResources,
  prompts: [projectBriefing, sessionStart],
}
