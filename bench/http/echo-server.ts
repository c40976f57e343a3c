import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'

/** The least that the SDK can serve: one tool that gives back what it got, on the low-level server, behind the SDK's own adapter. */
const handler = createMcpHandler(() => {
  const server = new Server({ name: 'echo', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/call', ({ params }) => {
    const output = { text: String(params.arguments?.text ?? '') }
    return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output }
  })
  return server
})
const node = toNodeHandler(handler)
const listener = createServer((request, response) => void node(request as Parameters<typeof node>[0], response)).listen(
  0,
  '127.0.0.1',
)
await once(listener, 'listening')
process.stderr.write(
  `${JSON.stringify({ event: 'http.listening', url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp` })}\n`,
)
