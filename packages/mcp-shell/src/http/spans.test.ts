import {
  type Attributes,
  context,
  INVALID_SPAN_CONTEXT,
  propagation,
  type Span,
  type SpanOptions,
  type TextMapPropagator,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { afterEach, describe, expect, it } from 'vitest'
import { withSpan } from './spans.ts'

interface Seen {
  readonly name: string
  readonly options: SpanOptions
  readonly set: Attributes
  ended: boolean
}

/** The least of an OpenTelemetry SDK: it writes down what the API is told. */
function register(): { readonly spans: Seen[]; readonly carriers: unknown[] } {
  const [spans, carriers]: [Seen[], unknown[]] = [[], []]
  const startActiveSpan = (name: string, options: SpanOptions, _parent: unknown, work: (span: Span) => unknown) => {
    const seen: Seen = { name, options, set: {}, ended: false }
    spans.push(seen)
    const span = {
      setAttribute: (key: string, value: string) => Object.assign(seen.set, { [key]: value }),
      setStatus: () => {},
      end: () => (seen.ended = true),
      spanContext: () => INVALID_SPAN_CONTEXT,
    }
    return work(span as unknown as Span)
  }
  trace.setGlobalTracerProvider({ getTracer: () => ({ startActiveSpan }) as unknown as Tracer })
  const extract: TextMapPropagator['extract'] = (parent, carrier) => {
    carriers.push(carrier)
    return parent
  }
  propagation.setGlobalPropagator({ inject: () => {}, extract, fields: () => [] })
  return { spans, carriers }
}

afterEach(() => {
  trace.disable()
  propagation.disable()
  context.disable()
})

const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'vault_read' } }

describe('withSpan', () => {
  it('does the work and nothing else when no SDK is there', async () => {
    expect(await withSpan({ headers: {}, body: call, scope: { requestId: 'r' } }, async () => 1)).toBe(1)
  })

  it('names the span after the method and the tool', async () => {
    const { spans } = register()
    await withSpan({ headers: {}, body: call, scope: { requestId: 'r' } }, async () => 1)
    expect(spans).toMatchObject([
      {
        name: 'tools/call vault_read',
        ended: true,
        set: {},
        options: {
          attributes: {
            'mcp.method.name': 'tools/call',
            'gen_ai.tool.name': 'vault_read',
            'jsonrpc.request.id': '7',
            'shoko.request_id': 'r',
          },
        },
      },
    ])
  })

  it('tells how it failed, by the code or by the error', async () => {
    const { spans } = register()
    await withSpan({ headers: {}, body: call, scope: { requestId: 'r', failedWith: 'not_found' } }, async () => 1)
    await expect(
      withSpan({ headers: {}, body: call, scope: { requestId: 'r' } }, () => Promise.reject(new TypeError('x'))),
    ).rejects.toThrow('x')
    expect(spans.map(({ set, ended }) => [set['error.type'], ended])).toEqual([
      ['not_found', true],
      ['TypeError', true],
    ])
  })

  it('goes on with the trace of the message, else with that of the request', async () => {
    const { carriers } = register()
    const headers = { traceparent: '00-headers' }
    await withSpan({ headers, body: call, scope: { requestId: 'r' } }, async () => 1)
    await withSpan(
      { headers, body: { ...call, params: { _meta: { traceparent: '00-message' } } }, scope: { requestId: 'r' } },
      async () => 1,
    )
    expect(carriers).toMatchObject([{ traceparent: '00-headers' }, { traceparent: '00-message' }])
  })

  it('makes none for what is no message', async () => {
    const { spans } = register()
    for (const body of [undefined, null, 'x', [call], { id: 1 }])
      await withSpan({ headers: {}, body, scope: { requestId: 'r' } }, async () => 1)
    expect(spans).toEqual([])
  })
})
