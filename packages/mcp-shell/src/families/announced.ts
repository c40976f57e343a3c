import type { ShokoConfig } from '../config/variables.ts'
import { isAskable } from '../everything/askable.ts'
import manifests from './manifest.json' with { type: 'json' }
import type { FamilyManifest } from './manifest.ts'

/** A family as clients are told of it, without any of its code. */
export interface AnnouncedFamily {
  readonly name: string
  readonly manifest: FamilyManifest
}

/** The families that are served with these settings, in the order in which clients see them. */
export function announcedFamilies(config: Pick<ShokoConfig, 'SHOKO_FAMILIES'>): AnnouncedFamily[] {
  const served = config.SHOKO_FAMILIES.map(announce)
  return served.filter(({ name }) => isAskable(name)).length < 2 ? served : [announce(EVERYTHING), ...served]
}

/** The family that asks all others. */
export const EVERYTHING = 'shoko'

/** Generated from the code; a test compares them. A family that was just added has none until `pnpm reference` has run. */
function announce(name: string): AnnouncedFamily {
  const known = manifests as unknown as Readonly<Record<string, FamilyManifest>>
  return { name, manifest: known[name] ?? { tools: [], prompts: [], resources: null } }
}
