import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** Ours alone: code is run from it. Not in the shared temporary folder, where anybody may have put one of this name. */
const compileCache = resolve(import.meta.dirname, '../../.torture/compile-cache')

/** One cache for all child processes, so that only the first has to compile. */
export function childEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  mkdirSync(compileCache, { recursive: true, mode: 0o700 })
  return { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: compileCache, ...extra }
}
