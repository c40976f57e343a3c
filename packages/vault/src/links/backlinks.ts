import { LineIndex, type RelativePath, type Root, sliceCodePoints, stripBom } from '@shoko/core-fs'
import { yieldEvery } from '@shoko/follow'
import { type LinkIndex, readNoteText } from './link-index.ts'
import type { Names } from './note-names.ts'
import { placeOf, resolvePlace } from './resolve-link.ts'
import { type LinkKind, scanLinks } from './scan-links.ts'

export interface Backlink {
  readonly path: string
  readonly line: number
  /** The line, without what stands around it. */
  readonly text: string
}

export interface OutgoingLink {
  readonly target: string
  readonly path: string | null
  readonly line: number
  readonly kind: LinkKind
}

const LONGEST_LINE = 200

/** Lines of other notes that link to a file, in the order of paths. `names` is the vault in which the links are read. */
export async function backlinksOf(
  { root, links }: { readonly root: Root; readonly links: LinkIndex },
  { path, names }: { readonly path: RelativePath; readonly names: Names },
): Promise<Backlink[]> {
  const found: Backlink[] = []
  const giveWay = yieldEvery()
  for (const source of links.mentioning([path])) {
    if (source === path) continue
    await giveWay()
    const text = await readNoteText(root, source)
    if (text !== undefined) found.push(...linesLeadingTo(path, { text, source, names }))
  }
  return found
}

function linesLeadingTo(
  path: RelativePath,
  { text, source, names }: { readonly text: string; readonly source: RelativePath; readonly names: Names },
): Backlink[] {
  const lines = new LineIndex(stripBom(text))
  const offset = text.length - stripBom(text).length
  const found = new Set<number>()
  for (const link of scanLinks(text)) {
    const target = resolvePlace(placeOf(link, text.slice(link.start, link.end)), { source, names })
    if (target === path) found.add(lines.lineAt(link.start - offset))
  }
  return [...found].map((line) => ({ path: source, line, text: sliceCodePoints(lines.line(line).trim(), 0, LONGEST_LINE) }))
}

/** Where the links of a note lead, in the order of the text. */
export function outgoingLinks(
  text: string,
  surroundings: { readonly source: RelativePath; readonly names: Names },
): OutgoingLink[] {
  const lines = new LineIndex(stripBom(text))
  const offset = text.length - stripBom(text).length
  return scanLinks(text).map((link) => ({
    target: link.target,
    path: resolvePlace(placeOf(link, text.slice(link.start, link.end)), surroundings) ?? null,
    line: lines.lineAt(link.start - offset),
    kind: link.kind,
  }))
}
