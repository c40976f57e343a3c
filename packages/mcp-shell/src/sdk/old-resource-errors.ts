import type { Server, Transport } from '@modelcontextprotocol/server'

const INVALID_PARAMS = -32602
const RESOURCE_NOT_FOUND = -32002

/**
 * The 2025 revisions know -32002 for a resource that cannot be read; the SDK sends the newer -32602 on every revision.
 * Errors of our resources are known by their data, `{uri, code}`, and get the older code on their way out.
 */
export function speakOldResourceErrors(server: Server): void {
  const connect = server.connect.bind(server)
  server.connect = (transport: Transport) => {
    const send = transport.send.bind(transport)
    transport.send = (message, options) => send(withOldCode(message), options)
    return connect(transport)
  }
}

type Message = Parameters<Transport['send']>[0]

function withOldCode(message: Message): Message {
  if (!('error' in message) || message.error.code !== INVALID_PARAMS) return message
  const data = message.error.data as { uri?: unknown; code?: unknown } | undefined
  if (typeof data?.uri !== 'string' || typeof data.code !== 'string') return message
  return { ...message, error: { ...message.error, code: RESOURCE_NOT_FOUND } }
}
