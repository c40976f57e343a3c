import { Agent, request } from 'node:http'

export interface Sent {
  /** 0 when there was no answer. */
  readonly status: number
  readonly session?: string
  readonly text: string
}

export interface Caller {
  send(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Sent>
  call(name: string, args: object): Promise<boolean>
  close(): void
}

export function createCaller(url: string, token: string, sockets = 1): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  const common = {
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    Authorization: `Bearer ${token}`,
  }
  const send: Caller['send'] = (body, headers = {}) =>
    new Promise((resolve) => {
      const asked = request(url, { agent, method: 'POST', headers: { ...common, ...headers } }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        const session = response.headers['mcp-session-id']
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, ...(typeof session === 'string' ? { session } : {}) }),
        )
        response.on('error', () => resolve({ status: 0, text }))
      })
      asked.on('error', () => resolve({ status: 0, text: '' }))
      asked.end(JSON.stringify(body))
    })
  return {
    send,
    async call(name, args) {
      const { status, text } = await send(rpc('tools/call', { name, arguments: args }))
      return status === 200 && text.includes('"result"') && !text.includes('"isError":true')
    },
    close: () => agent.destroy(),
  }
}

export const rpc = (method: string, params: object, id = 1) => ({ jsonrpc: '2.0', id, method, params })

export const handshake = rpc('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'worst', version: '1' },
})
