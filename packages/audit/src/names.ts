import { plainName } from './artifact/line-facts.ts'
import { type Artifact, type ArtifactNode, endsBranch, type NodeGroup } from './artifact/model.ts'

export interface Targets {
  /** For each name the nodes that bear it; lists are shared, so that many edges to one name cost nothing. */
  readonly found: readonly (readonly ArtifactNode[])[]
  readonly missing: readonly string[]
}

type NodesByName = ReadonlyMap<string, readonly ArtifactNode[]>

/** Looks up what edges and references name. */
export class NameIndex {
  readonly #byId: NodesByName
  readonly #byAnyName = new Map<string, string>()
  readonly #byGroup = new Map<NodeGroup, NodesByName>()

  constructor(artifact: Artifact) {
    this.#byId = nodesById(artifact.nodes)
    // Ids before titles, exact spelling before any other: the first to claim a name keeps it.
    for (const spell of [exactly, loosely]) {
      for (const node of artifact.nodes) this.#claim(spell(node.id), node)
      for (const node of artifact.nodes) this.#claim(spell(node.title), node)
    }
  }

  nodeWithId(name: string): ArtifactNode | undefined {
    return this.#byId.get(exactly(name))?.[0]
  }

  /** The id that a reference means, if it names a node of the artifact. */
  idOf(name: string): string | undefined {
    return this.#byAnyName.get(exactly(name)) ?? this.#byAnyName.get(loosely(name))
  }

  /** Where an edge leads: a name of its own group first, then one of the artifact; a text of several names is taken apart. */
  targets(group: NodeGroup, text: string): Targets {
    const find = (name: string) => this.#inGroup(group).get(exactly(name)) ?? this.#byId.get(exactly(name))
    const found: (readonly ArtifactNode[])[] = []
    const missing: string[] = []
    for (const name of namesIn(text, (name) => find(name) !== undefined)) {
      const nodes = find(name)
      if (nodes !== undefined) found.push(nodes)
      else if (!endsBranch(exactly(name))) missing.push(name)
    }
    return { found, missing }
  }

  #inGroup(group: NodeGroup): NodesByName {
    const known = this.#byGroup.get(group) ?? nodesById(group.nodes)
    this.#byGroup.set(group, known)
    return known
  }

  #claim(name: string, node: ArtifactNode): void {
    if (name !== '' && !this.#byAnyName.has(name)) this.#byAnyName.set(name, node.id)
  }
}

/** The whole text if it is a name, else its parts between commas and line breaks, and where one is no name, its words. */
export function namesIn(text: string, isName: (name: string) => boolean): string[] {
  if (isName(text) || endsBranch(exactly(text))) return [exactly(text)]
  return text
    .split(/[,，、;；]|<br\s*\/?>/i)
    .flatMap((part) => (isName(part) ? [part] : part.split(/\s+/)))
    .map(exactly)
    .filter((name) => name !== '')
}

function exactly(name: string): string {
  return plainName(name)
}

function loosely(name: string): string {
  return plainName(name).normalize('NFKC').toLowerCase()
}

function nodesById(nodes: readonly ArtifactNode[]): NodesByName {
  return Map.groupBy(nodes, (node) => exactly(node.id))
}
