import { basename, join } from 'node:path'
import { DomainError } from '@shoko/contract'
import { type DirEntry, openRoot, parseDirectory, readLocalFile } from '@shoko/core-fs'
import { type Client, type Machine, settingsFolder } from '../clients/client.ts'
import { clients } from '../clients/clients.ts'
import { isRecord } from '../clients/document.ts'

/** What is on this machine that Shoko could serve, and who could use it; nearest first. */
export interface Found {
  readonly vaults: readonly string[]
  readonly manuals: readonly string[]
  readonly boards: readonly string[]
  readonly vibe: string | undefined
  readonly clients: readonly Client[]
}

const DEPTH_HERE = 4
const DEPTH_HOME = 3
const MAX_FOLDERS = 4000
/** Large, and nobody's notes. */
const PASSED_OVER = new Set([
  'node_modules',
  'Library',
  'AppData',
  'Applications',
  'vendor',
  'target',
  'dist',
  'build',
  'snap',
  'go',
])

export async function lookAround(machine: Machine): Promise<Found> {
  const budget = { left: MAX_FOLDERS }
  const here = await survey({ start: machine.cwd, depth: DEPTH_HERE, manuals: /^(docs|manuals?|manuales|マニュアル)$/i, budget })
  const home =
    machine.home === machine.cwd
      ? none
      : await survey({ start: machine.home, depth: DEPTH_HOME, manuals: /^(manuals?|manuales|マニュアル)$/i, budget })
  const vibe = join(machine.home, '.vibe')
  return {
    vaults: unique([...here.vaults, ...(await existing(obsidianVaults(machine))), ...home.vaults]),
    manuals: unique([...here.manuals, ...home.manuals]),
    boards: unique([...here.boards, ...home.boards]),
    vibe: (await isDirectory(vibe)) ? vibe : undefined,
    clients: await usedClients(machine),
  }
}

export async function isDirectory(path: string): Promise<boolean> {
  return (await listing(path)) !== undefined
}

/** The programs that have left something on this machine. */
export async function usedClients(machine: Machine): Promise<readonly Client[]> {
  const seen = await Promise.all(
    clients.map(async ({ traces }) => (await Promise.all(traces(machine).map(isThere))).some((there) => there)),
  )
  return clients.filter((_, index) => seen[index])
}

interface Places {
  readonly vaults: readonly string[]
  readonly manuals: readonly string[]
  readonly boards: readonly string[]
}

const none: Places = { vaults: [], manuals: [], boards: [] }

interface Walk {
  readonly start: string
  readonly depth: number
  /** How a folder of manuals is called; every repository has docs, so that name counts only near. */
  readonly manuals: RegExp
  readonly budget: { left: number }
}

/** Breadth first, so that what lies near is found before the budget is used up. */
async function survey(walk: Walk): Promise<Places> {
  const vaults: string[] = []
  const manuals: string[] = []
  const boards: string[] = []
  let level = [walk.start]
  for (let depth = 0; depth <= walk.depth && level.length > 0; depth++) {
    const next: string[] = []
    for (const folder of level) {
      if (walk.budget.left-- <= 0) return { vaults, manuals, boards }
      const entries = (await listing(folder)) ?? []
      const names = new Set(entries.filter(({ kind }) => kind === 'dir').map(({ name }) => name))
      if (names.has('.kanban')) boards.push(folder)
      if (walk.manuals.test(basename(folder)) && (holdsPages(entries) || (await holdsManuals(folder, entries))))
        manuals.push(folder)
      if (names.has('.obsidian')) vaults.push(folder)
      else next.push(...[...names].filter(isWorthEntering).map((name) => join(folder, name)))
    }
    level = next
  }
  return { vaults, manuals, boards }
}

function isWorthEntering(name: string): boolean {
  return !name.startsWith('.') && !PASSED_OVER.has(name)
}

/** Pages at its top: a project's docs are one manual, with all that lies below; so is any folder without folders of pages. */
export async function isOneManual(folder: string): Promise<boolean> {
  const entries = (await listing(folder)) ?? []
  return holdsPages(entries) && (/^docs$/i.test(basename(folder)) || !(await holdsManuals(folder, entries)))
}

function holdsPages(entries: readonly DirEntry[]): boolean {
  return entries.some(({ kind, name }) => kind === 'file' && /\.md$/i.test(name))
}

/** Folders of Markdown in it: each of those is a manual. */
async function holdsManuals(folder: string, entries: readonly DirEntry[]): Promise<boolean> {
  for (const { name } of entries.filter(({ kind, name }) => kind === 'dir' && isWorthEntering(name)).slice(0, 50)) {
    const inside = (await listing(join(folder, name))) ?? []
    if (holdsPages(inside)) return true
  }
  return false
}

/** Obsidian's own list, the last opened first. */
function obsidianVaults(machine: Machine): readonly string[] {
  const folders = [
    join(settingsFolder(machine), 'obsidian'),
    join(machine.home, '.var/app/md.obsidian.Obsidian/config/obsidian'),
    join(machine.home, 'snap/obsidian/current/.config/obsidian'),
  ]
  return folders.flatMap((folder) => vaultsListed(readLocalFile(join(folder, 'obsidian.json'))))
}

function vaultsListed(text: string | undefined): readonly string[] {
  try {
    const { vaults } = JSON.parse(text ?? '{}') as { vaults?: unknown }
    const listed = isRecord(vaults) ? Object.values(vaults).filter(isRecord) : []
    return listed
      .sort((one, other) => Number(other.ts ?? 0) - Number(one.ts ?? 0))
      .flatMap(({ path }) => (typeof path === 'string' ? [path] : []))
  } catch {
    return []
  }
}

async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const there = await Promise.all(paths.map(isDirectory))
  return paths.filter((_, index) => there[index])
}

async function isThere(path: string): Promise<boolean> {
  return (await isDirectory(path)) || readLocalFile(path) !== undefined
}

/** Undefined when there is no such folder, or it may not be read. */
async function listing(path: string): Promise<readonly DirEntry[] | undefined> {
  const root = openRoot(path, { hidden: 'reached' })
  try {
    return await root.list(parseDirectory(''))
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  } finally {
    root.close()
  }
}

function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)]
}
