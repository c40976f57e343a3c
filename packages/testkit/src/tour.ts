/**
 * One call of every tool on a copy of the demo workspace, in an order that works: what a tool needs was made by the calls before it.
 * `args` may use what earlier calls returned.
 */
export interface TourStop {
  readonly tool: string
  readonly args: Record<string, unknown> | ((earlier: ReadonlyMap<string, Record<string, unknown>>) => Record<string, unknown>)
}

export const vaultTour: readonly TourStop[] = [
  { tool: 'vault_ls', args: {} },
  { tool: 'vault_create', args: { path: 'tour/旅.md', content: '# 旅\n\n最初の行\nsegunda línea\n' } },
  { tool: 'vault_read', args: { path: 'tour/旅.md', full: true } },
  {
    tool: 'vault_write',
    args: (earlier) => ({
      path: 'tour/旅.md',
      content: 'third line\n',
      mode: 'append',
      expected_hash: earlier.get('vault_read')?.['hash'],
    }),
  },
  { tool: 'vault_replace', args: { path: 'tour/旅.md', find: 'segunda', replace: 'otra' } },
  { tool: 'vault_scan', args: { path: 'tour/旅.md' } },
  { tool: 'vault_search', args: { query: 'otra línea', mode: 'plain' } },
  { tool: 'vault_find', args: { query: '出張修理の受付' } },
  { tool: 'vault_coverage', args: { path: 'tour/旅.md', cited_ranges: [{ start_line: 1, end_line: 2 }] } },
  {
    tool: 'artifact_audit',
    args: { artifact_path: 'artifacts/shucchou-shuuri-flow.md', source_path: 'sources/shucchou-shuuri-kikitori.md' },
  },
]

export const tour: readonly TourStop[] = [...vaultTour]
