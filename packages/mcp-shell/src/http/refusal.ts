import type { ServerResponse } from 'node:http'

/** An answer given before the protocol sees the request. */
export interface Refusal {
  readonly status: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

export function refuse(response: ServerResponse, { status, message, headers }: Refusal): void {
  sendJson(response, { status, body: { error: message }, ...(headers === undefined ? {} : { headers }) })
}

export function sendJson(
  response: ServerResponse,
  answer: { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> },
): void {
  response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers })
  response.end(JSON.stringify(answer.body))
}
