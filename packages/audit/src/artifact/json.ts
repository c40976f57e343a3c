import { LineIndex } from '@shoko/core-fs'
import type { ArtifactDraft } from './draft.ts'
import { type JsonPiece, scanJson } from './json-scan.ts'
import { declaredIn, referencesIn, splitNames } from './line-facts.ts'
import { type ArtifactNode, isStartWord } from './model.ts'
import { rangesInValue } from './source-lines.ts'

export interface JsonPart {
  /** First and last line of the JSON text, without its fence. */
  readonly from: number
  readonly to: number
  readonly enclosing: ArtifactNode | null
}

/** Objects with an id in one list or object. Links by id make them a flow, nesting alone a tree. */
interface Siblings {
  readonly nodes: ArtifactNode[]
  readonly tops: ArtifactNode[]
  linked: boolean
}

interface Place {
  readonly piece: JsonPiece
  readonly enclosing: ArtifactNode | null
  readonly siblings: Siblings
  /** The node whose `next` or `children` this value is, or is part of. */
  readonly holder: ArtifactNode | null
}

type ObjectPiece = Extract<JsonPiece, { readonly type: 'object' }>
type ScalarPiece = Extract<JsonPiece, { readonly type: 'scalar' }>
type JsonEntry = ObjectPiece['entries'][number]

const EDGE_KEY = /^(?:next|children|.*_next)$/i
const TARGET_KEY = /^(?:to|target)$/i
const SOURCE_KEY = /^source[_-]?lines?$/i
const REF_KEY = /^(?:refs?|see)$/i

/** False when the text is not JSON. */
export function readJson(draft: ArtifactDraft, part: JsonPart): boolean {
  const text = draft.lines.slice(part.from - 1, part.to).join('\n')
  const root = scanJson(text)
  if (root === undefined) {
    draft.skip(part.from, 'this is no valid JSON')
    return false
  }
  new JsonReader(draft, { from: part.from, index: new LineIndex(text) }).read(root, part.enclosing)
  return true
}

class JsonReader {
  readonly #draft: ArtifactDraft
  readonly #text: { readonly from: number; readonly index: LineIndex }
  readonly #groups: Siblings[] = []

  constructor(draft: ArtifactDraft, text: { readonly from: number; readonly index: LineIndex }) {
    this.#draft = draft
    this.#text = text
  }

  read(root: JsonPiece, enclosing: ArtifactNode | null): void {
    const places: Place[] = [{ piece: root, enclosing, siblings: this.#newSiblings(), holder: null }]
    // A stack of our own keeps document order at any depth.
    for (let place = places.pop(); place !== undefined; place = places.pop()) {
      for (const inner of this.#visit(place).reverse()) places.push(inner)
    }
    for (const { nodes, tops, linked } of this.#groups) this.#draft.addGroup({ kind: linked ? 'flow' : 'tree', nodes, tops })
  }

  /** Reads one value and returns the places of the values inside it. */
  #visit(place: Place): Place[] {
    const { piece } = place
    if (piece.type === 'object') return this.#visitObject(place, piece)
    if (piece.type === 'array') {
      const siblings = place.holder === null ? this.#newSiblings() : place.siblings
      return piece.items.map((item) => ({ ...place, piece: item, siblings }))
    }
    if (place.holder === null) this.#giveText(place.enclosing, piece)
    else if (piece.value !== null && typeof piece.value !== 'boolean') {
      place.holder.next.push(String(piece.value))
      place.siblings.linked = true
    }
    return []
  }

  #visitObject(place: Place, piece: ObjectPiece): Place[] {
    const node = this.#addNode(place, piece)
    const enclosing = node ?? place.enclosing
    const inside = { enclosing, siblings: this.#newSiblings(), holder: null }
    const edge = node === null ? place : { enclosing, siblings: place.siblings, holder: node }
    const targeted = piece.entries.some(({ key }) => TARGET_KEY.test(key))
    const leads = (key: string) =>
      node === null ? place.holder !== null && (!targeted || TARGET_KEY.test(key)) : EDGE_KEY.test(key)
    return piece.entries.flatMap((entry) => {
      this.#declareEntry(enclosing, entry)
      if (this.#giveEntry(enclosing, entry)) return []
      return [{ ...(leads(entry.key) ? edge : inside), piece: entry.value }]
    })
  }

  #addNode(place: Place, piece: ObjectPiece): ArtifactNode | null {
    const id = idOf(piece)
    if (id === undefined) return null
    const line = this.#text.index.lineAt(piece.at)
    const node = this.#draft.addNode({
      id,
      title: titleOf(piece) ?? id,
      line: this.#lineOf(piece.at),
      column: piece.at - this.#text.index.startOf(line),
      enclosing: place.enclosing,
      start: isStart(piece),
    })
    place.siblings.nodes.push(node)
    if (place.holder === null) place.siblings.tops.push(node)
    else place.holder.children.push(node)
    return node
  }

  /** True when the entry is about its object and holds nothing else. */
  #giveEntry(owner: ArtifactNode | null, { key, value }: JsonEntry): boolean {
    if (SOURCE_KEY.test(key))
      this.#draft.cite(owner, { line: this.#lineOf(value.at), ranges: rangesInValue(plainValue(value, 4)) })
    else if (REF_KEY.test(key)) this.#draft.refer(owner, textsIn(value).flatMap(splitNames))
    else return false
    return true
  }

