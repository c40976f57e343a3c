import type { FamilyName } from '../config/variables.ts'
import { auditBinding } from './audit.ts'
import { type BoundFamily, bindFamily, type FamilyPorts } from './bind.ts'
import { kanbanBinding } from './kanban.ts'
import { manualBinding } from './manual.ts'
import { vaultBinding } from './vault.ts'
import { vibeBinding } from './vibe.ts'

/** Adding a family is one row here and one file beside this one. */
const binders: Record<FamilyName, (ports: FamilyPorts) => BoundFamily> = {
  vault: (ports) => bindFamily(vaultBinding, ports),
  audit: (ports) => bindFamily(auditBinding, ports),
  manual: (ports) => bindFamily(manualBinding, ports),
  kanban: (ports) => bindFamily(kanbanBinding, ports),
  vibe: (ports) => bindFamily(vibeBinding, ports),
}

export function bindFamilies(ports: FamilyPorts): BoundFamily[] {
  return ports.config.SHOKO_FAMILIES.map((name) => binders[name](ports))
}
