import { CallFailed, type Port } from '../client/mcp.ts'
import { historyUri } from './places.ts'

/** One change of a document, as a server with a database keeps it. */
export interface KeptChange {
  readonly seq: number
  readonly at: string
  readonly author: string
  readonly tool: string
  readonly path: string
}

/** Servers without a database keep no history; they are asked once. */
const without = new WeakSet<Port>()

/** Of a document or of everything in a folder, newest first; none where the server keeps none. */
export async function readChanges(mcp: Port, document: string): Promise<readonly KeptChange[]> {
  if (without.has(mcp)) return []
  try {
    return (await mcp.read<{ changes: readonly KeptChange[] }>(historyUri(document))).changes
  } catch (error) {
    // A document that is there has come by a change; a folder may be empty.
    if (error instanceof CallFailed && error.code === 'not_found' && document.includes('/')) without.add(mcp)
    return []
  }
}

/** Who changed each of a family's documents last, as far back as the server tells at once. */
export async function lastChanges(mcp: Port, family: string): Promise<ReadonlyMap<string, KeptChange>> {
  const changes = await readChanges(mcp, family)
  return new Map(changes.toReversed().map((change) => [change.path.slice(family.length + 1), change]))
}
