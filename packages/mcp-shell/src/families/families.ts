import type { FamilyName } from '../config/variables.ts'
import { isAskable } from '../everything/askable.ts'
import type { BoundFamily, FamilyBinding, FamilyPorts } from './bind.ts'
import manifests from './manifest.json' with { type: 'json' }
import type { FamilyManifest } from './manifest.ts'
import { type ServedFamily, serveFamily } from './served.ts'

/** Adding a family is one row here and one file beside this one. */
const binders: Record<FamilyName, (ports: FamilyPorts) => Promise<BoundFamily>> = {
  vault: async (ports) => bind((await import('./vault.ts')).vaultBinding, ports),
  audit: async (ports) => bind((await import('./audit.ts')).auditBinding, ports),
  manual: async (ports) => bind((await import('./manual.ts')).manualBinding, ports),
  kanban: async (ports) => bind((await import('./kanban.ts')).kanbanBinding, ports),
  vibe: async (ports) => bind((await import('./vibe.ts')).vibeBinding, ports),
}

/** Every family's code is loaded with its first use: a server that has only been started has none of it. */
export function serveFamilies(ports: FamilyPorts): ServedFamily[] {
  const served = ports.config.SHOKO_FAMILIES.map((name) =>
    serveFamily(name, { manifest: manifestOf(name), load: () => binders[name](ports) }),
  )
  if (served.filter(({ name }) => isAskable(name)).length < 2) return served
  const load = async () => bind((await import('./everything.ts')).everythingBinding(served), ports)
  return [serveFamily('shoko', { manifest: manifestOf('shoko'), load }), ...served]
}

/** Generated from the code; a test compares them. A family that was just added has none until `pnpm reference` has run. */
function manifestOf(name: string): FamilyManifest {
  return (manifests as unknown as Readonly<Record<string, FamilyManifest>>)[name] ?? { tools: [], prompts: [], resources: null }
}

async function bind<Context, Reason extends string, Code extends string>(
  binding: FamilyBinding<Context, Reason, Code>,
  ports: FamilyPorts,
): Promise<BoundFamily> {
  const { bindFamily } = await import('./bind.ts')
  return bindFamily(binding, ports)
}
