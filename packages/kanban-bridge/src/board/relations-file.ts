import { type FileInfo, type Root, sha256 } from '@shoko/core-fs'
import type { Card } from '../rules/card.ts'
import { EdgeIndex } from '../rules/edge-index.ts'
import { parseEdges, renderEdges } from '../rules/edge-lines.ts'
import { edgesOf } from '../rules/relations.ts'
import { type IndexSums, isUnchanged, readIfThere } from './index-sums.ts'
import { RELATIONS_INDEX } from './paths.ts'
import { putFile } from './put-file.ts'

interface Known {
  readonly info: FileInfo
  readonly edges: EdgeIndex
}

/** relations.ndjson: always written whole, since relations change seldom. */
export class RelationsFile {
  readonly #root: Root
  readonly #sums: IndexSums
  #known: Known | undefined
  #hints: Known | undefined

  constructor(root: Root, sums: IndexSums) {
    this.#root = root
    this.#sums = sums
  }

  isUnchanged(): Promise<boolean> {
    return isUnchanged(this.#root, RELATIONS_INDEX, this.#known?.info)
  }

  /** Undefined when the file is not one that a server has left there. */
  async load(): Promise<EdgeIndex | undefined> {
    if (await this.isUnchanged()) return this.#known?.edges
    const file = await readIfThere(this.#root, RELATIONS_INDEX)
    const isWhole = file !== undefined && sha256(file.bytes) === (await this.#sums.read()).relations
    this.#known = isWhole ? knownFrom(file) : undefined
    return this.#known?.edges
  }

  /** What the file says, without a lock, so that its checksum may be still to come; undefined: nothing that can be read. */
  async hints(): Promise<EdgeIndex | undefined> {
    for (const known of [this.#hints, this.#known])
      if (await isUnchanged(this.#root, RELATIONS_INDEX, known?.info)) return known?.edges
    const file = await readIfThere(this.#root, RELATIONS_INDEX)
    this.#hints = file === undefined ? undefined : knownFrom(file)
    return this.#hints?.edges
  }

  /** False when the file is there but holds a line that nobody can read. */
  async isReadable(): Promise<boolean> {
    return (await this.#root.find(RELATIONS_INDEX)) === undefined || (await this.hints()) !== undefined
  }

  /** Gives the number of edges. */
  async write(cards: Iterable<Card>): Promise<number> {
    const edges = edgesOf(cards)
    const { hash } = await putFile(this.#root, RELATIONS_INDEX, renderEdges(edges))
    await this.#sums.keep({ relations: hash })
    const info = await this.#root.find(RELATIONS_INDEX)
    this.#known = info === undefined ? undefined : { info, edges: new EdgeIndex(edges) }
    return edges.length
  }
}

function knownFrom({ bytes, info }: { readonly bytes: Buffer; readonly info: FileInfo }): Known | undefined {
  const edges = parseEdges(bytes.toString())
  return edges === undefined ? undefined : { info, edges: new EdgeIndex(edges) }
}
