import { parentOf, type RelativePath } from '@shoko/core-fs'
import { encodePath } from './destination.ts'
import { isBelow, lastSegment, type Move, movedPath, type Names } from './note-names.ts'
import { joinSegments, type Place, placeOf, relativePath, resolvePlace } from './resolve-link.ts'
import { type NoteLink, scanLinks } from './scan-links.ts'

/** A move, and the vault on both sides of it. */
export interface MoveView {
  readonly move: Move
  readonly before: Names
  readonly after: Names
}

export interface RewrittenNote {
  readonly text: string
  /** Links that are written differently now. */
  readonly count: number
  /** Links to what moved that no link of their style can name. */
  readonly lost: readonly string[]
  /** Links to other notes that lead to what moved from now on, because it took their name. */
  readonly captured: readonly string[]
}

/** A note as it must read after the move; `source` is its path before. Every byte outside the links that change is kept. */
export function rewriteLinks(text: string, source: RelativePath, view: MoveView): RewrittenNote {
  const pieces: string[] = []
  const lost: string[] = []
  const captured: string[] = []
  let [taken, count] = [0, 0]
  for (const link of scanLinks(text)) {
    const written = text.slice(link.start, link.end)
    const verdict = judge(link, { written, source, view })
    if (verdict.kind === 'captured') captured.push(link.target)
    if (verdict.kind === 'lost') lost.push(link.target)
    if (verdict.kind !== 'changed' || verdict.written === written) continue
    pieces.push(text.slice(taken, link.start), verdict.written)
    taken = link.end
    count++
  }
  return { text: count === 0 ? text : pieces.join('') + text.slice(taken), count, lost, captured }
}

type Verdict = { readonly kind: 'kept' | 'lost' | 'captured' } | { readonly kind: 'changed'; readonly written: string }

interface Case {
  readonly written: string
  readonly source: RelativePath
  readonly view: MoveView
}

const KEPT: Verdict = { kind: 'kept' }

function judge(link: NoteLink, at: Case): Verdict {
  const { source, view } = at
  const place = placeOf(link, at.written)
  const target = resolvePlace(place, { source, names: view.before })
  return place.relative ? judgeRelative(link, { ...at, place, target }) : judgeNamed(at, place, target)
}

/** By name: only links to what has moved change. */
function judgeNamed({ source, written, view }: Case, place: Place, target: RelativePath | undefined): Verdict {
  if (target === undefined) return KEPT
  const { move, after } = view
  const expected = movedPath(target, move)
  const surroundings = { source: movedPath(source, move), names: after }
  const now = resolvePlace(place, surroundings)
  if (!isBelow(target, move.from)) return now === target ? KEPT : { kind: 'captured' }
  if (now === expected && namesAsBefore(written, { target, expected })) return KEPT
  const choices = namesOf(written, { target, expected }).filter(isWritable)
  const choice = choices.find((choice) => resolvePlace(placeOfName(choice), surroundings) === expected)
  return choice === undefined ? { kind: 'lost' } : { kind: 'changed', written: choice }
}

function placeOfName(path: string): Place {
  return { relative: false, path }
}

/** Nothing of what the link says has changed: it is the note's name, and the note kept it. */
function namesAsBefore(written: string, { target, expected }: { target: string; expected: string }): boolean {
  return !written.includes('/') && lastSegment(target) === lastSegment(expected)
}

/** How the link could be written: the bare name as before where it suffices, else the path; the ending as before. */
function namesOf(written: string, { target, expected }: { target: string; expected: string }): string[] {
  const hadEnding = lastSegment(written).toLowerCase() === lastSegment(target).toLowerCase()
  const name = hadEnding || !expected.toLowerCase().endsWith('.md') ? expected : expected.slice(0, -3)
  if (written.startsWith('/')) return [`/${name}`]
  return written.includes('/') ? [name] : [lastSegment(name), name]
}

/** What would end the link, or cut off a heading or an alias. */
function isWritable(name: string): boolean {
  return !/[[\]|#^]/.test(name)
}

/** From its note's folder: changes when either end has moved. */
function judgeRelative(link: NoteLink, at: Case & { place: Place; target: RelativePath | undefined }): Verdict {
  const { source, written, view, place, target } = at
  const { move, after } = view
  const newSource = movedPath(source, move)
  const isTargetMoved = target !== undefined && isBelow(target, move.from)
  const [dir, newDir] = [parentOf(source), parentOf(newSource)]
  if (!isTargetMoved && dir === newDir) return KEPT
  const end = target ?? (joinSegments(dir, place.path) as RelativePath) // nothing is there: it goes on to lead to the same nothing
  if (end === '') return KEPT
  const newEnd = movedPath(end, move)
  if (relativePath(dir, end) === relativePath(newDir, newEnd)) return KEPT
  const isWiki = link.kind === 'wiki' || link.kind === 'embed'
  const path = inStyleOf(place.path, { target, path: relativePath(newDir, newEnd), isWiki })
  if (isWiki && !isWritable(path)) return { kind: 'lost' }
  const result = isWiki ? path : encodePath(path, { written, angled: link.angled })
  if (target === undefined) return { kind: 'changed', written: result }
  const leads = resolvePlace(placeOf(link, result), { source: newSource, names: after })
  return leads === newEnd ? { kind: 'changed', written: result } : { kind: 'lost' }
}

/** With `./` in front, `/` behind and without `.md` where the old one was written so. */
function inStyleOf(old: string, { target, path, isWiki }: { target: string | undefined; path: string; isWiki: boolean }): string {
  const wasShort = target !== undefined && /\.md$/i.test(target) && !/\.md$/i.test(old)
  const short = wasShort ? path.replace(/\.md$/i, '') : path
  const dotted = (isWiki || old.startsWith('./')) && !short.startsWith('../') ? `./${short}` : short
  return old.endsWith('/') ? `${dotted}/` : dotted
}
