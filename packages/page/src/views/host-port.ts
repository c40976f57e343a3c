import type { BoardSummary, CardRow } from '../board/cards.ts'
import { CallFailed, type FileContent, failureOf, fileOf, jsonOf, type Mcp } from '../client/mcp.ts'
import type { Host } from './host.ts'

const WRITERS = ['kanban_move', 'kanban_new', 'kanban_update', 'kanban_done', 'kanban_notes_append', 'kanban_relations_set']
const PAGE = 1000
/** The host said no, or does not know how; its own words say why. */
const HOST = 'host'

/** The same port as the page's, with the host in between: it asks the user, and passes on what he allows. */
export function createHostPort(host: Host, { isReadOnly }: { readonly isReadOnly: boolean }): Mcp {
  const asked = <T>(method: string, params: object) =>
    host.request<T>(method, params).catch((error: unknown) => {
      throw new CallFailed(HOST, error instanceof Error ? error.message : String(error))
    })
  const call = async <T>(name: string, args: object): Promise<T> => {
    const result = await asked<Record<string, unknown>>('tools/call', { name, arguments: args })
    if (result['isError'] === true) throw failureOf(result)
    return result['structuredContent'] as T // the tool's output schema says what it is
  }
  const readFile = async (uri: string): Promise<FileContent> => {
    if (host.capabilities.serverResources !== undefined) return fileOf(await asked('resources/read', { uri }))
    return readManual(call, uri)
  }
  return {
    call,
    readFile,
    async read<T>(uri: string) {
      if (host.capabilities.serverResources !== undefined) return jsonOf<T>(await readFile(uri))
      const board = /^kanban:\/\/([^/]+)\/cards$/.exec(uri)?.[1]
      if (board === undefined) throw new CallFailed(HOST, 'The host reads no resources')
      return (await listedBoard(call, decodeURIComponent(board))) as T // what the resource of this URI holds
    },
    complete: async () => [],
    tools: async () => new Set(host.capabilities.serverTools === undefined || isReadOnly ? [] : WRITERS),
    listen: async () => {},
  }
}

/** For hosts that pass on calls alone: a page of a manual as far as the tool gives it. */
async function readManual(call: Mcp['call'], uri: string): Promise<FileContent> {
  const [, manual, path] = /^manual:\/\/([^/]+)\/(.+)$/.exec(uri) ?? []
  if (manual === undefined || path === undefined) throw new CallFailed(HOST, 'The host reads no resources')
  const ref = { manual_id: decodeURIComponent(manual), path: decodeURIComponent(path) }
  const { text } = await call<{ text: string }>('manual_read', { ref, scope: 'file', allow_file: true })
  return { text, mimeType: 'text/markdown' }
}

/** For hosts that pass on calls alone: the board out of lists. Titles and limits of columns are not in them. */
async function listedBoard(call: Mcp['call'], board: string): Promise<BoardSummary & { readonly cards: readonly CardRow[] }> {
  const cards: CardRow[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const page: { items: CardRow[]; nextOffset: number | null } = await call('kanban_list', {
      board,
      fields: ['modified', 'blockers'],
      offset,
      limit: PAGE,
    })
    cards.push(...page.items)
    offset = page.nextOffset
  }
  const counts = Map.groupBy(cards, ({ column }) => column)
  const columns = [...counts].map(([key, { length }]) => ({ key, title: key, count: length, wip_limit: null }))
  const lanes = [...new Set(cards.flatMap(({ lane }) => lane ?? []))]
  return { board, columns, lanes, open: cards.length, done: 0, cards }
}
