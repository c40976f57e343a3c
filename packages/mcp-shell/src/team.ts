import { join } from 'node:path'
import type { ShokoConfig } from './config/variables.ts'

/** The first segment of a document's path, which is its family's folder. */
export const TEAM_FOLDERS = ['vault', 'manuals', 'kanban', 'vibe'] as const

/** Hidden names that hold documents; what other programs hide (.git, .obsidian), and our own locks, stay where they are. */
const HOLD_DOCUMENTS = new Set(['.kanban', '.system'])

/** Whether a file, by its path in a copy of the documents, is a document; what can be made anew from them is not. */
export async function documentRule(): Promise<(path: string) => boolean> {
  const { isDerivedFile } = await import('@shoko/kanban-bridge')
  const folders: ReadonlySet<string> = new Set(TEAM_FOLDERS)
  return (path) => {
    const [folder = '', ...inside] = path.split('/')
    if (!folders.has(folder) || inside.length === 0) return false
    if (inside.some((name) => name.startsWith('.') && !HOLD_DOCUMENTS.has(name))) return false
    return folder !== 'kanban' || (inside.includes('.kanban') && !isDerivedFile(path))
  }
}

/** The settings of a server whose folders are copies of documents. */
export function onMirror(config: ShokoConfig, folder: string): ShokoConfig {
  const at = (name: (typeof TEAM_FOLDERS)[number]) => join(folder, name)
  return {
    ...config,
    WORKSPACE_ROOT: folder,
    VAULT_ROOT: at('vault'),
    MANUALS_ROOT: at('manuals'),
    MANUALS: [],
    KANBAN_ROOTS: [at('kanban')],
    VIBE_ROOT: at('vibe'),
    VIBE_DB: join(at('vibe'), 'index.db'),
  }
}
