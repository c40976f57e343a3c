/**
 * A model on loopback for a client that says what it is connected to only to a model: starts the client, and prints the names
 * of the tools that it offers. `node asked-model.ts PROGRAM`, in the folder and environment of the client.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

const PATIENCE_MS = 60_000
const [program = ''] = process.argv.slice(2)
const offered = new Set<string>()
const model = createServer(async (request, response) => {
  const { tools = [] } = (await json(request)) as { tools?: readonly { function: { name: string } }[] }
  for (const tool of tools) offered.add(tool.function.name)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end([chunk({ role: 'assistant', content: 'done' }, null), chunk({}, 'stop'), 'data: [DONE]\n\n'].join(''))
}).listen(0, '127.0.0.1')
await once(model, 'listening')
const { port } = model.address() as AddressInfo
await run(['auth', '-p', 'openai-compatible', '-k', 'none', '-m', 'none', '-b', `http://127.0.0.1:${port}/v1`])
await run(['--json', '-t', '30', 'Say done.'])
model.close()
model.closeAllConnections()
console.log([...offered].join('\n'))

function chunk(delta: object, finish_reason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason }]
  return `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'none', choices })}\n\n`
}

async function run(args: readonly string[]): Promise<void> {
  const client: ChildProcess = spawn(program, args, { stdio: 'ignore', timeout: PATIENCE_MS })
  await once(client, 'close')
}
