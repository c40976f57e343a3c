import { type Call, defineTool, plainCall } from '@shoko/contract'
import { nullable } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VibeContext } from '../context.ts'
import type { VibeReason } from '../reasons.ts'
import type { PlanView } from '../views/document-views.ts'
import { viewDocument } from '../views/view-document.ts'
import { findDocument, locateDocument } from '../workspace/edit.ts'
import type { PlanCounts } from '../workspace/plan-file.ts'
import { requireProject } from '../workspace/projects.ts'
import { partOf } from '../workspace/text-part.ts'
import { FilenameParam, INDEX_REASONS, PartInput, PartOutput, ProjectParam } from './parameters.ts'

export const DEFAULT_PLAN = 'execution-plan.md'

export const GetPlanInput = Type.Object(
  { project: ProjectParam, filename: Type.Optional({ ...FilenameParam, default: DEFAULT_PLAN }), ...PartInput },
  { additionalProperties: false },
)
export const GetPlanOutput = Type.Object({
  project: Type.String(),
  filename: Type.String(),
  path: Type.String(),
  exists: Type.Boolean(),
  metadata: nullable(Type.Object({ type: Type.String(), updated: Type.String() })),
  content: nullable(Type.String()),
  hash: nullable(Type.String()),
  ...PartOutput,
  parsed: Type.Object({
    overview: nullable(Type.String()),
    task_count: Type.Integer(),
    pending: Type.Integer(),
    in_progress: Type.Integer(),
    done: Type.Integer(),
    blocked: Type.Integer(),
  }),
})

export type GetPlanInput = Static<typeof GetPlanInput>
export type GetPlanOutput = Static<typeof GetPlanOutput>

/** A plan and where it stands. A project without one is no error. */
export async function getPlan(ctx: VibeContext, input: GetPlanInput, call: Call = plainCall): Promise<GetPlanOutput> {
  const { filename = DEFAULT_PLAN } = input
  const address = await locateDocument(ctx, { project: input.project, folder: 'plans', filename })
  const project = await requireProject(ctx.root, address.project)
  const file = await findDocument(ctx, address, 'reading')
  const plan = file === undefined ? undefined : await viewDocument('plan', { address, file })
  return {
    project,
    filename: address.filename,
    path: address.path,
    exists: file !== undefined,
    metadata: plan === undefined ? null : { type: plan.metadata.type, updated: plan.metadata.updated },
    hash: file?.hash ?? null,
    ...(file === undefined ? NOTHING : partOf(file.text, input, ctx.hardMaxChars)),
    parsed: await parsePlan(plan, () => countTasks(ctx, project, call)),
  }
}

export const getPlanTool = defineTool<VibeContext, typeof GetPlanInput, typeof GetPlanOutput, VibeReason>({
  name: 'get_plan',
  title: 'Read the plan of a project',
  description:
    "What is the plan? Reads the plan of a project: text, overview, task counts; exists false means no plan yet. Example: {project: 'kura-app'}.",
  effect: 'read',
  input: GetPlanInput,
  output: GetPlanOutput,
  errors: [...INDEX_REASONS, 'not_text'],
  run: getPlan,
})

const NOTHING = { content: null, truncated: false, next_offset: { start_line: null } }

async function parsePlan(
  plan: PlanView | undefined,
  countFromTasks: () => Promise<PlanCounts>,
): Promise<GetPlanOutput['parsed']> {
  const overview = plan?.overview ?? null
  const counts = plan?.counts ?? (await countFromTasks())
  const { pending, in_progress, done, blocked } = counts
  return { overview, task_count: pending + in_progress + done + blocked, pending, in_progress, done, blocked }
}

async function countTasks(ctx: VibeContext, project: string, call: Call): Promise<PlanCounts> {
  const tasks = await ctx.index.documents({ project, folder: 'tasks' }, call)
  const count = (status: string) => tasks.filter((task) => task.status === status).length
  return { pending: count('pending'), in_progress: count('in-progress'), done: count('done'), blocked: count('blocked') }
}
