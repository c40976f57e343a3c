import { DEFAULTS } from '@shoko/contract'
import { openRoot } from '@shoko/core-fs'
import type { AuditContext } from './context.ts'

export interface AuditOptions {
  /** The folder of the notes that are cited. */
  readonly root: string
  /** Absolute paths of files that no tool reaches, such as the workspace's settings. */
  readonly withheld?: readonly string[]
  readonly settings?: Partial<AuditContext['settings']>
}

/** Touches nothing: the first call of a tool does. */
export function openAudit({ root: path, withheld = [], settings }: AuditOptions): AuditContext {
  const root = openRoot(path, { withheld })
  const { coverageMinRatio, marginalGainMin, hardMaxChars } = DEFAULTS
  return {
    root,
    settings: { coverageMinRatio, marginalGainMin, hardMaxChars, ...settings },
    close: async () => root.close(),
  }
}
