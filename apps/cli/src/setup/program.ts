// The file system itself: these are folders of our own, with programs in them that have to be executable.
import { constants, copyFileSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { realPathOf } from '@shoko/core-fs'
import { version } from '@shoko/mcp-shell'
import { type Machine, pathOn, type Scope } from '../clients/client.ts'
import { UsageError } from './options.ts'
import { type ProgramFiles, programFiles } from './program-files.ts'

/** The program that clients start: copied out of the clone or of npm's cache, so that no build and no clean-up takes it away. */
export interface Program {
  readonly scope: Scope
  /** All of ours: one folder a version, the Node if we keep one, the record of what was written. */
  readonly home: string
  readonly folder: string
  readonly main: string
  readonly files: ProgramFiles
  readonly node: string
  /** Set when the Node that runs us belongs to a clone or to npm's cache: it is copied as well. */
  readonly nodeFrom?: string
  readonly why: string
}

export function programHome(machine: Machine, scope: Scope): string {
  if (scope === 'project') return pathOn(machine, machine.cwd, '.shoko')
  const { platform, home, env } = machine
  if (platform === 'win32') return pathOn(machine, env.LOCALAPPDATA ?? pathOn(machine, home, 'AppData', 'Local'), 'shoko')
  if (platform === 'darwin') return pathOn(machine, home, 'Library', 'Application Support', 'shoko', 'program')
  const data = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : pathOn(machine, home, '.local', 'share')
  return pathOn(machine, data, 'shoko')
}

export interface Started {
  /** Where the built program lies. */
  readonly built: string
  readonly node: string
  readonly nodeVersion: string
}

export function planProgram(machine: Machine, scope: Scope, started: Started): Program {
  const home = programHome(machine, scope)
  const files = programFiles(started.built)
  const folder = join(home, `${version}-${files.digest}`)
  const shared = { scope, home, folder, main: join(folder, 'main.js'), files }
  const own = ownNode(machine, started.node)
  if (own !== undefined) return { ...shared, node: own, why: 'your Node; a copy of this program' }
  const name = machine.platform === 'win32' ? 'node.exe' : 'node'
  const node = join(home, `node-${started.nodeVersion}`, name)
  return { ...shared, node, nodeFrom: started.node, why: 'copies of this program and of the Node that was fetched for it' }
}

/**
 * The person's own Node, by the name that stays when it is updated; undefined for one that npm has fetched into a clone
 * or a cache, which somebody will clear.
 */
function ownNode({ env, platform }: Machine, running: string): string | undefined {
  const real = realPathOf(running)
  if (/[\\/](node_modules|_npx|\.runtime)[\\/]/.test(real)) return undefined
  const name = platform === 'win32' ? 'node.exe' : 'node'
  const onPath = (env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  const lasting = onPath.filter((path) => !/multishells|[\\/](tmp|temp|run)[\\/]|node_modules/i.test(path))
  return lasting.find((path) => existsSync(path) && realPathOf(path) === real) ?? running
}

/** Puts the program in its place. Whole or not at all: a client may start it at any time. */
export function installProgram({ folder, files, node, nodeFrom, home, scope }: Program): void {
  // What lies in a project may have come with it: nothing of it is run, and a link is not followed.
  if (scope === 'project' && lstatSync(home, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new UsageError(`${home} is a link`)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  if (scope === 'project' || !existsSync(join(folder, 'main.js')))
    inPlace(folder, (temporary) => {
      for (const name of files.names) copyFileSync(join(files.folder, name), join(temporary, name))
      writeFileSync(join(temporary, 'package.json'), `${JSON.stringify({ private: true, type: 'module', version })}\n`)
    })
  if (nodeFrom !== undefined && (scope === 'project' || !existsSync(node)))
    inPlace(dirname(node), (temporary) => {
      copyFileSync(nodeFrom, join(temporary, node.slice(dirname(node).length + 1)), constants.COPYFILE_FICLONE)
    })
  // The copy in a project is this person's, whatever else is shared.
  if (scope === 'project') writeFileSync(join(home, '.gitignore'), '*\n')
}

function inPlace(folder: string, fill: (temporary: string) => void): void {
  const temporary = `${folder}.${process.pid}`
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary, { recursive: true, mode: 0o700 })
  try {
    fill(temporary)
    rmSync(folder, { recursive: true, force: true })
    renameSync(temporary, folder)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
