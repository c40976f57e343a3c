import type { ManualFindOutput } from '../src/tools/manual-find.ts'
import type { ManualHitsOutput } from '../src/tools/manual-hits.ts'
import { callTool, type Tree, type Workspace } from './workspace.ts'

export type Row = Record<string, never>

export function find(ctx: Workspace, args: object) {
  return callTool(ctx, 'manual_find', args) as Promise<ManualFindOutput>
}

export async function hits(ctx: Workspace, { trace_id }: { trace_id: string }, kind = 'candidates') {
  const { items } = (await callTool(ctx, 'manual_hits', { trace_id, kind, limit: 1000, explain: true })) as ManualHitsOutput
  return items as Row[]
}

export async function places(ctx: Workspace, args: object): Promise<string[]> {
  const { trace_id } = await find(ctx, args)
  const output = (await callTool(ctx, 'manual_hits', { trace_id, limit: 1000 })) as ManualHitsOutput
  const rows = output.items as unknown as { ref: { manual_id?: string; path: string; start_line: number } }[]
  return rows.map(({ ref }) => `${ref.manual_id ?? output.manual_id}/${ref.path}:${ref.start_line}`)
}

export const boiler: Tree = {
  'm/boiler.md':
    '# Boiler\n\nThe boiler heats water.\n\n## Cleaning\n\nDescale the boiler monthly.\n\n## Prices\n\nAsk the shop.\n',
  'm/grinder.md': '# Grinder\n\nThe grinder has blades.\n',
  'n/other.md': '# Other\n\nAnother boiler in another manual.\n',
}
