import type { FamilyName } from '../config/serving.ts'
import { announcedFamilies, EVERYTHING } from './announced.ts'
import type { BoundFamily, FamilyBinding, FamilyPorts } from './bind.ts'
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
  const served: ServedFamily[] = []
  const load = (name: string): Promise<BoundFamily> =>
    name === EVERYTHING ? loadEverything(served, ports) : binders[name as FamilyName](ports) // the others are the configured ones
  const all = announcedFamilies(ports.config).map(({ name, manifest }) => serveFamily(name, { manifest, load: () => load(name) }))
  served.push(...all.filter(({ name }) => name !== EVERYTHING))
  return all
}

async function loadEverything(served: readonly ServedFamily[], ports: FamilyPorts): Promise<BoundFamily> {
  return bind((await import('./everything.ts')).everythingBinding(served), ports)
}

async function bind<Context, Reason extends string, Code extends string>(
  binding: FamilyBinding<Context, Reason, Code>,
  ports: FamilyPorts,
): Promise<BoundFamily> {
  const { bindFamily } = await import('./bind.ts')
  return bindFamily(binding, ports)
}
