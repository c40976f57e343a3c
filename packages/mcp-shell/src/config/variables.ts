import { join } from 'node:path'
import { answers } from './answers.ts'
import { folders } from './folders.ts'
import { serving } from './serving.ts'
import type { Variable } from './variable.ts'

/**
 * Every setting of the servers, once. The environment, shoko.toml, the flags and docs/reference/configuration.md all come from this
 * table; settings are resolved in its order.
 */
export const variables = { ...folders, ...serving, ...answers } as const

export type VariableName = keyof typeof variables
export type ShokoConfig = { readonly [Name in VariableName]: (typeof variables)[Name] extends Variable<infer T> ? T : never }

/** What a workspace brings along. No tool reaches it: whoever could write it could widen what is served. */
export const SETTINGS_FILE = 'shoko.toml'

export function settingsFile({ WORKSPACE_ROOT }: Pick<ShokoConfig, 'WORKSPACE_ROOT'>): string {
  return join(WORKSPACE_ROOT, SETTINGS_FILE)
}
