import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Engine } from './engines/engine.ts'
import type { JudgedSet } from './judged-sets.ts'
import { meanQuality, percentile, type Quality, qualityOf } from './metrics.ts'

export interface Measurement extends Quality {
  readonly engine: string
  readonly set: string
  readonly lang: string
  readonly p50: number
  readonly p95: number
  readonly indexMs: number
  readonly memoryMb: number
}

/** `warmUp`: questions that are not of this set, asked before anything is timed. */
export async function measure(engine: Engine, set: JudgedSet, warmUp: readonly string[]): Promise<Measurement> {
  const workPath = mkdtempSync(join(tmpdir(), 'shoko-bench-'))
  engine.prepare?.(set, workPath)
  const before = await memoryMb()
  const began = performance.now()
  const open = await engine.open(set, workPath)
  const indexMs = performance.now() - began
  const used = (await memoryMb()) - before
  try {
    for (const question of warmUp) await open.search(question)
    const times: number[] = []
    for (const { q } of set.queries) {
      const start = performance.now()
      await open.search(q)
      times.push(performance.now() - start)
    }
    // Afterwards: reading whole rankings leaves garbage that the next search would have to clear away.
    const qualities: Quality[] = []
    for (const { q, rel } of set.queries) qualities.push(qualityOf(await (await open.search(q))(), rel))
    return {
      engine: engine.name,
      set: set.name,
      lang: set.lang,
      ...meanQuality(qualities),
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      indexMs,
      memoryMb: Math.max(0, used),
    }
  } finally {
    await open.close()
    rmSync(workPath, { recursive: true, force: true })
  }
}

/** JavaScript heap and buffers; with --expose-gc free of garbage. SQLite's own memory does not show here. */
async function memoryMb(): Promise<number> {
  globalThis.gc?.()
  // Buffers are given back a moment after nobody holds them.
  await setTimeout(50)
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}
