import { Agent, type RequestOptions } from 'node:http'

const VERSION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

export interface StatelessCall {
  readonly options: RequestOptions
  readonly body: string
}

/** Requests as the 2026-07-28 revision frames them, each standing alone, on connections that stay open. */
export function statelessCalls(url: string, { maxSockets = Number.POSITIVE_INFINITY } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets })
  const { port, hostname } = new URL(url)
  const requestOf = (method: string, params: Readonly<Record<string, unknown>>): StatelessCall => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } })
    const name = params['name'] ?? params['uri']
    const headers = {
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'Mcp-Protocol-Version': VERSION,
      'Mcp-Method': method,
      ...(name === undefined ? {} : { 'Mcp-Name': String(name) }),
    }
    return { options: { agent, hostname, port, path: '/mcp', method: 'POST', headers }, body }
  }
  const callOf = (name: string, args: Readonly<Record<string, unknown>>) => requestOf('tools/call', { name, arguments: args })
  return { callOf, requestOf, close: () => agent.destroy() }
}
