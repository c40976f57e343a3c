import { type Call, defineTool } from '@shoko/contract'
import { Line, nonBlank } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { ManualContext } from '../context.ts'
import { requireManual } from '../corpus/manuals.ts'
import { tableOfContents } from '../corpus/toc.ts'
import type { ManualReason } from '../reasons.ts'

export const ManualTocInput = Type.Object({ manual_id: nonBlank() }, { additionalProperties: false })
export const ManualTocOutput = Type.Object({
  items: Type.Array(
    Type.Object({
      path: Type.String(),
      headings: Type.Array(Type.Object({ title: Type.String(), line_start: Line })),
    }),
  ),
})

export type ManualTocInput = Static<typeof ManualTocInput>
export type ManualTocOutput = Static<typeof ManualTocOutput>

/** Every file of a manual in path order with its headings. */
export async function readToc(ctx: ManualContext, input: ManualTocInput, call: Call): Promise<ManualTocOutput> {
  const dir = await requireManual(ctx.root, input.manual_id)
  return { items: await tableOfContents(ctx, dir, call) }
}

export const manualToc = defineTool<ManualContext, typeof ManualTocInput, typeof ManualTocOutput, ManualReason>({
  name: 'manual_toc',
  title: 'Table of contents of a manual',
  description:
    "Contents of a manual: all files with their headings and lines, as an index. Next: manual_read. Example: {manual_id: 'handbook'}.",
  effect: 'read',
  input: ManualTocInput,
  output: ManualTocOutput,
  errors: ['invalid_argument', 'not_found', 'cancelled', 'permission_denied', 'disk_error'],
  run: readToc,
})