  #declareEntry(owner: ArtifactNode | null, { key, value }: JsonEntry): void {
    const shown = value.type === 'scalar' ? String(value.value) : value.type === 'array' && value.items.length === 0 ? '[]' : ''
    this.#draft.declare(owner, { line: this.#lineOf(value.at), marks: declaredIn(`${key}: ${shown}`) })
  }

  #giveText(owner: ArtifactNode | null, { at, value }: ScalarPiece): void {
    if (typeof value !== 'string') return
    this.#draft.refer(owner, referencesIn([value], 0))
    this.#draft.declare(owner, { line: this.#lineOf(at), marks: declaredIn(value) })
  }

  #newSiblings(): Siblings {
    const siblings = { nodes: [], tops: [], linked: false }
    this.#groups.push(siblings)
    return siblings
  }

  #lineOf(at: number): number {
    return this.#text.from + this.#text.index.lineAt(at) - 1
  }
}

function idOf(piece: ObjectPiece): string | undefined {
  const id = scalarAt(piece, /^id$/)
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : ''
  return text === '' ? undefined : text
}

function titleOf(piece: ObjectPiece): string | undefined {
  const title = scalarAt(piece, /^(?:title|label|name)$/i)
  return typeof title === 'string' ? title : undefined
}

function isStart(piece: ObjectPiece): boolean {
  return piece.entries.some(({ key, value }) => {
    if (value.type !== 'scalar' || EDGE_KEY.test(key)) return false
    return typeof value.value === 'string'
      ? isStartWord(value.value)
      : value.value === true && /^(?:is_)?(?:start|root)$/i.test(key)
  })
}

function scalarAt(piece: ObjectPiece, key: RegExp): unknown {
  const value = piece.entries.find((entry) => key.test(entry.key))?.value
  return value?.type === 'scalar' ? value.value : undefined
}

function textsIn(piece: JsonPiece): string[] {
  const pieces = piece.type === 'array' ? piece.items : [piece]
  return pieces.flatMap((item) => (item.type === 'scalar' && item.value !== null ? [String(item.value)] : []))
}

/** Back to an ordinary value, down to a depth that a list of ranges never needs. */
function plainValue(piece: JsonPiece, depth: number): unknown {
  if (piece.type === 'scalar') return piece.value
  if (depth === 0) return null
  if (piece.type === 'array') return piece.items.map((item) => plainValue(item, depth - 1))
  return Object.fromEntries(piece.entries.map(({ key, value }) => [key, plainValue(value, depth - 1)]))
}
