import { type PathPlace, readDestination } from './destination.ts'
import { type Prose, proseOf } from './prose.ts'

export type LinkKind = 'wiki' | 'embed' | 'markdown' | 'image' | 'definition'

/** A link to a place in the vault, as it stands in a note. Its path is without heading, query and alias: what a move may change. */
export interface NoteLink extends PathPlace {
  readonly kind: LinkKind
  /** With its heading or fragment, as written. */
  readonly target: string
}

/** Longer ones are no links: the search for their ends stays short, whatever the text. */
const MAX_WIKI = 2000
const MAX_LABEL = 1000
const SPECIAL = /[\\`[\]]/g
const WIKI_END = /\]\]/g
/** Behind the label of a definition. */
const LABEL_END = /\]:/g
const RUN = /`+/g
/** At the beginning of a line. */
const LABEL = /^[ \t>]*\[(?!\^)(?:[^[\]\\]|\\.)+\]$/
const GAP = /^[ \t]*(?:(?:\r\n|\n|\r)[ \t>]*)?/
const SCHEME = /^[a-z][a-z0-9+.-]+:/i

/** Every link of a note that can lead to another file, in the order of the text. What stands in code is no link. */
export function scanLinks(text: string): NoteLink[] {
  if (!text.includes('[')) return []
  const found: NoteLink[] = []
  const places = placesIn(text)
  for (const prose of proseOf(text)) new InlineScan({ text, prose, places, found }).run()
  return withoutOverlaps(found.sort((a, b) => a.start - b.start))
}

/** What can be read both as a definition and as something else is taken once. */
function withoutOverlaps(links: readonly NoteLink[]): NoteLink[] {
  let last = 0
  return links.filter(({ start, end }) => {
    if (start < last) return false
    last = end
    return true
  })
}

/** Asked from left to right, all of them together pass a text once, however many paragraphs ask. */
interface Places {
  readonly special: (from: number) => number
  readonly wikiEnd: (from: number) => number
  readonly labelEnd: (from: number) => number
}

function placesIn(text: string): Places {
  return { special: nextMatch(text, SPECIAL), wikiEnd: nextMatch(text, WIKI_END), labelEnd: nextMatch(text, LABEL_END) }
}

function nextMatch(text: string, pattern: RegExp): (from: number) => number {
  let [searched, found] = [Number.POSITIVE_INFINITY, -1]
  return (from) => {
    if (from >= searched && from <= found) return found
    pattern.lastIndex = searched = from
    found = pattern.exec(text)?.index ?? text.length
    return found
  }
}

class InlineScan {
  readonly #text: string
  readonly #prose: Prose
  readonly #places: Places
  readonly #found: NoteLink[]
  /** Open brackets: whether they begin an image. */
  readonly #brackets: boolean[] = []
  /** Brackets below this one hold a link already, and links do not nest. */
  #spent = 0
  #runs: Map<number, number[]> | undefined

  constructor({ text, prose, places, found }: { text: string; prose: Prose; places: Places; found: NoteLink[] }) {
    this.#text = text
    this.#prose = prose
    this.#places = places
    this.#found = found
  }

  run(): void {
    const { start, end, kind } = this.#prose
    if (kind === 'text') this.#definitions()
    const { special } = this.#places
    for (let at = special(start); at < end; at = special(this.#step(at)));
  }

  /** Takes what begins here and returns where to go on. */
  #step(at: number): number {
    const isMatter = this.#prose.kind === 'matter'
    switch (this.#text[at]) {
      case '\\':
        return at + 2
      case '`':
        return isMatter ? at + 1 : this.#afterCode(at)
      case '[':
        return this.#open(at)
      default:
        return isMatter ? at + 1 : this.#close(at)
    }
  }

  #afterCode(at: number): number {
    let length = 1
    while (this.#text[at + length] === '`') length++
    this.#runs ??= this.#findRuns()
    const places = this.#runs.get(length) ?? []
    while (places.length > 0 && places.at(-1)! <= at) places.pop()
    const closing = places.at(-1)
    return closing === undefined ? at + length : closing + length
  }

  /** Where backticks stand, by how many; the first ones last. */
  #findRuns(): Map<number, number[]> {
    const { start, end } = this.#prose
    const runs = new Map<number, number[]>()
    for (const { 0: run, index } of this.#text.slice(start, end).matchAll(RUN)) {
      const places = runs.get(run.length) ?? []
      places.push(start + index)
      runs.set(run.length, places)
    }
    for (const places of runs.values()) places.reverse()
    return runs
  }

  #open(at: number): number {
    const isImage = this.#text[at - 1] === '!' && this.#text[at - 2] !== '\\' && at > this.#prose.start
    if (this.#text[at + 1] === '[') {
      const end = this.#wiki(at, isImage ? 'embed' : 'wiki')
      if (end !== undefined) return end
    }
    this.#brackets.push(isImage)
    return at + 1
  }

  #wiki(at: number, kind: LinkKind): number | undefined {
    const start = at + 2
    const close = this.#places.wikiEnd(start)
    if (close >= this.#prose.end || close - start > MAX_WIKI) return undefined
    const inner = /^([^[\]|#\r\n]*)(#[^[\]|\r\n]*)?(?:\|[^\r\n]*)?$/.exec(this.#text.slice(start, close))
    if (inner === null) return undefined
    const path = inner[1]!.replace(/\\$/, '')
    const lead = path.length - path.trimStart().length
    const name = path.trim()
    const target = name + (inner[2] ?? '').replace(/\\$/, '').trimEnd()
    if (name !== '' && !name.includes('://')) {
      this.#found.push({ kind, start: start + lead, end: start + lead + name.length, target, angled: false })
    }
    return close + 2
  }

  #close(at: number): number {
    const isImage = this.#brackets.pop()
    if (isImage === undefined) return at + 1
    const depth = this.#brackets.length
    const isSpent = depth < this.#spent && !isImage
    this.#spent = Math.min(this.#spent, depth)
    if (this.#text[at + 1] !== '(' || isSpent) return at + 1
    const destination = readDestination(this.#text, at + 2, { end: this.#prose.end, closing: ')' })
    if (destination === undefined) return at + 1
    this.#add(isImage ? 'image' : 'markdown', destination)
    if (!isImage) this.#spent = depth
    return destination.after
  }

  /** `[label]: destination` at the beginning of a line. */
  #definitions(): void {
    const { start, end } = this.#prose
    const { labelEnd } = this.#places
    for (let at = labelEnd(start); at < end; at = labelEnd(at + 1)) {
      const before = this.#text.slice(Math.max(start, at - MAX_LABEL), at + 1)
      if (!LABEL.test(before.slice(1 + Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'))))) continue
      const gap = GAP.exec(this.#text.slice(at + 2, end))![0]
      const destination = readDestination(this.#text, at + 2 + gap.length, { end, closing: 'line' })
      if (destination !== undefined) this.#add('definition', destination)
    }
  }

  #add(kind: LinkKind, { start, end, angled }: PathPlace): void {
    const whole = this.#text.slice(start, end)
    if (!isRelative(whole)) return
    const path = whole.split(/[#?]/, 1)[0]!
    if (path !== '') this.#found.push({ kind, start, end: start + path.length, target: whole, angled })
  }
}

/** Not an address of the web, not a place in the same note, not something that a template fills in. */
function isRelative(destination: string): boolean {
  return !SCHEME.test(destination) && !/^(?:[/\\#?]|www\.)/i.test(destination) && !/\{\{|<%/.test(destination)
}
