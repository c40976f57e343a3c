import { sha256 } from '@shoko/core-fs'
import { readFrontMatter } from '@shoko/core-fs/front-matter'
import type { FileStamp } from '@shoko/follow'
import { type RankerDocument, sectionsOf, type TextSection } from '@shoko/search'

/** What the index keeps of a file. */
export interface NoteRecord {
  readonly path: string
  readonly stamp: FileStamp
  /** Undefined: not text, or too large to be searched. */
  readonly sections: readonly TextSection[] | undefined
  readonly title: string
  /** What the note is called and tagged with. */
  readonly names: string
  readonly lines: number
  readonly hash: string
}

export interface IndexedNote {
  readonly record: NoteRecord
  readonly document: RankerDocument | undefined
}

export function unsearchable(path: string, stamp: FileStamp): IndexedNote {
  return {
    record: { path, stamp, sections: undefined, title: '', names: '', lines: 0, hash: '' },
    document: undefined,
  }
}

export function readNote(
  path: string,
  { text, bytes, stamp }: { text: string; bytes: Uint8Array; stamp: FileStamp },
): IndexedNote {
  const isMarkdown = /\.(?:md|markdown)$/i.test(path)
  const sections = isMarkdown ? withoutPreamble(text, sectionsOf(text)) : [wholeText(text)]
  const lines = text === '' ? 0 : (sections.at(-1)?.endLine ?? 0)
  const { title, document } = documentOf(path, { text, sections, isMarkdown })
  const names = document.title
  return { record: { path, stamp, sections, title, names, lines, hash: sha256(bytes) }, document }
}

/** Front matter with no text of its own after it is no section: its words are those of the first one. */
function withoutPreamble(text: string, sections: readonly TextSection[]): readonly TextSection[] {
  const [preamble, first] = sections
  if (preamble === undefined || first === undefined || preamble.headings.length > 0) return sections
  const own = text.slice(0, preamble.end)
  const closing = /^\uFEFF?---/.test(own) ? own.indexOf('\n---', 1) : -1
  const isEmpty =
    closing >= 0 &&
    own
      .slice(closing)
      .replace(/^\n---[^\S\n]*/, '')
      .trim() === ''
  return isEmpty ? sections.slice(1) : sections
}

function wholeText(text: string): TextSection {
  const lines = text.split(/\r\n|\n|\r/)
  const endLine = Math.max(1, lines.length - (lines.at(-1) === '' ? 1 : 0))
  return { headings: [], start: 0, end: text.length, startLine: 1, endLine, bodyStart: 0, bodyLine: 1 }
}

interface Parsed {
  readonly text: string
  readonly sections: readonly TextSection[]
  readonly isMarkdown: boolean
}

/** What a note is called and tagged with is looked for as its title is. */
function documentOf(
  path: string,
  { text, sections, isMarkdown }: Parsed,
): { readonly title: string; readonly document: RankerDocument } {
  const front = isMarkdown && /^\uFEFF?---/.test(text) ? readFrontMatter(text).data : {}
  const stem = stemOf(path)
  const first = sections.find(({ headings }) => headings.length === 1)
  const firstHeading = first?.headings[0]
  const given = textsIn(front.title)[0]
  // A heading further down names a part of the note, not the note.
  const isTop =
    first !== undefined && /^(?:#[^\S\n]|[^\n]+\n=+[^\S\n]*(?:\n|$))/.test(text.slice(first.start, first.start + 2000))
  const title = given ?? (isTop ? firstHeading : undefined) ?? stem
  const names = new Set([
    given ?? firstHeading ?? stem,
    stem,
    ...textsIn(front.aliases),
    ...textsIn(front.alias),
    ...textsIn(front.tags),
  ])
  const document = {
    key: path,
    title: [...names].join(' / '),
    sections: sections.map(({ headings, bodyStart, end }, place) => ({
      headings,
      // Front matter stands before the first heading, and its words are words of the note.
      text: text.slice(place === 0 ? 0 : bodyStart, end),
    })),
  }
  return { title, document }
}

/** A list or a line of names; anything else is none. */
function textsIn(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '').slice(0, MAX_NAMES)
}

const MAX_NAMES = 20

export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '')
}
