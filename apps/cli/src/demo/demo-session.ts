import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnectionMemory } from '@shoko/contract'
import { createRuntime, invoke, loadConfig, owner } from '@shoko/mcp-shell'
import { demoFolder } from './demo-folder.ts'

export type Answer = Record<string, unknown>

/** One connection to a server of its own over a copy of the demo workspace. Nothing of the user's is read or written. */
export interface DemoSession {
  call(tool: string, args: Answer): Promise<Answer>
  /** Removes the copy. */
  close(): Promise<void>
}

export function openDemo(signal: AbortSignal): DemoSession {
  const folder = mkdtempSync(join(tmpdir(), 'shoko-tour-'))
  cpSync(demoFolder(), folder, { recursive: true, filter: (path) => !path.endsWith('.shoko') })
  const runtime = createRuntime(demoConfig(folder), { logger: { log: () => {} }, cacheDir: join(folder, '.cache') })
  const connection = createConnectionMemory()
  return {
    async call(name, args) {
      const tool = runtime.findTool(name)
      if (tool === undefined) throw new Error(`the tour calls ${name}, which is not served`)
      const outcome = await invoke(runtime.ports, {
        tool: await tool.load(),
        args,
        principal: owner,
        call: { signal, report: () => {}, connection },
      })
      if (outcome.ok) return outcome.output
      throw new Error(`${name} answered ${outcome.failure.code}`)
    },
    async close() {
      await runtime.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Built from nothing but the copy: the user's environment, flags and files have no say. */
function demoConfig(folder: string) {
  return loadConfig({
    argv: [],
    env: { WORKSPACE_ROOT: folder, VIBE_ROOT: join(folder, 'vibe'), VIBE_DB: join(folder, '.index', 'vibe.db') },
    cwd: folder,
    home: folder,
    readFile: () => undefined,
    realPath: (path) => path,
  }).config
}
