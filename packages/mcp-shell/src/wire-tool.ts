import type { Effect } from '@shoko/contract'
import type { BoundTool } from './families/bind.ts'
import { flatName } from './names.ts'

export interface WireTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown }
  readonly outputSchema: { readonly type: 'object'; readonly [key: string]: unknown }
  readonly annotations: Readonly<Record<string, boolean>>
  readonly _meta?: Readonly<Record<string, unknown>>
}

const annotations: Record<Effect, Readonly<Record<string, boolean>>> = {
  read: { readOnlyHint: true, openWorldHint: false },
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  append: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  update: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  overwrite: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
}

/** A tool as tools/list shows it; a flattened name keeps the seed's spelling in title and _meta. */
export function wireTool(tool: BoundTool, names: 'flat' | 'seed'): WireTool {
  const name = names === 'flat' ? flatName(tool.name) : tool.name
  const renamed = name !== tool.name
  return {
    name,
    title: renamed ? tool.name : tool.title,
    description: tool.description,
    inputSchema: plain(tool.input),
    outputSchema: plain(tool.output),
    annotations: annotations[tool.effect],
    ...(renamed ? { _meta: { 'shoko/name': tool.name } } : {}),
  }
}

/** TypeBox marks its schemas with symbols; what crosses the wire is their JSON. */
function plain(schema: object): WireTool['inputSchema'] {
  return JSON.parse(JSON.stringify(schema))
}
