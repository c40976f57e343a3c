import { type Call, defineTool, plainCall, saying } from '@shoko/contract'
import { nullable, Warnings } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VibeContext } from '../context.ts'
import type { VibeReason } from '../reasons.ts'
import { requireProject } from '../workspace/projects.ts'
import { INDEX_REASONS, ProjectParam } from './parameters.ts'

export const ReindexInput = Type.Object(
  {
    project: Type.Optional(ProjectParam),
    full: Type.Optional(Type.Boolean({ default: false, description: 'Read every file again' })),
  },
  { additionalProperties: false },
)
export const ReindexOutput = Type.Object({
  success: Type.Literal(true),
  project: nullable(Type.String()),
  stats: Type.Object({
    scanned: Type.Integer(),
    updated: Type.Integer(),
    added: Type.Integer(),
    deleted: Type.Integer(),
    unchanged: Type.Integer(),
    duration_ms: Type.Integer(),
  }),
  warnings: Warnings,
})

export type ReindexInput = Static<typeof ReindexInput>
export type ReindexOutput = Static<typeof ReindexOutput>

/** Compares the index with the files, or with `full` makes it again; searches meanwhile see the old one. */
export async function reindex(ctx: VibeContext, input: ReindexInput, call: Call = plainCall): Promise<ReindexOutput> {
  const started = performance.now()
  const project = input.project === undefined ? undefined : await requireProject(ctx.root, input.project)
  const request = { full: input.full ?? false, ...(project === undefined ? {} : { project }) }
  const { stats, unreadable } = await ctx.index.reindex(request, call)
  const warnings = [
    ...unreadable.map((path) => `${path}: not indexed (not UTF-8 text, too large or not readable)`),
    ...ctx.index.warnings(),
  ]
  return {
    success: true,
    project: project ?? null,
    stats: { ...stats, duration_ms: Math.round(performance.now() - started) },
    ...saying(warnings),
  }
}

export const reindexTool = defineTool<VibeContext, typeof ReindexInput, typeof ReindexOutput, VibeReason>({
  name: 'reindex',
  title: 'Rebuild the search index',
  description:
    'Rebuild the project search index when it seems out of date. Rarely needed: it follows the files by itself. Example: {}.',
  effect: 'update',
  input: ReindexInput,
  output: ReindexOutput,
  errors: [...INDEX_REASONS, 'busy', 'read_only'],
  run: reindex,
})
