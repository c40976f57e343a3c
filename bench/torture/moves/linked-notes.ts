import { posix } from 'node:path'
import type { Random } from '../random.ts'

/** How a link is written; the model reads each by an expression of its own and knows nothing of the server's. */
export type Style = 'name' | 'path' | 'embed' | 'relative' | 'angled' | 'encoded' | 'definition'

export interface PlacedLink {
  readonly style: Style
  readonly written: string
  /** Where it leads; undefined: nowhere. */
  readonly target: string | undefined
}

/** A note as a row of texts with links between them; text n stands before link n. */
export interface LinkedNote {
  readonly texts: readonly string[]
  readonly links: readonly PlacedLink[]
}

export const HUB_SOME = 'hubs/linked from some.md'
export const HUB_ALL = 'hubs/linked from all.md'
const STYLES: readonly Style[] = ['name', 'name', 'path', 'embed', 'relative', 'angled', 'encoded', 'definition']
const WORDS = ['tea', 'Water hardness', '焙煎メモ', 'reunión', 'plan (draft)', 'b & c', 'Índice', 'log']
const DECOYS = [
  '`[[tea 3]]` ',
  '\n```md\n[[tea 5]] [x](../tea%205.md)\n```\n',
  '\\[[log 7]] ',
  'a [ b ] (c) ',
  '\n\n    [[tea 9]]\n\n',
  'é\r\n',
]

export interface Collection {
  readonly notes: Map<string, LinkedNote>
}

/** So many notes with four links each on average, some names several times; the same for the same seed. */
export function generate(count: number, { random, some }: { readonly random: Random; readonly some: number }): Collection {
  const made = new Set<string>()
  while (made.size < count) made.add(pathOf(made.size, random))
  const paths = [...made, HUB_SOME, HUB_ALL]
  const names = new ModelNames(paths)
  const notes = new Map<string, LinkedNote>()
  for (const [n, path] of paths.entries()) {
    const hubs = path.startsWith('hubs/') ? [] : n < some ? [HUB_SOME, HUB_ALL] : [HUB_ALL]
    const targets = [...hubs, ...Array.from({ length: 1 + random.below(5) }, () => random.pick(paths))]
    const links = targets.map((target) => write(target, { source: path, names, random }))
    if (random.below(5) === 0) links.push({ style: 'relative', written: `[gone](missing-${n}.md)`, target: undefined })
    notes.set(path, { links, texts: links.map((_, at) => textOf(at, random)).concat('\nthe end') })
  }
  return { notes }
}

export function render({ texts, links }: LinkedNote): string {
  return texts.map((text, at) => text + (links[at]?.written ?? '')).join('')
}

/** Links resolved as the page says it: by name in any case, nearest the root, then in path order. */
export class ModelNames {
  readonly #paths: ReadonlySet<string>
  readonly #byName = new Map<string, string[]>()

  constructor(paths: Iterable<string>) {
    this.#paths = new Set(paths)
    for (const path of this.#paths) {
      const name = nameKey(path)
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), path])
    }
  }

  byName(wanted: string): string | undefined {
    const key = wanted.toLowerCase().replace(/\.md$/, '')
    const fitting = (this.#byName.get(nameKey(wanted)) ?? []).filter((path) =>
      `/${path.toLowerCase().replace(/\.md$/, '')}`.endsWith(`/${key}`),
    )
    return fitting.sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))[0]
  }

  relative(source: string, written: string): string | undefined {
    const path = posix.normalize(posix.join(posix.dirname(source), decodeURIComponent(written)))
    return this.#paths.has(path) ? path : undefined
  }
}

/** Where a link of this style leads, read from what is written; 'broken' when it is no link of this style. */
export function follow(
  style: Style,
  written: string,
  { source, names }: { source: string; names: ModelNames },
): string | undefined {
  const found = SHAPES[style].exec(written)?.[1]
  if (found === undefined) return 'broken'
  return style === 'name' || style === 'path' || style === 'embed' ? names.byName(found) : names.relative(source, found)
}

const SHAPES: Readonly<Record<Style, RegExp>> = {
  name: /^\[\[([^\]#|]+)\|alias\]\]$/,
  path: /^\[\[([^\]#|]+)#A heading\]\]$/,
  embed: /^!\[\[([^\]#|]+)\]\]$/,
  relative: /^\[(?:text|gone)\]\(([^\s()]+)\)$/,
  angled: /^\[text\]\(<([^>]+)#part> "title"\)$/,
  encoded: /^!\[\]\(([^\s()]+)#part\)$/,
  definition: /^\n\n\[ref\]: (\S+)\n$/,
}

function write(target: string, at: { source: string; names: ModelNames; random: Random }): PlacedLink {
  const style = at.random.pick(STYLES)
  const bare = target.replace(/\.md$/, '')
  const name = bare.slice(bare.lastIndexOf('/') + 1)
  const relative = posix.relative(posix.dirname(at.source), target)
  const spaced = relative.replaceAll(/[ ()]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  const texts: Record<Style, string> = {
    name: `[[${at.names.byName(name) === target ? name : bare}|alias]]`,
    path: `[[${bare}#A heading]]`,
    embed: `![[${bare}]]`,
    relative: `[text](${spaced})`,
    angled: `[text](<${relative}#part> "title")`,
    encoded: `![](${encodeURI(relative).replaceAll(/[()]/g, (letter) => (letter === '(' ? '%28' : '%29'))}#part)`,
    definition: `\n\n[ref]: ${spaced}\n`,
  }
  return { style, written: texts[style], target }
}

function pathOf(n: number, random: Random): string {
  const folder = ['', 'a/', 'a/b/', 'projects/2026/', '日本/', 'with space/x/'][random.below(6)]!
  const word = random.pick(WORDS)
  return `${folder}${word} ${random.below(3) === 0 ? n % 40 : n}.md`
}

function nameKey(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/\.md$/, '')
}

/** Begins with a mark that no name has, so that the model knows where a link ends. */
function textOf(at: number, random: Random): string {
  return `${at === 0 ? '# Title\n' : ''}¶${at} ${random.below(3) === 0 ? random.pick(DECOYS) : 'words, '.repeat(random.below(12))}`
}
