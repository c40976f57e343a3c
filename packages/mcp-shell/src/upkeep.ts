import { join } from 'node:path'
import type { Upkeep } from '@shoko/contract'
import { kanbanUpkeep } from '@shoko/kanban-bridge'
import { manualUpkeep } from '@shoko/manual'
import { vaultUpkeep } from '@shoko/vault'
import { vibeUpkeep } from '@shoko/vibe-bridge'
import { userCacheDir } from './cache-dir.ts'
import type { FamilyName } from './config/serving.ts'
import type { ShokoConfig } from './config/variables.ts'

/** The families that keep files of their own; audit reads the vault's. */
export const KEPT_FAMILIES = ['vault', 'manual', 'kanban', 'vibe'] as const
export type KeptFamily = (typeof KEPT_FAMILIES)[number]

export interface FamilyUpkeep {
  readonly name: KeptFamily
  /** What is looked at, absolute. */
  readonly roots: readonly string[]
  readonly upkeep: Upkeep
}

const SERVED_BY: Record<KeptFamily, readonly FamilyName[]> = {
  vault: ['vault', 'audit'],
  manual: ['manual'],
  kanban: ['kanban'],
  vibe: ['vibe'],
}

export interface UpkeepOptions {
  /** Default: shoko in the user's cache folder. */
  readonly cacheDir?: string
  readonly wanted?: readonly KeptFamily[]
}

/** The upkeep of those among the wanted families that are served. Opens nothing yet. */
export function familyUpkeep(
  config: ShokoConfig,
  { cacheDir = userCacheDir(), wanted = KEPT_FAMILIES }: UpkeepOptions = {},
): readonly FamilyUpkeep[] {
  return KEPT_FAMILIES.filter(
    (name) => wanted.includes(name) && SERVED_BY[name].some((family) => config.SHOKO_FAMILIES.includes(family)),
  ).map((name) => open[name](config, cacheDir))
}

const open: Record<KeptFamily, (config: ShokoConfig, cacheDir: string) => FamilyUpkeep> = {
  vault: ({ VAULT_ROOT }, cacheDir) => ({
    name: 'vault',
    roots: [VAULT_ROOT],
    upkeep: vaultUpkeep({ root: VAULT_ROOT, cachePath: join(cacheDir, 'vault') }),
  }),
  manual: ({ MANUALS_ROOT, MANUALS }, cacheDir) => ({
    name: 'manual',
    roots: [MANUALS_ROOT, ...MANUALS.map(({ path }) => path)],
    upkeep: manualUpkeep({ root: MANUALS_ROOT, named: MANUALS, cachePath: join(cacheDir, 'manuals') }),
  }),
  kanban: ({ KANBAN_ROOTS }) => ({ name: 'kanban', roots: KANBAN_ROOTS, upkeep: kanbanUpkeep({ roots: KANBAN_ROOTS }) }),
  vibe: ({ VIBE_ROOT, VIBE_DB }) => ({
    name: 'vibe',
    roots: [VIBE_ROOT],
    upkeep: vibeUpkeep({ root: VIBE_ROOT, dbPath: VIBE_DB }),
  }),
}
