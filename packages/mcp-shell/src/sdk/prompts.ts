import { ProtocolError, type Server } from '@modelcontextprotocol/server'
import type { BoundPrompt } from '../families/bind.ts'
import type { PromptManifest } from '../families/manifest.ts'
import type { Runtime } from '../runtime.ts'
import { admitted, callOf, inTurn, refuseTooLong, type ServedBy } from './call.ts'
import { fenced } from './fence.ts'
import { asProtocolError } from './resources.ts'

type Rendered = Awaited<ReturnType<BoundPrompt['render']>>

export function addPrompts(server: Server, runtime: Runtime, served: ServedBy): void {
  const prompts = runtime.prompts.map(({ name, title, description, arguments: args }) => ({
    name,
    title,
    description,
    arguments: args.map((argument) => ({ ...argument })),
  }))
  server.setRequestHandler('prompts/list', (_request, context) => {
    admitted(context, served, 'read')
    return { prompts }
  })
  server.setRequestHandler('prompts/get', async (request, context) => {
    const principal = admitted(context, served, 'read')
    refuseTooLong(request.params)
    const prompt = runtime.prompts.find(({ name }) => name === request.params.name)
    if (prompt === undefined) throw new ProtocolError(-32602, `Unknown prompt: ${request.params.name.slice(0, 80)}`)
    const args = request.params.arguments ?? {}
    checkArguments(prompt, args)
    const bound = await prompt.load()
    try {
      const { description, text } = await inTurn<Rendered>(runtime, principal, () => bound.render(args, callOf(context, served)))
      return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text: fenced(text) } }] }
    } catch (error) {
      throw asProtocolError(bound.family, error, {})
    }
  })
}

function checkArguments(prompt: PromptManifest, args: Readonly<Record<string, string>>): void {
  const missing = prompt.arguments.find(({ name, required }) => required && (args[name] ?? '').trim() === '')
  if (missing !== undefined) throw new ProtocolError(-32602, `missing argument: ${missing.name}`)
}
