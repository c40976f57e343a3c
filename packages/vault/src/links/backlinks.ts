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

const MAX_LINE = 200

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
  return [...found].map((line) => ({ path: source, line, text: sliceCodePoints(lines.line(line).trim(), 0, MAX_LINE) }))
}

const LINKS_A_TURN = 500

/** Where the links of a note lead, in the order of the text. */
export async function outgoingLinks(
  text: string,
  surroundings: { readonly source: RelativePath; readonly names: Names },
): Promise<OutgoingLink[]> {
  const lines = new LineIndex(stripBom(text))
  const offset = text.length - stripBom(text).length
  const giveWay = yieldEvery()
  const found: OutgoingLink[] = []
  for (const link of scanLinks(text)) {
    const { kind, target } = link
    const path = resolvePlace(placeOf(link, text.slice(link.start, link.end)), surroundings) ?? null
    found.push({ target, path, line: lines.lineAt(link.start - offset), kind })
    if (found.length % LINKS_A_TURN === 0) await giveWay()
  }
  return found
}
