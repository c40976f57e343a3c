import type { App } from '../state/app.ts'
import { documentUri, manualUri, noteUri } from '../state/places.ts'
import type { Resolve } from '../text/markdown.tsx'

interface Outgoing {
  readonly target: string
  readonly path: string | null
}

export interface Backlink {
  readonly path: string
  readonly line: number
  readonly text: string
}

export interface Links {
  readonly outgoing: readonly Outgoing[]
  readonly backlinks: readonly Backlink[]
}

/** A note, a file of a manual or a document of a project. */
export interface Place {
  readonly path: string
  readonly manual: string | null
  readonly from: string | null
}

export interface Doc {
  readonly text: string
  readonly links: Links
  /** A picture, where the path leads to one. */
  readonly picture?: string
}

const NO_LINKS: Links = { outgoing: [], backlinks: [] }

export function uriOf({ path, manual, from }: Place): string {
  if (manual !== null) return manualUri(manual, path)
  return from === 'projects' ? documentUri(path) : noteUri(path)
}

export async function readDoc({ mcp }: App, place: Place): Promise<Doc> {
  const uri = uriOf(place)
  if (place.from === 'projects') return { text: (await mcp.read<{ content: string }>(uri)).content, links: NO_LINKS }
  const [{ text = '', blob, mimeType }, links] = await Promise.all([
    mcp.readFile(uri),
    place.manual === null ? allLinks(mcp, place.path) : NO_LINKS,
  ])
  return blob === undefined ? { text, links } : { text: '', links, picture: `data:${mimeType};base64,${blob}` }
}

async function allLinks(mcp: App['mcp'], path: string): Promise<Links> {
  const whole = { outgoing: [] as Outgoing[], backlinks: [] as Backlink[] }
  let offset: number | null = 0
  while (offset !== null) {
    const page: Links & { next_offset: number | null } = await mcp.call('vault_links', { path, offset })
    whole.outgoing.push(...page.outgoing)
    whole.backlinks.push(...page.backlinks)
    offset = page.next_offset
  }
  return whole
}

/** Which note a link means, the server has found out already; in a manual and a project it is a path from where one is. */
export function linkResolver({ route }: App, place: Place, links: Links): Resolve {
  const known = new Map(links.outgoing.flatMap(({ target, path }) => (path === null ? [] : [[target, path] as const])))
  return (target) => {
    const file = target.split('#', 1)[0]!
    const path = isNote(place) ? (known.get(target) ?? known.get(file)) : below(place.path, file)
    if (path === undefined) return undefined
    const there = { ...place, path }
    const href = route.href({ manual: place.manual ?? undefined, from: place.from ?? undefined, note: path })
    return { href, uri: uriOf(there) }
  }
}

function isNote({ manual, from }: Place): boolean {
  return manual === null && from !== 'projects'
}

/** `../b.md` beside `a/x.md` is `b.md`; undefined for what leads out. */
function below(from: string, target: string): string | undefined {
  if (target === '' || target.startsWith('/')) return undefined
  const segments = from.split('/').slice(0, -1)
  for (const segment of target.split('/')) {
    if (segment === '..' && segments.pop() === undefined) return undefined
    if (segment !== '..' && segment !== '.') segments.push(segment)
  }
  return segments.join('/')
}

/** Front matter is shown as a small table; the text begins behind it. */
export function splitFront(text: string): { front: [string, string][]; text: string; firstLine: number } {
  const found = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[^\S\n]*(?:\r?\n|$)/.exec(text)
  if (found === null) return { front: [], text, firstLine: 1 }
  const front = found[1]!.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, key, value] = /^([^\s:][^:]{0,60}):\s*(.*)$/.exec(line) ?? []
    return key === undefined || value === '' ? [] : [[key, value!]]
  })
  return { front, text: text.slice(found[0].length), firstLine: found[0].split('\n').length }
}
