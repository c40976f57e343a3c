import { isAbsolute, relative, sep } from 'node:path'
import type { Found } from './found.ts'
import { UsageError } from './options.ts'
import type { Choice } from './settings-file.ts'

export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** Of what was found, what lies in the project: a project's files say nothing of anybody's home. */
export function foundInside(project: string, found: Found): Found {
  const inside = (paths: readonly string[]) => paths.filter((path) => isInside(project, path))
  return {
    ...found,
    vaults: inside(found.vaults),
    manuals: inside(found.manuals),
    boards: inside(found.boards),
    vibe: inside(found.vibe === undefined ? [] : [found.vibe])[0],
  }
}

export function refuseOutside(project: string, { vault, manuals, boards, vibe }: Choice): void {
  const outside = [vault, manuals, ...boards, vibe].find((path) => path !== undefined && !isInside(project, path))
  if (outside !== undefined)
    throw new UsageError(`--scope project serves folders of this project only (got ${JSON.stringify(outside)}); use --scope user`)
}
