import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { RunResult } from './execute.ts'

/** The results so far, in a file, so that a run of an hour can be gone on with. */
export interface Ledger {
  readonly seed: number
  hasPassed(name: string): boolean
  resultOf(name: string): RunResult | undefined
  put(result: RunResult): void
}

interface Kept {
  readonly seed: number
  readonly scale: number
  readonly results: Record<string, RunResult>
}

/** What was done at another scale, or with another seed, is forgotten. */
export function openLedger(
  path: string,
  { scale, seed, fresh }: { readonly scale: number; readonly seed?: number; readonly fresh: boolean },
): Ledger {
  const old = fresh ? undefined : read(path)
  const fits = old !== undefined && old.scale === scale && (seed === undefined || old.seed === seed)
  const kept: Kept = fits ? old : { seed: seed ?? Math.floor(Date.now() / 1000), scale, results: {} }
  return {
    seed: kept.seed,
    resultOf: (name) => kept.results[name],
    hasPassed(name) {
      const result = kept.results[name]
      return result !== undefined && result.failures.length === 0 && result.skipped === undefined
    },
    put(result) {
      const now = read(path)
      // Another command may have added to it meanwhile.
      if (now !== undefined && now.seed === kept.seed && now.scale === scale && !fresh) Object.assign(kept.results, now.results)
      kept.results[result.name] = result
      writeFileSync(`${path}.new`, `${JSON.stringify(kept, null, 2)}\n`)
      renameSync(`${path}.new`, path)
    },
  }
}

function read(path: string): Kept | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept) : undefined
}
