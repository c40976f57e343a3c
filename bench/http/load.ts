import { request } from 'node:http'
import { statelessCalls } from '../stateless-call.ts'

export interface Figures {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly failures: number
}

export interface Call {
  readonly name: string
  readonly args: Record<string, unknown>
}

export type Ask = (call: Call) => Promise<boolean>

/** One client: one connection that stays open, one call after the other. */
export function connectClient(url: string): { readonly ask: Ask; close(): void } {
  const { callOf, close } = statelessCalls(url, { maxSockets: 1 })
  const ask: Ask = ({ name, args }) => {
    const { options, body } = callOf(name, args)
    return new Promise((resolve) => {
      const asked = request(options, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () =>
          resolve(response.statusCode === 200 && text.includes('"result"') && !text.includes('"isError":true')),
        )
        response.on('error', () => resolve(false))
      })
      asked.on('error', () => resolve(false))
      asked.end(body)
    })
  }
  return { ask, close }
}

/** So many clients for so long, each with its next call as soon as it has an answer. */
export async function load(
  url: string,
  options: { readonly clients: number; readonly ms: number; readonly call: Call },
): Promise<Figures> {
  const times: number[] = []
  let failures = 0
  const started = performance.now()
  const until = started + options.ms
  const run = async () => {
    const { ask, close } = connectClient(url)
    while (performance.now() < until) {
      const at = performance.now()
      if (await ask(options.call)) times.push(performance.now() - at)
      else failures++
    }
    close()
  }
  await Promise.all(Array.from({ length: options.clients }, run))
  const seconds = (performance.now() - started) / 1000
  return { perSecond: times.length / seconds, ...percentiles(times), failures }
}

export function percentiles(times: number[]): { readonly p50: number; readonly p99: number } {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
