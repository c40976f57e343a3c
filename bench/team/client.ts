import { type RequestOptions, request } from 'node:http'
import { type StatelessCall, statelessCalls } from '../stateless-call.ts'
import type { Reply, ToolAnswer } from '../torture/server.ts'

/** No answer came: whether the call was done is not known. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

export interface TeamClient {
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer>
  /** The resource's text; throws what the server says instead. */
  read(uri: string): Promise<string>
  close(): void
}

/** Calls tools at an address, one connection that stays open; each request stands alone. */
export function connectTeam(
  origin: string,
  { timeoutMs = 20_000 }: { readonly timeoutMs?: number | undefined } = {},
): TeamClient {
  const { callOf, requestOf, close } = statelessCalls(origin)
  const post = ({ options, body }: StatelessCall) => exchange({ ...options, timeout: timeoutMs }, body)
  return {
    call: async (name, args) => answerOf(await post(callOf(name, args))),
    async read(uri) {
      const { result, error } = replyOf(await post(requestOf('resources/read', { uri })))
      if (error !== undefined) throw new Error(`${error.message} ${JSON.stringify(error.data)}`)
      return (result as { contents: { text: string }[] }).contents[0]!.text
    },
    close,
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

function replyOf(text: string): Reply {
  return JSON.parse(text.startsWith('{') ? text : text.slice(text.indexOf('{'))) as Reply
}

function answerOf(text: string): ToolAnswer {
  const reply = replyOf(text)
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
