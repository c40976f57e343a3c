import { type Edge, RELATION_TYPES } from './relations.ts'

/** relations.ndjson from its edges. */
export function renderEdges(edges: readonly Edge[]): string {
  return edges.map(({ type, from, to }) => `${JSON.stringify({ type, from, to })}\n`).join('')
}

/** The edges of relations.ndjson; undefined when a line is broken. */
export function parseEdges(text: string): Edge[] | undefined {
  const edges: Edge[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const edge = parseEdge(line)
    if (edge === undefined) return undefined
    edges.push(edge)
  }
  return edges
}

function parseEdge(line: string): Edge | undefined {
  try {
    const { type, from, to } = JSON.parse(line) as Record<string, unknown> // checked below
    const known = RELATION_TYPES.find((word) => word === type)
    return known !== undefined && typeof from === 'string' && typeof to === 'string' ? { type: known, from, to } : undefined
  } catch {
    return undefined
  }
}
