import { ProtocolError, Server } from '@modelcontextprotocol/server'
import { nearest } from '@shoko/contract'
import { instructionsFor } from '../instructions.ts'
import { invoke } from '../invoke.ts'
import type { Runtime } from '../runtime.ts'
import { admitted, callOf, refuseTooLong, type ServedBy } from './call.ts'
import { capabilitiesOf, serverInfo } from './introduction.ts'
import { speakOldResourceErrors } from './old-resource-errors.ts'
import { addPrompts } from './prompts.ts'
import { addResources } from './resources.ts'
import { showsViews, withViews } from './views.ts'

const INVALID_PARAMS = -32602

/**
 * One SDK server for one connection or one request. The low-level class: `registerTool` turns every throw into a result,
 * and one of our dialects answers with errors of the protocol.
 */
export function createServer(runtime: Runtime, options: ServedBy): Server {
  const server = new Server(serverInfo, { capabilities: capabilitiesOf(runtime), instructions: instructionsFor(runtime) })
  addTools(server, runtime, options)
  if (runtime.resources.length > 0) addResources(server, runtime, options)
  if (runtime.prompts.length > 0) addPrompts(server, runtime, options)
  if (options.era === 'legacy') speakOldResourceErrors(server)
  return server
}

function addTools(server: Server, runtime: Runtime, served: ServedBy): void {
  server.setRequestHandler('tools/list', (_request, context) => {
    admitted(context, served, 'read')
    runtime.warm() // a client that lists the tools is about to call one
    const tools = runtime.listTools()
    return { tools: showsViews(server, context) ? withViews(runtime, tools) : tools } as never // plain JSON Schema objects; the SDK's type wants its own JSON brand
  })
  server.setRequestHandler('tools/call', async (request, context) => {
    refuseTooLong({ name: request.params.name })
    const tool = runtime.findTool(request.params.name)
    if (tool === undefined)
      throw new ProtocolError(
        INVALID_PARAMS,
        unknownTool(
          request.params.name,
          runtime.listTools().map(({ name }) => name),
        ),
      )
    const outcome = await invoke(runtime.ports, {
      tool: await tool.load(),
      name: request.params.name,
      args: request.params.arguments,
      principal: served.principalOf(context),
      call: callOf(context, served),
    })
    if (outcome.ok)
      return { content: [{ type: 'text', text: JSON.stringify(outcome.output) }], structuredContent: outcome.output }
    const { wire } = outcome
    if (wire.kind === 'error') throw new ProtocolError(wire.code, wire.message, wire.data)
    return { isError: true, content: [{ type: 'text', text: wire.text }] }
  })
}

function unknownTool(name: string, known: readonly string[]): string {
  const close = nearest(name, known)
  return `Unknown tool: ${name.slice(0, 80)}${close === undefined ? '' : `; did you mean ${close}?`}`
}
