import { type Call, DomainError, defineTool, MIN_BOUND, pageOf, plainCall, saying } from '@shoko/contract'
import { listInput, nonBlank, nullable, oneOf, refusedAs, warnedListOutput } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VibeContext } from '../context.ts'
import type { SearchHit } from '../index/search.ts'
import type { VibeReason } from '../reasons.ts'
import { parseFolder } from '../workspace/layout.ts'
import { requireProject } from '../workspace/projects.ts'
import { FolderParam, INDEX_REASONS, ProjectParam } from './parameters.ts'

const DEFAULT_LIMIT = 20

export const SearchInput = Type.Object(
  {
    query: refusedAs('invalid_query', nonBlank('Words, "a phrase", prefix*, -not')),
    project: Type.Optional(ProjectParam),
    folder: Type.Optional(FolderParam),
    ...listInput,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: DEFAULT_LIMIT })),
  },
  { additionalProperties: false },
)
export const SearchOutput = Type.Object({
  query: Type.String(),
  total_matches: Type.Integer({ description: 'Chunks' }),
  match: oneOf(['all', 'any'], 'any: no chunk holds all words'),
  results: Type.Array(
    Type.Object({
      project: Type.String(),
      folder: Type.String(),
      filename: Type.String(),
      path: Type.String(),
      heading: Type.String(),
      snippet: Type.String(),
      start_line: Type.Integer(),
      end_line: Type.Integer(),
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
      score: Type.Number(),
      metadata: Type.Object({ type: Type.String(), status: nullable(Type.String()), updated: Type.String() }),
      truncated: Type.Optional(Type.Boolean()),
    }),
  ),
  ...warnedListOutput,
})

export type SearchInput = Static<typeof SearchInput>
export type SearchOutput = Static<typeof SearchOutput>

/** Full-text search over the sections of every document, best first. */
export async function search(ctx: VibeContext, input: SearchInput, call: Call = plainCall): Promise<SearchOutput> {
  const folder = input.folder === undefined ? undefined : parseFolder(input.folder)
  const query = ctx.index.parse(input.query)
  if (query.wanted.length === 0 && query.unwanted.length > 0) throw onlyExclusions()
  const project = input.project === undefined ? undefined : await requireProject(ctx.root, input.project)
  const filter = { ...(project === undefined ? {} : { project }), ...(folder === undefined ? {} : { folder }) }
  const { offset = 0, limit = DEFAULT_LIMIT } = input
  // More than this many results never fit into an answer.
  const most = Math.min(limit, Math.ceil(Math.max(ctx.hardMaxChars, MIN_BOUND) / MIN_RESULT_CHARS))
  const { match, chunks, total, hits, version } = await ctx.index.search({ query, ...filter, offset, limit: most }, call)
  const { items, ...page } = pageOf(
    Array.from({ length: total }, (_, at) => at),
    { ...input, limit: most },
    {
      hardMaxChars: ctx.hardMaxChars,
      show: (at) => resultOf(hits[at - offset]!),
      identityOf: (at) => (at === 0 ? version : ''),
    },
  )
  return { query: input.query, total_matches: chunks, match, results: items, ...page, ...saying(ctx.index.warnings()) }
}

export const searchTool = defineTool<VibeContext, typeof SearchInput, typeof SearchOutput, VibeReason>({
  name: 'search',
  title: 'Search the projects',
  description:
    "Search all projects: tasks, plans, sessions, documents, in Japanese, Spanish and English; the sentences that answer, best first. Not the notes (vault_find) nor the manuals. Next: read_doc. Example: {query: 'offline sync'}.",
  effect: 'read',
  input: SearchInput,
  output: SearchOutput,
  errors: [...INDEX_REASONS, 'invalid_query', 'invalid_folder'],
  run: search,
})

type Result = SearchOutput['results'][number]

function resultOf({ inProject, type, status, updated, startLine, endLine, confidence, score, ...hit }: SearchHit): Result {
  const path = `${hit.project}/${inProject}`
  return { ...hit, path, start_line: startLine, end_line: endLine, confidence, score, metadata: { type, status, updated } }
}

/** The keys of a result alone. */
const MIN_RESULT_CHARS = 200

function onlyExclusions(): DomainError<VibeReason> {
  return new DomainError<VibeReason>('invalid_query', 'query: only exclusions; add at least one word to look for')
}
