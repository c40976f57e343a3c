import type { FamilyBinding, FamilyPorts } from './bind.ts'
import { manifestOf } from './manifest.ts'
import { type ServedFamily, serveFamily } from './served.ts'

/** A family with its types hidden, as `createRuntime` takes it beside the configured ones. */
export interface DefinedFamily {
  serve(ports: FamilyPorts): ServedFamily
}

/** Tools, resources and prompts, how they are opened, and the codes of their reasons: all that a server needs to serve them. */
export function defineFamily<Context, Reason extends string, Code extends string>(
  binding: FamilyBinding<Context, Reason, Code>,
): DefinedFamily {
  const { family } = binding
  const load = async (ports: FamilyPorts) => (await import('./bind.ts')).bindFamily(binding, ports)
  return { serve: (ports) => serveFamily(family.name, { manifest: manifestOf(family), load: () => load(ports) }) }
}
