import { type Edge, inOrder } from './relations.ts'

/** Edges by the cards that they are about, so that a question about one card does not look at all. */
export class EdgeIndex {
  readonly #byCard = new Map<string, Edge[]>()
  readonly #children = new Map<string, string[]>()

  constructor(edges: Iterable<Edge>) {
    for (const edge of edges) {
      add(this.#byCard, edge.from, edge)
      if (edge.type === 'relates') add(this.#byCard, edge.to, edge)
      if (edge.type === 'parent') add(this.#children, edge.to, edge.from)
    }
  }

  /** What these cards say, and what is said to relate to them. */
  about(ids: Iterable<string>): Edge[] {
    return inOrder([...ids].flatMap((id) => this.#byCard.get(id) ?? []))
  }

  childrenOf(parent: string): readonly string[] {
    return this.#children.get(parent) ?? []
  }
}

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
