import { type Call, defineTool, MIN_BOUND, pageOf, plainCall, saying } from '@shoko/contract'
import { listInput, nullable, oneOf, refusedAs, warnedListOutput } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VibeContext } from '../context.ts'
import type { CatalogEntry, CatalogFilter } from '../index/catalog.ts'
import type { VibeReason } from '../reasons.ts'
import { findDocument } from '../workspace/edit.ts'
import { addressOf } from '../workspace/layout.ts'
import { requireProject } from '../workspace/projects.ts'
import { STATUSES } from '../workspace/status-words.ts'
import { INDEX_REASONS, ProjectParam } from './parameters.ts'

export const ListTasksInput = Type.Object(
  {
    project: Type.Optional(ProjectParam),
    status: Type.Optional(refusedAs('invalid_status', oneOf([...STATUSES, 'open'], 'open: all but done'))),
    include_content: Type.Optional(Type.Boolean({ default: false })),
    ...listInput,
  },
  { additionalProperties: false },
)
export const ListTasksOutput = Type.Object({
  project: nullable(Type.String()),
  filter: Type.Object({ status: nullable(Type.String()) }),
  tasks: Type.Array(
    Type.Object({
      project: Type.String(),
      filename: Type.String(),
      path: Type.String(),
      title: Type.String(),
      status: nullable(Type.String()),
      updated: Type.String(),
      objective: nullable(Type.String()),
      content: Type.Optional(nullable(Type.String())),
      truncated: Type.Optional(Type.Boolean()),
    }),
  ),
  ...warnedListOutput,
})

export type ListTasksInput = Static<typeof ListTasksInput>
export type ListTasksOutput = Static<typeof ListTasksOutput>

/** The tasks of one project or of all, in order of their numbers. */
export async function listTasks(ctx: VibeContext, input: ListTasksInput, call: Call = plainCall): Promise<ListTasksOutput> {
  const project = input.project === undefined ? undefined : await requireProject(ctx.root, input.project)
  const { status } = input
  const filter = { folder: 'tasks', ...(project === undefined ? {} : { project }), ...statusFilter(status) }
  const entries = await ctx.index.documents(filter, call)
  // One page is read, not every file: what does not fit into it is read with the next one.
  const candidates = entries.slice(input.offset ?? 0, (input.offset ?? 0) + (input.limit ?? DEFAULT_LIMIT))
  const contents = new Map(input.include_content ? await readContents(ctx, candidates) : [])
  const { items, ...page } = pageOf(entries, input, {
    hardMaxChars: ctx.hardMaxChars,
    defaultLimit: DEFAULT_LIMIT,
    show: (entry) => ({ ...taskOf(entry), ...(contents.has(entry) ? { content: contents.get(entry) ?? null } : {}) }),
    identityOf: ({ project: name, inProject, status: is, updated, title }) => [name, inProject, is, updated, title].join('\t'),
  })
  return { project: project ?? null, filter: { status: status ?? null }, tasks: items, ...page, ...saying(ctx.index.warnings()) }
}

export const listTasksTool = defineTool<VibeContext, typeof ListTasksInput, typeof ListTasksOutput, VibeReason>({
  name: 'list_tasks',
  title: 'List tasks',
  description:
    "Which tasks are open, pending, in progress, blocked or done, in one project or all. Not board cards: kanban/list. Example: {status: 'open'}.",
  effect: 'read',
  input: ListTasksInput,
  output: ListTasksOutput,
  errors: [...INDEX_REASONS, 'invalid_status', 'not_text'],
  run: listTasks,
})

function statusFilter(status: ListTasksInput['status']): CatalogFilter {
  if (status === 'open') return { statusIsNot: 'done' }
  return status === undefined ? {} : { status }
}

type Task = ListTasksOutput['tasks'][number]

function taskOf({ project, filename, inProject, title, status, updated, objective }: CatalogEntry): Task {
  return { project, filename, path: `${project}/${inProject}`, title, status, updated, objective }
}

/** Null when a file has gone since it was indexed. Stops when an answer is full. */
async function readContents(
  ctx: VibeContext,
  entries: readonly CatalogEntry[],
): Promise<readonly (readonly [CatalogEntry, string | null])[]> {
  const contents: (readonly [CatalogEntry, string | null])[] = []
  let chars = 0
  for (const entry of entries) {
    if (chars > Math.max(ctx.hardMaxChars, MIN_BOUND)) break
    const file = await findDocument(
      ctx,
      addressOf({ project: entry.project, folder: 'tasks', filename: entry.filename }),
      'reading',
    )
    contents.push([entry, file?.text ?? null])
    chars += file?.text.length ?? 0
  }
  return contents
}

const DEFAULT_LIMIT = 100
