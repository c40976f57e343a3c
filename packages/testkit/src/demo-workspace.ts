import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Environment, fixtures } from './processes.ts'

export interface DemoWorkspace {
  readonly path: string
  /** The settings that make a server serve this copy and nothing else. */
  readonly env: Environment
  remove(): void
}

/** A copy of the demo workspace that a test may change as it likes; its folder's name is what people see of it. */
export function demoWorkspace(name = ''): DemoWorkspace {
  const folder = mkdtempSync(join(tmpdir(), 'shoko-demo-'))
  const path = join(folder, name)
  cpSync(join(fixtures, 'workspace'), path, { recursive: true })
  const env = {
    WORKSPACE_ROOT: path,
    VIBE_ROOT: join(path, 'vibe'),
    VIBE_DB: join(path, '.vibe-index', 'index.db'),
    XDG_CACHE_HOME: join(path, '.cache'),
    LOG_LEVEL: 'error',
  }
  // A server that is ending may still put something away.
  const options = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }
  return { path, env, remove: () => rmSync(folder, options) }
}
