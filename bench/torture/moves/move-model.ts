import { follow, type LinkedNote, ModelNames, type PlacedLink, render } from './linked-notes.ts'

export interface Move {
  readonly from: string
  readonly to: string
}

export function movedTo(path: string, { from, to }: Move): string {
  return path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path
}

/** Compares the notes on disk after a move with those before; gives the notes as they are now, and every difference. */
export function checkMove(
  before: ReadonlyMap<string, LinkedNote>,
  { disk, move }: { readonly disk: ReadonlyMap<string, string>; readonly move: Move },
): { readonly notes: Map<string, LinkedNote>; readonly problems: string[] } {
  const names = new ModelNames([...before.keys()].map((path) => movedTo(path, move)))
  const notes = new Map<string, LinkedNote>()
  const problems: string[] = []
  for (const [path, note] of before) {
    const place = movedTo(path, move)
    const text = disk.get(place)
    const read = text === undefined ? 'it is missing' : readNote(note, { text, source: path, move, names })
    if (typeof read === 'string') problems.push(`${place}: ${read}`)
    else notes.set(place, read)
  }
  for (const path of disk.keys()) if (!notes.has(path) && problems.length === 0) problems.push(`${path}: nobody made it`)
  return { notes, problems }
}

/** Every file that a killed move leaves behind is the one before or the one after, whole. */
export function checkWhole(
  before: ReadonlyMap<string, LinkedNote>,
  { disk, move }: { readonly disk: ReadonlyMap<string, string>; readonly move: Move },
): string[] {
  const names = new ModelNames([...before.keys()].map((path) => movedTo(path, move)))
  return [...before].flatMap(([path, note]) => {
    const text = disk.get(path) ?? disk.get(movedTo(path, move))
    if (text === undefined) return [`${path}: is at neither place`]
    if (text === render(note)) return []
    const read = readNote(note, { text, source: path, move, names })
    return typeof read === 'string' ? [`${path}: neither old nor new: ${read}`] : []
  })
}

interface Reading {
  readonly text: string
  /** Its path before. */
  readonly source: string
  readonly move: Move
  readonly names: ModelNames
}

/** The note with its links as they are written now; a sentence when anything else has changed. */
function readNote({ texts, links }: LinkedNote, { text, source, move, names }: Reading): LinkedNote | string {
  const now: PlacedLink[] = []
  let at = 0
  for (const [n, piece] of texts.entries()) {
    if (!text.startsWith(piece, at)) return `text ${n} is not there: ${JSON.stringify(text.slice(at, at + 80))}`
    at += piece.length
    const link = links[n]
    if (link === undefined) continue
    const end = text.indexOf(texts[n + 1]!, at)
    if (end < 0) return `text ${n + 1} is gone`
    const read = readLink(link, { written: text.slice(at, end), source, move, names })
    if (typeof read === 'string') return read
    now.push(read)
    at = end
  }
  return at === text.length ? { texts, links: now } : `goes on: ${JSON.stringify(text.slice(at, at + 80))}`
}

function readLink(
  link: PlacedLink,
  { written, source, move, names }: { written: string; source: string; move: Move; names: ModelNames },
): PlacedLink | string {
  const newSource = movedTo(source, move)
  const target = link.target === undefined ? undefined : movedTo(link.target, move)
  const concerned = newSource !== source || target !== link.target
  if (!concerned && written !== link.written) return `${link.written} became ${written}, and had nothing to do with it`
  if (!concerned) return { ...link, target: follow(link.style, written, { source: newSource, names }) }
  if (link.target === undefined) return { ...link, written }
  const leads = follow(link.style, written, { source: newSource, names })
  const isCaptured = written === link.written && target === link.target // by another name: told in a warning
  return leads === target || isCaptured
    ? { ...link, written, target: leads }
    : `${link.written} became ${written}: leads to ${leads}, not to ${target}`
}
