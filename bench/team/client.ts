import { Agent, type RequestOptions, request } from 'node:http'
import type { Reply, ToolAnswer } from '../torture/server.ts'

/** No answer came: whether the call was done is not known. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

export interface TeamClient {
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer>
  close(): void
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Calls tools at an address, one connection that stays open; each request stands alone. */
export function connectTeam(origin: string, { timeoutMs = 20_000 } = {}): TeamClient {
  const agent = new Agent({ keepAlive: true })
  const { port, hostname } = new URL(origin)
  return {
    async call(name, args) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta: META } })
      const headers = {
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'Mcp-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/call',
        'Mcp-Name': name,
      }
      const options = { agent, hostname, port, path: '/mcp', method: 'POST', headers, timeout: timeoutMs }
      return answerOf(await exchange(options, body))
    },
    close: () => agent.destroy(),
  }
}

function exchange(options: RequestOptions, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(new NoAnswer(String(error)))
    const asked = request(options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.once('end', () => (response.statusCode === 200 ? resolve(text) : fail(`${response.statusCode} ${text}`)))
      response.once('error', fail)
      response.once('aborted', () => fail('broken off'))
    })
    asked.once('timeout', () => asked.destroy(new Error('timed out')))
    asked.once('error', fail)
    asked.end(body)
  })
}

function answerOf(text: string): ToolAnswer {
  const reply = JSON.parse(text.startsWith('{') ? text : text.slice(text.indexOf('{'))) as Reply
  if (reply.error !== undefined)
    return { ok: false, code: reply.error.message, message: String(reply.error.data?.['detail'] ?? ''), reply }
  const result = reply.result as {
    isError?: boolean
    structuredContent?: Record<string, unknown>
    content: { text: string }[]
  }
  if (result.isError !== true) return { ok: true, output: result.structuredContent ?? {}, reply }
  const said = JSON.parse(result.content[0]?.text ?? '{}') as {
    code?: string
    message?: string
    error?: { code: string; message: string }
  }
  return { ok: false, code: said.error?.code ?? said.code ?? '', message: said.error?.message ?? said.message ?? '', reply }
}
