import { setTimeout as sleep } from 'node:timers/promises'
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'

/** What the conformance suite expects to find on every server, beside what this one really serves. */
type Request = {
  readonly params?: Record<string, unknown> & {
    readonly name?: string
    readonly uri?: string
    readonly arguments?: Record<string, string>
  }
}
type Handler = (request: Request, context: ServerContext) => unknown

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const text = (words: string) => ({ type: 'text', text: words })
const image = { type: 'image', data: PIXEL, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, words: string) => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
})
const said = (content: object) => ({ role: 'user', content })

const tools: Readonly<Record<string, (context: ServerContext) => object | Promise<object>>> = {
  test_simple_text: () => ({ content: [text('This is a simple text response for testing.')] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({ isError: true, content: [text('This tool intentionally returns an error for testing')] }),
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
      await sleep(50)
    }
    return { content: [text('Done.')] }
  },
  test_missing_capability: ({ mcpReq }) => {
    const declared = (mcpReq.envelope as Record<string, { sampling?: object } | undefined> | undefined)?.[
      CLIENT_CAPABILITIES_META_KEY
    ] // its type hides the key
    if (declared?.sampling === undefined)
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    return { content: [text('It may sample.')] }
  },
  test_streaming_elicitation: () =>
    inputRequired({
      inputRequests: {
        name: inputRequired.elicit({
          message: 'Your name?',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
        }),
      },
    }),
  test_logging_tool: () => ({ content: [text('Nothing was logged to the client.')] }),
  test_reconnection: async ({ http }) => {
    await sleep(100)
    http?.closeSSE?.()
    await sleep(100)
    return { content: [text('Reconnection test completed successfully.')] }
  },
}

const prompts: Readonly<
  Record<string, { readonly arguments: readonly string[]; readonly messages: (given: Record<string, string>) => object[] }>
> = {
  test_simple_prompt: { arguments: [], messages: () => [said(text('This is a simple prompt for testing.'))] },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    messages: ({ arg1, arg2 }) => [said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    messages: ({ resourceUri = '' }) => [
      said(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
      said(text('Please process the embedded resource above.')),
    ],
  },
  test_prompt_with_image: { arguments: [], messages: () => [said(image), said(text('Please analyze the image above.'))] },
}

function readResource(uri: string): object | undefined {
  if (uri === 'test://static-text')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PIXEL }
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  return id === undefined
    ? undefined
    : { uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }
}

/** Adds the fixtures to one of our servers: they answer to their own names, everything else goes on to what was there. */
export function addFixtures(server: Server): Server {
  server.registerCapabilities({ tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} })
  append(
    server,
    'tools/list',
    'tools',
    Object.keys(tools).map((name) => ({
      name,
      description: 'A fixture of the conformance suite.',
      inputSchema: { type: 'object' },
    })),
  )
  append(
    server,
    'prompts/list',
    'prompts',
    Object.entries(prompts).map(([name, prompt]) => ({
      name,
      description: 'A fixture of the conformance suite.',
      arguments: prompt.arguments.map((argument) => ({ name: argument, description: argument, required: true })),
    })),
  )
  append(
    server,
    'resources/list',
    'resources',
    ['test://static-text', 'test://static-binary'].map((uri) => ({
      uri,
      name: uri.slice(7),
      description: 'A fixture.',
      mimeType: 'text/plain',
    })),
  )
  append(server, 'resources/templates/list', 'resourceTemplates', [
    { uriTemplate: 'test://template/{id}/data', name: 'data', description: 'A fixture.', mimeType: 'application/json' },
  ])
  precede(server, 'tools/call', ({ params }, context) => tools[params?.name ?? '']?.(context))
  precede(server, 'prompts/get', ({ params }) => {
    const prompt = prompts[params?.name ?? '']
    return prompt === undefined ? undefined : { messages: prompt.messages(params?.arguments ?? {}) }
  })
  precede(server, 'resources/read', ({ params }) => {
    const found = readResource(params?.uri ?? '')
    return found === undefined ? undefined : { contents: [found] }
  })
  for (const method of ['resources/subscribe', 'resources/unsubscribe'])
    precede(server, method, ({ params }) => (params?.uri?.startsWith('test://') ? {} : undefined))
  precede(server, 'completion/complete', ({ params }) =>
    (params?.ref as { name?: string } | undefined)?.name?.startsWith('test_')
      ? { completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false } }
      : undefined,
  )
  return server
}

function append(server: Server, method: string, key: string, extra: readonly object[]): void {
  const inner = handlerOf(server, method)
  replace(server, method, async (request, context) => {
    const listed = ((await inner?.(request, context)) ?? {}) as Record<string, object[]>
    return { ...listed, [key]: [...(listed[key] ?? []), ...extra] }
  })
}

function precede(server: Server, method: string, answer: Handler): void {
  const inner = handlerOf(server, method)
  replace(server, method, async (request, context) => {
    const found = await answer(request, context)
    if (found !== undefined) return found
    if (inner === undefined)
      throw new ProtocolError(-32602, `Not found: ${request.params?.uri ?? request.params?.name}`, { uri: request.params?.uri })
    return inner(request, context)
  })
}

/** The SDK has no way to wrap a handler; a fixture may look at its table. */
function handlerOf(server: Server, method: string): Handler | undefined {
  return (server as unknown as { _requestHandlers: Map<string, Handler> })._requestHandlers.get(method)
}

function replace(server: Server, method: string, handler: Handler): void {
  server.setRequestHandler(method as 'tools/call', handler as never) // the fixtures keep to the suite's shapes, not to the SDK's types
}
