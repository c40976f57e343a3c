import type { FamilyName } from '../config/variables.ts'
import { auditBinding } from './audit.ts'
import { type BoundFamily, bindFamily, type FamilyPorts } from './bind.ts'
import { vaultBinding } from './vault.ts'

/** Adding a family is one row here and one file beside this one. */
const binders: Record<FamilyName, (ports: FamilyPorts) => BoundFamily> = {
  vault: (ports) => bindFamily(vaultBinding, ports),
  audit: (ports) => bindFamily(auditBinding, ports),
}

export function bindFamilies(ports: FamilyPorts): BoundFamily[] {
  return ports.config.SHOKO_FAMILIES.map((name) => binders[name](ports))
}
