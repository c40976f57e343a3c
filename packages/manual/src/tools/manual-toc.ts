import { type Call, defineTool, pageOf } from '@shoko/contract'
import { Line, listInput, listOutput, nonBlank, refusedAs } from '@shoko/contract/schema'
import { PATH_REASONS } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { ManualContext } from '../context.ts'
import { requireManual } from '../corpus/manuals.ts'
import { type TocEntry, tableOfContents } from '../corpus/toc.ts'
import type { ManualReason } from '../reasons.ts'

export const ManualTocInput = Type.Object(
  {
    manual_id: nonBlank(),
    path: Type.Optional(refusedAs('invalid_path', nonBlank('Only this folder or file'))),
    depth: Type.Optional(Type.Integer({ minimum: 1, description: 'Only headings up to this level' })),
    ...listInput,
  },
  { additionalProperties: false },
)
export const ManualTocOutput = Type.Object({
  items: Type.Array(
    Type.Object({
      path: Type.String(),
      headings: Type.Array(Type.Object({ title: Type.String(), line_start: Line })),
      truncated: Type.Optional(Type.Boolean()),
    }),
  ),
  ...listOutput,
})

export type ManualTocInput = Static<typeof ManualTocInput>
export type ManualTocOutput = Static<typeof ManualTocOutput>

/** The headings of a manual's files in path order; pages count headings, answers show them under their files. */
export async function readToc(ctx: ManualContext, input: ManualTocInput, call: Call): Promise<ManualTocOutput> {
  const { manual_id, path, depth, ...request } = input
  await requireManual(ctx.root, manual_id)
  const entries = await tableOfContents(ctx, { manualId: manual_id, path, depth }, call)
  const { items, ...page } = pageOf(entries, request, {
    hardMaxChars: ctx.settings.hardMaxChars,
    show: createRows(),
    identityOf: ({ path: file, title, line_start }) => `${file}:${line_start}:${title}`,
  })
  return { items: filesOf(items), ...page }
}

export const manualToc = defineTool<ManualContext, typeof ManualTocInput, typeof ManualTocOutput, ManualReason>({
  name: 'manual_toc',
  title: 'Table of contents of a manual',
  description:
    "Contents of a manual: files with their headings and lines; path and depth narrow it. Next: manual_read. Example: {manual_id: 'handbook', depth: 2}.",
  effect: 'read',
  input: ManualTocInput,
  output: ManualTocOutput,
  errors: ['invalid_argument', ...PATH_REASONS, 'hidden_path', 'cancelled'],
  run: readToc,
})

type FileRow = ManualTocOutput['items'][number]
type HeadingRow = FileRow['headings'][number]

/** The first heading of a file brings the file with it, so that an answer is as long as the sum of its rows. */
function createRows(): (entry: TocEntry) => FileRow | HeadingRow {
  let last: string | undefined
  return ({ path, title, line_start }) => {
    const heading = { title, line_start }
    if (path === last) return heading
    last = path
    return { path, headings: [heading] }
  }
}

function filesOf(rows: readonly (FileRow | HeadingRow)[]): FileRow[] {
  const files: FileRow[] = []
  for (const row of rows) {
    if ('path' in row) files.push(row)
    else files.at(-1)!.headings.push(row)
  }
  return files
}
