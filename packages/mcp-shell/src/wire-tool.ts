import type { Effect } from '@shoko/contract'
import type { JsonObjectSchema, ToolManifest } from './families/manifest.ts'
import { flatName, flattenNames, type Spelling } from './names.ts'

export interface WireTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonObjectSchema
  readonly outputSchema: JsonObjectSchema
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
export function wireTool(tool: ToolManifest, names: Spelling): WireTool {
  const name = names === 'flat' ? flatName(tool.name) : tool.name
  const renamed = name !== tool.name
  return {
    name,
    title: renamed ? tool.name : tool.title,
    description: names === 'flat' ? flattenNames(tool.description) : tool.description,
    inputSchema: tool.input,
    outputSchema: tool.output,
    annotations: annotations[tool.effect],
    ...(renamed ? { _meta: { 'shoko/name': tool.name } } : {}),
  }
}
