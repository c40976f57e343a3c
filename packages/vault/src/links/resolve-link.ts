import { parentOf, type RelativePath } from '@shoko/core-fs'
import { decodePath } from './destination.ts'
import { foldName, lastSegment, type Names } from './note-names.ts'
import type { NoteLink } from './scan-links.ts'

/** The note that a link stands in, and the vault around it. */
export interface Surroundings {
  readonly source: RelativePath
  readonly names: Names
}

/** What a link calls its destination. */
export interface Place {
  /** Relative links are read from the folder of their note, the others by name anywhere in the vault. */
  readonly relative: boolean
  /** Without percent signs and escapes. */
  readonly path: string
}

export function placeOf(link: NoteLink, written: string): Place {
  const isWiki = link.kind === 'wiki' || link.kind === 'embed'
  if (!isWiki) return { relative: true, path: decodePath(written) }
  return { relative: /^\.\.?\//.test(written), path: written }
}

/** The file that a link leads to; for relative links also a folder. Undefined when there is none. */
export function resolvePlace({ relative, path }: Place, { source, names }: Surroundings): RelativePath | undefined {
  return relative ? resolveRelative(path, { source, names }) : resolveByName(path, names)
}

function resolveRelative(path: string, { source, names }: Surroundings): RelativePath | undefined {
  const place = joinSegments(parentOf(source), path)
  return place === '' || /^\.\.(?:\/|$)/.test(place) ? undefined : (names.at(place) ?? names.at(`${place}.md`))
}

/** As Obsidian does it: by name in any case; with folders in front, where they fit. */
function resolveByName(path: string, names: Names): RelativePath | undefined {
  if (path.startsWith('/')) return names.at(path.slice(1)) ?? names.at(`${path.slice(1)}.md`)
  const noted = `${path}.md`
  for (const spelling of lastSegment(path).includes('.') ? [path, noted] : [noted, path]) {
    const wanted = foldName(spelling)
    const candidates = names.named(lastSegment(spelling))
    const found = wanted.includes('/') ? candidates.find((candidate) => endsWithPath(foldName(candidate), wanted)) : candidates[0]
    if (found !== undefined) return found
  }
  return undefined
}

function endsWithPath(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`)
}

/** A path from a folder, as segments from the root; what leads out of the vault begins with `..`. */
export function joinSegments(dir: string, path: string): string {
  const segments = dir === '' ? [] : dir.split('/')
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop()
    else segments.push(segment)
  }
  return segments.join('/')
}

/** The way from a folder to a place of `joinSegments`. */
export function relativePath(dir: string, place: string): string {
  const [from, to] = [dir === '' ? [] : dir.split('/'), place.split('/')]
  let shared = 0
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/')
}
