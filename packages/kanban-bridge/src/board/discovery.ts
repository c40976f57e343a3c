import { basename } from 'node:path'
import { DomainError } from '@shoko/contract'
import { joinPath, type RelativePath, type Root } from '@shoko/core-fs'
import { yieldEvery } from '@shoko/follow'
import { KANBAN, TOP } from './paths.ts'

export interface FoundBoard {
  readonly root: Root
  /** Of the directory that holds `.kanban/`; '' is the root itself. */
  readonly path: RelativePath
  /** The directory's name, which is the board's id. */
  readonly name: string
}

const MAX_DEPTH = 3

/**
 * Each root and its directories to depth 3; hidden ones and node_modules are passed over. A root may hold ten thousand notes as
 * well: none of them is looked at, and others have their turn in between.
 */
export async function discoverBoards(roots: readonly Root[]): Promise<FoundBoard[]> {
  const giveWay = yieldEvery()
  const found: FoundBoard[] = []
  for (const root of roots) {
    let level: RelativePath[] = [TOP]
    for (let depth = 0; depth <= MAX_DEPTH; depth++) {
      const next: RelativePath[] = []
      for (const path of level) {
        const folders = await foldersOrNothing(root, path)
        if (folders.includes(KANBAN)) found.push({ root, path, name: basename(path || root.absolutePath) })
        next.push(...folders.filter(isLookedInto).map((name) => joinPath(path, name)))
        await giveWay()
      }
      level = next
    }
  }
  return dedupe(found)
}

function isLookedInto(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules'
}

/** A root that lies below another one would show its boards twice. */
function dedupe(found: readonly FoundBoard[]): FoundBoard[] {
  const seen = new Map<string, FoundBoard>()
  for (const board of found) {
    const place = `${board.root.absolutePath}/${board.path}`.replace(/\/$/, '')
    if (!seen.has(place)) seen.set(place, board)
  }
  return [...seen.values()]
}

/** A folder that is gone or closed to this user hides only itself. */
async function foldersOrNothing(root: Root, path: RelativePath): Promise<string[]> {
  try {
    return await root.listFolders(path)
  } catch (error) {
    if (error instanceof DomainError && ['not_found', 'permission_denied', 'linked', 'outside_root'].includes(error.reason))
      return []
    throw error
  }
}
