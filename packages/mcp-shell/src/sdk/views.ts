import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server'
import { flatName } from '../names.ts'
import type { Runtime } from '../runtime.ts'
import type { WireTool } from '../wire-tool.ts'

/** Views that a chat program shows beside an answer (MCP Apps), as texts by their names; read when one is asked for. */
export type LoadViews = () => Promise<Readonly<Record<string, string>>>

const EXTENSION = 'io.modelcontextprotocol/ui'
const MIME_TYPE = 'text/html;profile=mcp-app'
const START = 'ui://shoko/'

interface View {
  readonly name: string
  readonly title: string
  /** The tool whose answers it shows, by its flat name. */
  readonly tool: string
}

const VIEWS: readonly View[] = [
  { name: 'board', title: 'The board', tool: 'kanban_list' },
  { name: 'evidence', title: 'What the manuals say', tool: 'manual_find' },
]

/** Whether the client has said that it shows views: in the handshake, or with this very request. */
export function showsViews(server: Server, context: ServerContext): boolean {
  const envelope = context.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined // its type leaves this key out
  const said = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()
  const { mimeTypes } = ((said as Announced | undefined)?.extensions?.[EXTENSION] ?? { mimeTypes: [] }) as { mimeTypes?: unknown }
  return mimeTypes === undefined || (Array.isArray(mimeTypes) && mimeTypes.includes(MIME_TYPE))
}

interface Announced {
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** The tools with the names of their views; everything else about them stays as it is. */
export function withViews(runtime: Runtime, tools: readonly WireTool[]): readonly WireTool[] {
  const byTool = new Map(viewsOf(runtime).map((view) => [view.tool, view]))
  return tools.map((tool) => {
    const view = byTool.get(flatName(tool.name))
    return view === undefined ? tool : { ...tool, _meta: { ...tool._meta, ui: { resourceUri: uriOf(view) } } }
  })
}

export function viewEntries(runtime: Runtime) {
  return viewsOf(runtime).map((view) => ({ uri: uriOf(view), name: `view-${view.name}`, title: view.title, mimeType: MIME_TYPE }))
}

/** The view at this URI; undefined when there is none. */
export async function readView(runtime: Runtime, uri: string) {
  const view = viewsOf(runtime).find((one) => uriOf(one) === uri)
  const text = view === undefined ? undefined : (await runtime.views!())[view.name]
  if (text === undefined) return undefined
  const shown = runtime.config.SHOKO_READ_ONLY ? text.replace('<html', '<html data-read-only') : text
  return { uri, mimeType: MIME_TYPE, text: shown, _meta: { ui: { prefersBorder: true } } }
}

function viewsOf(runtime: Runtime): readonly View[] {
  return runtime.views === undefined ? [] : VIEWS.filter(({ tool }) => runtime.findTool(tool) !== undefined)
}

function uriOf({ name }: View): string {
  return `${START}${name}.html`
}
