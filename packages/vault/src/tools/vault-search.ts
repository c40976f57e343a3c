import { type Call, defineTool, plainCall } from '@shoko/contract'
import { nonBlank } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VaultContext } from '../context.ts'
import type { SearchMode } from '../grep/grep-pool.ts'
import type { VaultReason } from '../reasons.ts'
import { DirectoryParam, GlobParam, openScope } from '../scope.ts'

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
    limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Files; default 50' })),
  },
  { additionalProperties: false },
)
export const VaultSearchOutput = Type.Object({
  results: Type.Array(
    Type.Object({
      path: Type.String(),
      snippet: Type.String(),
      line: Type.Integer({ minimum: 1 }),
      match_count: Type.Integer({ minimum: 1 }),
    }),
  ),
  warnings: Type.Integer({ minimum: 0, description: 'Files left out: not UTF-8 text, not readable, or over 128 MB' }),
})

export type VaultSearchInput = Static<typeof VaultSearchInput>
export type VaultSearchOutput = Static<typeof VaultSearchOutput>

export async function searchNotes(
  context: VaultContext,
  input: VaultSearchInput,
  call: Call = plainCall,
): Promise<VaultSearchOutput> {
  const scope = await openScope(context, input)
  if (scope === undefined) return { results: [], warnings: 0 }
  const { query, limit = DEFAULT_LIMIT } = input
  const found = await context.grep.search({ mode: knownMode(input.mode), query, scope, limit }, call.signal)
  return { results: [...found.hits], warnings: found.warnings }
}

const DEFAULT_LIMIT = 50

function knownMode(mode: string = 'regex'): SearchMode {
  return mode === 'regex' || mode === 'loose' ? mode : 'plain'
}

export const vaultSearch = defineTool<VaultContext, typeof VaultSearchInput, typeof VaultSearchOutput, VaultReason>({
  name: 'vault_search',
  title: 'Search notes for exact text',
  description:
    "Which notes contain an exact string or pattern? Like grep: one result a file with its first match; then vault_read there. Several words: a|b. Example: {query: 'hardness|硬度'}.",
  effect: 'read',
  input: VaultSearchInput,
  output: VaultSearchOutput,
  errors: [
    'invalid_argument',
    'invalid_path',
    'not_found',
    'outside_root',
    'linked',
    'pattern_too_slow',
    'permission_denied',
    'disk_error',
    'cancelled',
  ],
  argumentReasons: { relative_dir: 'invalid_path' },
  run: searchNotes,
})
