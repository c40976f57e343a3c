import type { ToolManifest } from '../../families/manifest.ts'
import { type Scope, scopeOf } from '../../principal.ts'

/** The scope that a request needs: `write` as soon as one of its messages calls a tool that changes files. */
export function neededScope(body: unknown, findTool: (name: string) => Pick<ToolManifest, 'effect'> | undefined): Scope {
  const messages = Array.isArray(body) ? body : [body]
  return messages.some((message) => changesFiles(message, findTool)) ? 'write' : 'read'
}

function changesFiles(message: unknown, findTool: (name: string) => Pick<ToolManifest, 'effect'> | undefined): boolean {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
  if (method !== 'tools/call' || typeof params?.name !== 'string') return false
  const tool = findTool(params.name)
  return tool !== undefined && scopeOf(tool.effect) === 'write'
}
