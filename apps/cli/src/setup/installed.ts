// The file system itself: folders that init has made are taken away again, and only if nobody has put anything into them.
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readLocalFile } from '@shoko/core-fs'
import { isRecord } from '../clients/document.ts'

/** What init has written where, so that all of it can be taken away again. */
export interface Installed {
  /** Files that name the program. */
  readonly files: readonly string[]
  /** Folders that were not there before. */
  readonly folders: readonly string[]
}

const RECORD = 'installed.json'

export function readInstalled(home: string): Installed {
  try {
    const parsed: unknown = JSON.parse(readLocalFile(join(home, RECORD)) ?? '{}')
    const { files, folders } = isRecord(parsed) ? parsed : {}
    return { files: texts(files), folders: texts(folders) }
  } catch {
    return { files: [], folders: [] } // a record that cannot be read says nothing; nothing is removed because of it
  }
}

export function remember(home: string, more: Installed): void {
  const known = readInstalled(home)
  const all = { files: union(known.files, more.files), folders: union(known.folders, more.folders) }
  writeFileSync(join(home, RECORD), `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 })
}

/** The folders above a path that are not there yet. */
export function missingFolders(path: string): readonly string[] {
  const folder = dirname(path)
  return existsSync(folder) || folder === path ? [] : [folder, ...missingFolders(folder)]
}

/** Removes versions and Nodes that no file names and no process runs; all but those of `keep`. */
export function removeUnnamed(
  home: string,
  { keep, files }: { readonly keep: readonly string[]; readonly files: readonly string[] },
): void {
  const texts = files.map((path) => readIfReadable(path))
  // A file that cannot be read may name any of them.
  if (texts.includes(null)) return
  const running = runningCommands()
  if (running === undefined) return
  const isNamed = (folder: string) =>
    [...texts, running].some((text) => text?.includes(folder) || text?.includes(JSON.stringify(folder).slice(1, -1)))
  for (const folder of ownFolders(home))
    if (!keep.includes(folder) && !isNamed(folder)) rmSync(folder, { recursive: true, force: true })
}

/** After an uninstall: all of ours, then the folders that init had to make, as far as they are empty. */
export function removeHome(home: string, isOurPlace: (folder: string) => boolean): void {
  const folders = readInstalled(home).folders.filter(isOurPlace)
  rmSync(home, { recursive: true, force: true })
  for (const folder of [...folders].sort((one, other) => other.length - one.length)) removeIfEmpty(folder)
}

export function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Somebody has put something into it, or it is gone already.
  }
}

export function ownFolders(home: string): readonly string[] {
  if (!existsSync(home)) return []
  return readdirSync(home, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^(node-)?\d+\.\d+\.\d+/.test(entry.name))
    .map(({ name }) => join(home, name))
}

/** The command lines of this machine's processes; undefined where they cannot be seen. */
function runningCommands(): string | undefined {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => readIfReadable(`/proc/${name}/cmdline`) ?? '')
      .join('\n')
      .replaceAll('\0', ' ')
  } catch {
    return process.platform === 'linux' ? undefined : ''
  }
}

function readIfReadable(path: string): string | null | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : null
  }
}

function union(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...new Set([...one, ...other])]
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
