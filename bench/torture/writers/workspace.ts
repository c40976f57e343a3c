import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { SHARED_CARDS } from './kanban-script.ts'

/** A folder that all three families write in. */
export function makeWorkspace(dir: string): void {
  putFile(join(dir, 'vault', 'shared.md'), 'shared\nend\n')
  for (const id of SHARED_CARDS)
    putFile(join(dir, '.kanban', 'backlog', `${id}__shared.md`), `---\nid: ${id}\ntitle: Shared\n---\n\nend\n`)
  mkdirSync(join(dir, 'vibe', 'p'), { recursive: true })
}

/** The settings with which a server serves it. The index of the projects may be kept elsewhere, as some users do. */
export function workspaceSettings(dir: string): Readonly<Record<string, string>> {
  return {
    WORKSPACE_ROOT: dir,
    VIBE_ROOT: join(dir, 'vibe'),
    VIBE_DB: join(dir, 'vibe-index', 'index.db'),
    XDG_CACHE_HOME: join(dir, 'cache'),
    SHOKO_TOOL_NAMES: 'seed',
    LOG_LEVEL: 'error',
  }
}

export interface WorkspaceFile {
  readonly path: string
  readonly text: string
}

/** Every file but databases, by its path below the workspace; without a folder at its top whose files come and go. */
export function readWorkspace(dir: string, without?: string): WorkspaceFile[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.db(-wal|-shm|-journal)?$/.test(entry.name))
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .filter((path) => without === undefined || !path.startsWith(without + sep))
    .map((path) => ({ path, text: readFileSync(join(dir, path), 'utf8') }))
}

export function putFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
