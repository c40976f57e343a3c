import { type Call, defineTool, pageOf, plainCall } from '@shoko/contract'
import { listInput, listOutput, nextActions, nonBlank, nullable } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VaultContext } from '../context.ts'
import { SEARCH_REASONS, type VaultReason } from '../reasons.ts'
import { DirectoryParam, GlobParam, openScope } from '../scope.ts'
import { type SearchAnswer, SKIPPED_NAMED } from '../search/protocol.ts'
import type { SearchMode } from '../search/search-pool.ts'
import { orWhichFolders } from '../what-there-is.ts'

export const VaultSearchInput = Type.Object(
  {
    query: nonBlank(),
    mode: Type.Optional(
      Type.String({
        description: 'regex (default, ignores case), plain, or loose (ignores case, width, spaces, - ・ / and brackets)',
      }),
    ),
    glob: Type.Optional(GlobParam),
    relative_dir: Type.Optional(DirectoryParam),
    ...listInput,
    limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Files; default 50' })),
  },
  { additionalProperties: false },
)
export const VaultSearchOutput = Type.Object({
  results: Type.Array(
    Type.Object({
      path: Type.String(),
      snippet: Type.String(),
      line: nullable(Type.Integer({ minimum: 1 })),
      match_count: Type.Integer({ minimum: 0, description: '0: only the name or title matches' }),
    }),
  ),
  ...listOutput,
  warnings: Type.Integer({ minimum: 0, description: 'Files left out: not UTF-8 text, not readable, or over 128 MB' }),
  skipped: Type.Array(Type.String(), { description: 'Some of them' }),
  next_actions: nextActions(['vault_find']),
})

export type VaultSearchInput = Static<typeof VaultSearchInput>
export type VaultSearchOutput = Static<typeof VaultSearchOutput>

export async function searchNotes(
  ctx: VaultContext,
  input: VaultSearchInput,
  call: Call = plainCall,
): Promise<VaultSearchOutput> {
  const { query, offset = 0, limit = DEFAULT_LIMIT } = input
  const scope = await openScope(ctx, input)
  const request = { mode: knownMode(input.mode), query, keep: offset + limit }
  const found = scope === undefined ? NOTHING : await ctx.grep.search({ ...request, scope }, call.signal)
  const places = new Map(found.hits.map((hit) => [hit.path, hit]))
  const { items, ...list } = pageOf(found.ranks, input, {
    hardMaxChars: ctx.settings.hardMaxChars,
    defaultLimit: DEFAULT_LIMIT,
    show: ({ path }) => places.get(path)!, // the page is among those that were kept
    identityOf: ({ path, count }) => `${path} ${count}`,
  })
  const { warnings, skipped } = found
  const next_actions = list.total === 0 ? await proposeFind(input) : []
  return { results: items, ...list, warnings, skipped: skipped.slice(0, SKIPPED_NAMED), next_actions }
}

const DEFAULT_LIMIT = 50
const NOTHING: SearchAnswer = { kind: 'search', ranks: [], hits: [], warnings: 0, skipped: [] }

/** Several words that no note holds just so: perhaps a note says them in other words. */
async function proposeFind({ query, mode, relative_dir, glob }: VaultSearchInput): Promise<VaultSearchOutput['next_actions']> {
  const { queryTerms } = await import('@shoko/search')
  const words = knownMode(mode) === 'regex' ? query.replaceAll(/\\[a-zA-Z]|[\\^$.*+?()[\]{}|]+/g, ' ') : query
  if (queryTerms(words).length < 2) return []
  const scope = { ...(relative_dir === undefined ? {} : { relative_dir }), ...(glob === undefined ? {} : { glob }) }
  const params = { query: words.trim().replaceAll(/\s+/g, ' '), ...(Object.keys(scope).length === 0 ? {} : { scope }) }
  return [{ type: 'vault_find', confidence: 0.5, params }]
}

function knownMode(mode: string = 'regex'): SearchMode {
  return mode === 'regex' || mode === 'loose' ? mode : 'plain'
}

export const vaultSearch = defineTool<VaultContext, typeof VaultSearchInput, typeof VaultSearchOutput, VaultReason>({
  name: 'vault_search',
  title: 'Search notes for exact text',
  description:
    "Which notes contain an exact string or pattern? Like grep: one result a file with its first match, names and titles first; then vault_read there. Several words: a|b. Example: {query: 'hardness|硬度'}.",
  effect: 'read',
  input: VaultSearchInput,
  output: VaultSearchOutput,
  errors: SEARCH_REASONS,
  run: (ctx, input, call) => orWhichFolders(ctx, { path: input.relative_dir ?? '', call }, () => searchNotes(ctx, input, call)),
})
