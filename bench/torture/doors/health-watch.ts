import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { parentPort, Worker, workerData } from 'node:worker_threads'

export interface Health {
  /** The longest answer of /healthz, in milliseconds, one that is still out included. */
  readonly worstMs: number
  readonly asked: number
  readonly failed: number
  readonly peakBytes: number
}

export interface HealthWatch {
  /** What was seen since the last time. */
  take(): Promise<Health>
  stop(): Promise<number>
}

const EVERY_MS = 10

/** Asks /healthz all the time, in a thread of its own: the one that makes the bodies is busy itself. */
export function watchHealth(origin: string, pid: number): HealthWatch {
  const worker = new Worker(new URL(import.meta.url), { workerData: { origin, pid } })
  return {
    take: () =>
      new Promise((resolve) => {
        worker.once('message', resolve)
        worker.postMessage('take')
      }),
    stop: () => worker.terminate(),
  }
}

if (parentPort !== null && (workerData as { origin?: string } | undefined)?.origin !== undefined) {
  const { origin, pid } = workerData as { readonly origin: string; readonly pid: number }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let [worstMs, asked, failed, peakBytes] = [0, 0, 0, 0]
  let since: number | undefined
  const look = () => {
    peakBytes = Math.max(peakBytes, residentBytes(pid))
  }
  const ask = () => {
    since = performance.now()
    const settle = (ok: boolean) => {
      if (since === undefined) return
      worstMs = Math.max(worstMs, performance.now() - since)
      since = undefined
      asked++
      if (!ok) failed++
      look()
      setTimeout(ask, EVERY_MS)
    }
    get(`${origin}/healthz`, { agent }, (response) => {
      response.resume().on('end', () => settle(response.statusCode === 200))
    }).on('error', () => settle(false))
  }
  setInterval(look, EVERY_MS)
  parentPort.on('message', () => {
    const waiting = since === undefined ? 0 : performance.now() - since
    parentPort?.postMessage({ worstMs: Math.max(worstMs, waiting), asked, failed, peakBytes } satisfies Health)
    ;[worstMs, asked, failed, peakBytes] = [0, 0, 0, 0]
  })
  ask()
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
}
