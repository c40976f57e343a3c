import type { BoundFamily, BoundPrompt, BoundResources, BoundTool } from './bind.ts'
import type { FamilyManifest, PromptManifest, ResourcesManifest, ToolManifest } from './manifest.ts'

/** A family as the registry holds it: what clients see at once, its code with the first use. */
export interface ServedFamily {
  readonly name: string
  readonly tools: readonly ServedTool[]
  readonly prompts: readonly ServedPrompt[]
  readonly resources: ServedResources | undefined
  load(): Promise<BoundFamily>
  /** Of what was loaded. */
  rest(isIdle: () => boolean): Promise<void>
  close(): Promise<void>
}

export type ServedTool = ToolManifest & { readonly family: string; load(): Promise<BoundTool> }
export type ServedPrompt = PromptManifest & { load(): Promise<BoundPrompt> }
export type ServedResources = ResourcesManifest & { load(): Promise<BoundResources> }

export function serveFamily(
  name: string,
  source: { readonly manifest: FamilyManifest; readonly load: () => Promise<BoundFamily> },
): ServedFamily {
  const { manifest } = source
  let loaded: Promise<BoundFamily> | undefined
  const load = () => {
    loaded ??= source.load()
    return loaded
  }
  return {
    name,
    tools: manifest.tools.map((tool) => ({
      ...tool,
      family: name,
      load: async () => named((await load()).tools, tool.name),
    })),
    prompts: manifest.prompts.map((prompt) => ({
      ...prompt,
      load: async () => named((await load()).prompts, prompt.name),
    })),
    resources:
      manifest.resources === null ? undefined : { ...manifest.resources, load: async () => existing((await load()).resources) },
    load,
    rest: async (isIdle) => (await loaded)?.rest(isIdle),
    close: async () => (await loaded)?.close(),
  }
}

function named<T extends { readonly name: string }>(items: readonly T[], name: string): T {
  return existing(items.find((item) => item.name === name))
}

function existing<T>(item: T | undefined): T {
  if (item === undefined) throw new Error('the manifest names what the family does not have; run: pnpm reference')
  return item
}
