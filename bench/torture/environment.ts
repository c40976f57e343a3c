import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Shared by all child processes, so that only the first has to compile. */
export function childEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: join(tmpdir(), 'shoko-compile-cache'), ...extra }
}
