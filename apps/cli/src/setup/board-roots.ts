import { lstatSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { LoadedConfig } from '@shoko/mcp-shell'
import type { Machine } from '../clients/client.ts'

export interface BoardChoice {
  /** The first is the board that is meant by none other. */
  readonly roots: readonly string[]
  readonly argv: readonly string[]
}

export interface Standpoint extends Pick<Machine, 'cwd' | 'home'> {
  /** The words of the command line as they were typed: the user's settings add their workspace as a flag, and nobody has meant that. */
  readonly typed: readonly string[]
}

/**
 * The boards that a command acts on: one that is named by its path, else that of the folder one stands in, before any that is
 * configured. What stands on the command line itself is meant.
 */
export function chooseBoard(loaded: LoadedConfig, machine: Standpoint): BoardChoice {
  const { config, origins, rest } = loaded
  const configured = config.KANBAN_ROOTS
  const named = namedByPath(rest, machine)
  if (named !== undefined) return { roots: before(named.folder, configured), argv: named.argv }
  const given = [origins.KANBAN_ROOTS, origins.WORKSPACE_ROOT]
  if (given.includes('command line') && machine.typed.some(isRootFlag)) return { roots: configured, argv: rest }
  if (rest[0] === 'init')
    return { roots: given.includes('environment') ? configured : before(machine.cwd, configured), argv: rest }
  const nearest = nearestBoard(machine)
  return { roots: nearest === undefined ? configured : before(nearest, configured), argv: rest }
}

/** Upwards only through folders of this user: a board that somebody has put above them, in a shared folder say, is not theirs. */
export function nearestBoard({ cwd, home }: Pick<Machine, 'cwd' | 'home'>): string | undefined {
  for (let folder = cwd; isOwnFolder(folder); folder = dirname(folder)) {
    if (holdsBoard(folder)) return folder
    if (folder === home || folder === dirname(folder)) return undefined
  }
  return undefined
}

function isRootFlag(word: string): boolean {
  return /^--(?:kanban-roots|workspace-root)(?:=|$)/.test(word)
}

function namedByPath(argv: readonly string[], { cwd, home }: Pick<Machine, 'cwd' | 'home'>) {
  const at = argv.findIndex((word) => word === '--board' || word === '-b' || word.startsWith('--board='))
  const inline = argv[at]?.startsWith('--board=') === true
  const word = inline ? argv[at]!.slice('--board='.length) : argv[at + 1]
  if (at === -1 || word === undefined || !(/[/\\]/.test(word) || word === '..' || word === '~')) return undefined
  const folder = resolve(cwd, word.replace(/^~(?=$|[/\\])/, home))
  if (!holdsBoard(folder)) return undefined
  return { folder, argv: argv.toSpliced(at, inline ? 1 : 2, '--board', '.') }
}

function before(folder: string, others: readonly string[]): string[] {
  return [folder, ...others.filter((other) => other !== folder)]
}

function holdsBoard(folder: string): boolean {
  return isOwnFolder(join(folder, '.kanban'))
}

/** Systems without user ids are not asked whose it is. A link is no folder. */
function isOwnFolder(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  const user = process.getuid?.()
  return stats?.isDirectory() === true && (user === undefined || stats.uid === user)
}
