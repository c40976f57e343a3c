import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { type Environment, plainEnvironment, stdioMain } from './processes.ts'

/** The clients people really use: the maintained old SDK, and the new one speaking either era. */
export const clientKinds = ['v1', 'v2-legacy', 'v2-auto', 'v2-modern'] as const
export type ClientKind = (typeof clientKinds)[number]

export type Target =
  | { readonly transport: 'stdio'; readonly env: Environment }
  | { readonly transport: 'http'; readonly url: string; readonly token?: string }

export interface ListedTool {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly inputSchema: Record<string, unknown>
  readonly outputSchema?: Record<string, unknown> | undefined
}

export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data: unknown
}

export type Answer =
  | { readonly ok: true; readonly output: Record<string, unknown>; readonly text: string }
  | { readonly ok: false; readonly error: Record<string, unknown> }
  | { readonly ok: false; readonly rpc: RpcError }

export interface TestClient {
  readonly kind: ClientKind
  /** The SDK's client itself, for what this wrapper does not cover. */
  readonly raw: ClientV1 | ClientV2
  tools(): Promise<ListedTool[]>
  call(name: string, args?: Record<string, unknown>): Promise<Answer>
  /** Calls back with the URI of every resource that the server says has changed. */
  onResourceUpdated(listener: (uri: string) => void): void
  close(): Promise<void>
}

export async function connect(target: Target, kind: ClientKind): Promise<TestClient> {
  const raw = kind === 'v1' ? await connectV1(target) : await connectV2(target, kind)
  return {
    kind,
    raw,
    tools: async () => (await raw.listTools()).tools as ListedTool[],
    call: (name, args = {}) => call(raw, name, args),
    onResourceUpdated: (listener) => listenTo(raw, listener),
    close: () => raw.close(),
  }
}

async function call(raw: ClientV1 | ClientV2, name: string, args: Record<string, unknown>): Promise<Answer> {
  try {
    const result = (await raw.callTool({ name, arguments: args })) as {
      isError?: boolean
      content: { text: string }[]
      structuredContent?: Record<string, unknown>
    }
    const text = result.content[0]?.text ?? ''
    if (result.isError) return { ok: false, error: JSON.parse(text) as Record<string, unknown> }
    return { ok: true, output: result.structuredContent ?? {}, text }
  } catch (error) {
    const { code, message, data } = error as RpcError
    if (typeof code !== 'number') throw error
    return { ok: false, rpc: { code, message, data } }
  }
}

function listenTo(raw: ClientV1 | ClientV2, listener: (uri: string) => void): void {
  const tell = ({ params }: { params: { uri: string } }) => listener(params.uri)
  if (raw instanceof ClientV1) raw.setNotificationHandler(ResourceUpdatedNotificationSchema, tell)
  else raw.setNotificationHandler('notifications/resources/updated', tell)
}

async function connectV1(target: Target): Promise<ClientV1> {
  const client = new ClientV1({ name: 'shoko-test-v1', version: '1.0.0' })
  const transport =
    target.transport === 'stdio' ? new StdioV1(serverOf(target)) : new HttpV1(new URL(target.url), requestInit(target.token))
  await client.connect(transport as Parameters<ClientV1['connect']>[0]) // the SDK's own transport; only its optional keys differ in type
  return client
}

async function connectV2(target: Target, kind: Exclude<ClientKind, 'v1'>): Promise<ClientV2> {
  const mode = kind === 'v2-legacy' ? 'legacy' : kind === 'v2-auto' ? 'auto' : { pin: '2026-07-28' }
  const client = new ClientV2({ name: `shoko-test-${kind}`, version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport =
    target.transport === 'stdio' ? new StdioV2(serverOf(target)) : new HttpV2(new URL(target.url), requestInit(target.token))
  await client.connect(transport)
  return client
}

function serverOf({ env }: Extract<Target, { transport: 'stdio' }>) {
  return { command: process.execPath, args: [stdioMain], env: { ...plainEnvironment(), ...env }, stderr: 'ignore' as const }
}

function requestInit(token: string | undefined) {
  return token === undefined ? {} : { requestInit: { headers: { Authorization: `Bearer ${token}` } } }
}
