import type { Figure } from '@shoko/contract'
import { processMemory } from '@shoko/core-fs'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { IndexStatus } from '../index-status.ts'

export interface Metrics {
  readonly contentType: string
  callFinished(call: { readonly tool: string; readonly code: string; readonly elapsedMs: number }): void
  requestFinished(request: { readonly method: string; readonly status: number }): void
  crashed(): void
  /** The page, with these figures as they are now. */
  render(now: Snapshot): Promise<string>
}

export interface Snapshot {
  readonly sessions: number
  readonly streams: number
  readonly inFlight: number
  readonly indexes: ReturnType<IndexStatus['states']>
  readonly figures: readonly Figure[]
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
const METHODS = new Set(['GET', 'POST', 'DELETE', 'OPTIONS'])

/** Prometheus figures of one server. Labels come from closed sets, so that a client cannot grow them. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const calls = new Counter({
    name: 'shoko_tool_calls_total',
    help: 'Finished calls by tool and code',
    labelNames: ['tool', 'code'],
    registers,
  })
  const seconds = new Histogram({
    name: 'shoko_tool_call_duration_seconds',
    help: 'Time inside a tool',
    labelNames: ['tool'],
    buckets: SECONDS,
    registers,
  })
  const requests = new Counter({
    name: 'shoko_http_requests_total',
    help: 'Answered HTTP requests',
    labelNames: ['method', 'status'],
    registers,
  })
  const crashes = new Counter({ name: 'shoko_crashes_total', help: 'Errors that no request caught', registers })
  const sessions = new Gauge({ name: 'shoko_http_sessions', help: 'Open sessions of the 2025 revisions', registers })
  const streams = new Gauge({ name: 'shoko_http_streams', help: 'Open event streams', registers })
  const inFlight = new Gauge({ name: 'shoko_http_requests_in_flight', help: 'Requests that are being served', registers })
  const entries = new Gauge({ name: 'shoko_index_entries', help: 'Entries of an index', labelNames: ['index'], registers })
  const building = new Gauge({
    name: 'shoko_index_building',
    help: '1 while an index is built for the first time',
    labelNames: ['index'],
    registers,
  })
  const memory = new Gauge({
    name: 'shoko_memory_bytes',
    help: 'What this process holds, by part',
    labelNames: ['part'],
    registers,
  })
  return {
    contentType: registry.contentType,
    callFinished({ tool, code, elapsedMs }) {
      calls.inc({ tool, code })
      seconds.observe({ tool }, elapsedMs / 1000)
    },
    requestFinished: ({ method, status }) => requests.inc({ method: METHODS.has(method) ? method : 'other', status }),
    crashed: () => crashes.inc(),
    render(now) {
      sessions.set(now.sessions)
      streams.set(now.streams)
      inFlight.set(now.inFlight)
      for (const index of now.indexes) {
        entries.set({ index: index.name }, index.entries)
        building.set({ index: index.name }, index.building ? 1 : 0)
      }
      for (const [part, bytes] of Object.entries(memoryParts())) memory.set({ part }, bytes)
      showFigures(registry, now.figures)
      return registry.metrics()
    },
  }
}

/** Counters too are told as they stand, so each begins anew with every page. */
function showFigures(registry: Registry, figures: readonly Figure[]): void {
  for (const name of new Set(figures.map((figure) => figure.name))) registry.removeSingleMetric(name)
  for (const { name, help, kind, value, labels = {} } of figures) {
    const known = registry.getSingleMetric(name) as Gauge | Counter | undefined
    const Kind = kind === 'counter' ? Counter : Gauge
    const metric = known ?? new Kind({ name, help, labelNames: Object.keys(labels), registers: [registry] })
    metric.inc(labels, value)
  }
}

/** `total`, `own` and `code` as `shoko doctor --memory` shows them, where the system tells; `heap` and `arrays` are parts of `own`. */
function memoryParts(): Readonly<Record<string, number>> {
  const { heapTotal, arrayBuffers } = process.memoryUsage()
  const held = processMemory()
  return {
    heap: heapTotal,
    arrays: arrayBuffers,
    ...(held === undefined ? {} : { total: held.total, own: held.own, code: held.code }),
  }
}
