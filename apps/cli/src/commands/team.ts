import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { silentLogger } from '@shoko/contract'
import type { LoadedConfig } from '@shoko/mcp-shell'
import type { ImportedFolder } from '@shoko/team-pg'
import { out } from '../terminal/output.ts'
import { onSpace, refuse, withDatabase } from './team-space.ts'

const USAGE = 'usage: shoko team init | import [settings] | export FOLDER'
const NAMED = 10

/** Makes a workspace in a database, fills it from folders, and gives it back as folders. */
export async function team([command = '', ...argv]: readonly string[]): Promise<number> {
  if (command === 'init') return init(argv)
  if (command === 'import') return importAll(argv)
  if (command === 'export') return exportAll(argv)
  return refuse(USAGE, 2)
}

function init(argv: readonly string[]): Promise<number> {
  return withDatabase(argv, async (url, { config }) => {
    const { initTeam } = await import('@shoko/team-pg')
    const { made } = await initTeam(url, config.SHOKO_SPACE)
    out.write(`the space ${config.SHOKO_SPACE} ${made ? 'is made' : 'was there already'}; serve it with: shoko http\n`)
    return 0
  })
}

function importAll(argv: readonly string[]): Promise<number> {
  return onSpace(argv, async (parts, loaded) => {
    const folders = foldersOf(loaded)
    if (typeof folders === 'string') return refuse(folders, 2)
    const { importFolders } = await import('@shoko/team-pg')
    const { imported, same, differing } = await importFolders(parts, folders)
    for (const { under, path } of folders) out.write(`${path} -> ${under}\n`)
    out.write(`${imported} documents imported, ${same} were there already\n`)
    if (differing.length === 0) return 0
    const shown = differing.slice(0, NAMED).join(', ')
    return refuse(`${differing.length} are there with other text, and were left as they are: ${shown}`, 1)
  })
}

/** The folders that the settings name and that exist; those that nobody named only where they lie in the workspace. */
function foldersOf({ config, origins }: LoadedConfig): readonly ImportedFolder[] | string {
  const [board, ...others] = config.KANBAN_ROOTS
  if (others.length > 0) return 'KANBAN_ROOTS: a team has one root of boards; name one, import, and move the others into it'
  const folders = [
    { under: 'vault', path: config.VAULT_ROOT },
    { under: 'manuals', path: config.MANUALS_ROOT },
    ...config.MANUALS.map(({ name, path }) => ({ under: `manuals/${name}`, path })),
    ...(board === undefined ? [] : [{ under: 'kanban', path: board }]),
    ...(origins.VIBE_ROOT === 'default' ? [] : [{ under: 'vibe', path: config.VIBE_ROOT }]),
  ].filter(({ path }) => existsSync(path))
  return folders.length > 0 ? folders : 'nothing to import: name the folders with --workspace-root, --vault-root, --vibe-root …'
}

function exportAll(argv: readonly string[]): Promise<number> {
  return onSpace(argv, async (parts, { rest }) => {
    const [folder, ...more] = rest
    if (folder === undefined || more.length > 0) return refuse(USAGE, 2)
    const { exportDocuments } = await import('@shoko/team-pg')
    const path = resolve(folder)
    const { fetched, removed, head } = await exportDocuments(parts, { folder: path, logger: silentLogger })
    out.write(`${path} is change ${head}: ${fetched} written, ${removed} removed\n`)
    return 0
  })
}
