/**
 * The SDK's session transport answers every POST with an event stream. A client that gets nothing but the answer is better served
 * with plain JSON: when the first event is already the last one, it becomes the body; otherwise the stream goes out as it is.
 */
export async function plainJsonWhenAlone(response: Response): Promise<Response> {
  if (response.body === null || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response
  const reader = response.body.getReader()
  const seen: Uint8Array[] = []
  const decoder = new TextDecoder()
  let text = ''
  while (true) {
    const { done, value } = await reader.read()
    if (value !== undefined) {
      seen.push(value)
      text += decoder.decode(value, { stream: true })
    }
    const first = firstMessage(text)
    if (first !== undefined && isAnswer(first)) {
      await reader.cancel().catch(() => {})
      return jsonResponse(response, first)
    }
    if (done || first !== undefined) return streamResponse(response, { seen, reader })
  }
}

function firstMessage(text: string): string | undefined {
  for (const event of text.split('\n\n').slice(0, -1)) {
    const data = event
      .split('\n')
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).trimStart())
      .join('\n')
    if (data !== '') return data
  }
  return undefined
}

function isAnswer(message: string): boolean {
  const parsed = JSON.parse(message) as { method?: unknown }
  return parsed.method === undefined
}

function jsonResponse(original: Response, body: string): Response {
  const headers = new Headers({ 'Content-Type': 'application/json' })
  const session = original.headers.get('mcp-session-id')
  if (session !== null) headers.set('mcp-session-id', session)
  return new Response(body, { status: original.status, headers })
}

function streamResponse(
  original: Response,
  source: { readonly seen: readonly Uint8Array[]; readonly reader: ReadableStreamDefaultReader<Uint8Array> },
): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of source.seen) controller.enqueue(chunk)
    },
    async pull(controller) {
      const { done, value } = await source.reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => source.reader.cancel(reason),
  })
  return new Response(body, { status: original.status, headers: original.headers })
}
