import type { IncomingHttpHeaders } from 'node:http'
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { RequestScope } from './request-scope.ts'

/**
 * One server span a request, after the OpenTelemetry conventions for MCP. Only the API is used: without an SDK in the process
 * (`node --import …`) all of this does nothing.
 */
export function withSpan<T>(
  request: { readonly headers: IncomingHttpHeaders; readonly body: unknown; readonly scope: RequestScope },
  work: () => Promise<T>,
): Promise<T> {
  const asked = describe(request.body)
  if (asked === undefined) return work()
  const parent = propagation.extract(context.active(), asked.carrier ?? request.headers)
  const options = { kind: SpanKind.SERVER, attributes: { ...asked.attributes, 'shoko.request_id': request.scope.requestId } }
  return trace.getTracer('shoko').startActiveSpan(asked.name, options, parent, async (span) => {
    try {
      return await work()
    } catch (error) {
      fail(span, error instanceof Error ? error.name : 'error')
      throw error
    } finally {
      if (request.scope.failedWith !== undefined) fail(span, request.scope.failedWith)
      span.end()
    }
  })
}

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

function describe(body: unknown) {
  const { method, id, params } = (body ?? {}) as { method?: unknown; id?: unknown; params?: Record<string, unknown> | null }
  if (typeof method !== 'string') return undefined
  const target = method === 'tools/call' || method === 'prompts/get' ? params?.['name'] : undefined
  const name = typeof target === 'string' ? target.slice(0, 80) : undefined
  const meta = (params?.['_meta'] ?? {}) as Record<string, unknown>
  return {
    name: name === undefined ? method.slice(0, 80) : `${method} ${name}`,
    attributes: {
      'mcp.method.name': method.slice(0, 80),
      ...(name === undefined ? {} : { [method === 'tools/call' ? 'gen_ai.tool.name' : 'gen_ai.prompt.name']: name }),
      ...(typeof id === 'string' || typeof id === 'number' ? { 'jsonrpc.request.id': String(id).slice(0, 80) } : {}),
    },
    // The protocol carries the trace in _meta, since a session's messages share a connection.
    carrier:
      typeof meta['traceparent'] === 'string'
        ? { traceparent: meta['traceparent'], tracestate: String(meta['tracestate'] ?? '') }
        : undefined,
  }
}
