// The file system itself, for folders of our own: what init has made goes as a whole.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine, Scope } from '../clients/client.ts'
import { clients } from '../clients/clients.ts'
import { ownFolders, readInstalled, removeHome, removeIfEmpty, removeUnnamed } from '../setup/installed.ts'
import type { InitOptions } from '../setup/options.ts'
import { planClientRemoval, planSettingsFileRemoval } from '../setup/planned-files.ts'
import { programHome } from '../setup/program.ts'
import { isInside } from '../setup/project-scope.ts'
import { userSettingsPath } from '../setup/settings-file.ts'
import type { Report } from './init-report.ts'

const scopes: readonly Scope[] = ['user', 'project']

export async function planRemoval(machine: Machine, options: InitOptions): Promise<Report> {
  const wanted = options.clients ?? clients
  const entries = await Promise.all(wanted.flatMap((client) => scopes.map((scope) => planClientRemoval(client, machine, scope))))
  // Settings go with the last client only: another one may still use them.
  const isAll = options.clients === undefined
  const paths = isAll ? [options.config ?? userSettingsPath(machine), `${machine.cwd}/shoko.toml`] : []
  const settings = await Promise.all(paths.map(planSettingsFileRemoval))
  const changing = [...entries, ...settings]
    .filter((file) => file !== undefined)
    .filter(({ change }) => change.kind !== 'nothing')
  // In the home folder the project's file is the user's.
  const files = changing.filter((file, index) => changing.findIndex(({ path }) => path === file.path) === index)
  return { machine, files, folders: isAll ? ownPlaces(machine).filter((path) => existsSync(path)) : [], notes: [] }
}

/** Everything of ours goes with the last entry; with one of several, only what no other names. */
export function finishRemoval({ machine }: Report, { clients: some }: InitOptions): void {
  for (const scope of scopes) {
    const home = programHome(machine, scope)
    if (!isOurs(home)) continue
    // The record of a project came with the project: it speaks for that folder alone.
    if (some === undefined) removeHome(home, (folder) => scope === 'user' || isInside(machine.cwd, folder))
    else {
      const files = [...readInstalled(home).files, ...clients.flatMap((client) => client.userFiles(machine))]
      removeUnnamed(home, { keep: [], files })
    }
  }
  if (some !== undefined) return
  rmSync(cacheFolder(machine), { recursive: true, force: true })
  removeIfEmpty(join(cacheFolder(machine), '..'))
  removeIfEmpty(join(userSettingsPath(machine), '..'))
}

function ownPlaces(machine: Machine): readonly string[] {
  return [...scopes.map((scope) => programHome(machine, scope)).filter(isOurs), cacheFolder(machine)]
}

/** A folder of the name that init has not filled is somebody else's. */
function isOurs(home: string): boolean {
  return ownFolders(home).length > 0 || existsSync(join(home, 'installed.json'))
}

/** Indexes that servers keep; they are built again when they are missed. */
function cacheFolder({ env, home }: Machine): string {
  return join(env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : join(home, '.cache'), 'shoko')
}
