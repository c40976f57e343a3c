import { describe, expect, it } from 'vitest'
import { plainJsonWhenAlone } from './plain-json.ts'

function events(...chunks: string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'mcp-session-id': 's1' } })
}

const result = '{"jsonrpc":"2.0","id":1,"result":{"text":"日本"}}'
const progress = '{"jsonrpc":"2.0","method":"notifications/progress","params":{}}'

describe('plainJsonWhenAlone', () => {
  it('turns a stream that holds only the answer into plain JSON, with its session', async () => {
    const shaped = await plainJsonWhenAlone(events(`event: message\ndata: ${result}\n\n`))
    expect(shaped.headers.get('content-type')).toBe('application/json')
    expect(shaped.headers.get('mcp-session-id')).toBe('s1')
    expect(await shaped.text()).toBe(result)
  })

  it('puts an answer together that arrives in pieces, cut inside a character too', async () => {
    const bytes = new TextEncoder().encode(`data: ${result}\n\n`)
    const cut = bytes.indexOf(0xe6) + 1
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, cut))
        controller.enqueue(bytes.slice(cut))
        controller.close()
      },
    })
    expect(
      await (await plainJsonWhenAlone(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }))).text(),
    ).toBe(result)
  })

  it('leaves a stream that begins with a notification as it is, every byte of it', async () => {
    const chunks = [`data: ${progress}\n\n`, `data: ${result}\n\n`]
    const shaped = await plainJsonWhenAlone(events(...chunks))
    expect(shaped.headers.get('content-type')).toBe('text/event-stream')
    expect(await shaped.text()).toBe(chunks.join(''))
  })

  it('does not mistake an empty priming event for the answer', async () => {
    expect(await (await plainJsonWhenAlone(events('id: 1\ndata: \n\n', `data: ${result}\n\n`))).text()).toBe(result)
  })

  it('leaves answers that are no stream alone', async () => {
    const plain = Response.json({ ok: true })
    expect(await plainJsonWhenAlone(plain)).toBe(plain)
  })
})
