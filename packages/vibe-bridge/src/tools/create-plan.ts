import { type Call, defineTool, plainCall } from '@shoko/contract'
import { oneOf } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VibeContext } from '../context.ts'
import type { VibeReason } from '../reasons.ts'
import { editProject, findDocument, requireHash, writtenFields } from '../workspace/edit.ts'
import { addressOf, withExtension } from '../workspace/layout.ts'
import { DEFAULT_PLAN } from './get-plan.ts'
import { ExpectedHashParam, FilenameParam, ProjectParam, WRITE_REASONS, WrittenOutput } from './parameters.ts'

export const CreatePlanInput = Type.Object(
  {
    project: ProjectParam,
    filename: Type.Optional({ ...FilenameParam, default: DEFAULT_PLAN }),
    content: Type.String({ description: 'The whole plan' }),
    expected_hash: Type.Optional(ExpectedHashParam),
  },
  { additionalProperties: false },
)
export const CreatePlanOutput = Type.Object({
  success: Type.Literal(true),
  path: Type.String(),
  action: oneOf(['created', 'updated']),
  ...WrittenOutput,
})

export type CreatePlanInput = Static<typeof CreatePlanInput>
export type CreatePlanOutput = Static<typeof CreatePlanOutput>

/** Writes a plan, new or in the place of the old one. */
export async function createPlan(ctx: VibeContext, input: CreatePlanInput, call: Call = plainCall): Promise<CreatePlanOutput> {
  const { filename = DEFAULT_PLAN } = input
  const address = addressOf({ project: input.project, folder: 'plans', filename: withExtension(filename) })
  const edit = await editProject(ctx, { project: input.project, call }, async () => {
    const old = await findDocument(ctx, address, 'change')
    requireHash(address, old, input.expected_hash)
    const written =
      old === undefined
        ? await ctx.root.create(address.path, input.content)
        : await ctx.root.replace(address.path, input.content, { hash: old.hash })
    return {
      address,
      written,
      changed: written.hash !== old?.hash,
      result: old === undefined ? ('created' as const) : ('updated' as const),
    }
  })
  return { success: true, path: address.path, action: edit.result, ...writtenFields(edit) }
}

export const createPlanTool = defineTool<VibeContext, typeof CreatePlanInput, typeof CreatePlanOutput, VibeReason>({
  name: 'create_plan',
  title: "Write a project's execution plan",
  description:
    "Write or replace the execution plan of a project; with the hash of get_plan as expected_hash. Example: {project: 'kura-app', content: '# Plan'}.",
  effect: 'overwrite',
  input: CreatePlanInput,
  output: CreatePlanOutput,
  errors: WRITE_REASONS,
  run: createPlan,
})
