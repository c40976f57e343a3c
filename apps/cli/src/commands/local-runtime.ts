import { systemClock } from '@shoko/contract'
import { createJsonLogger, createRuntime, type LoadedConfig, type Runtime, withConfig } from '@shoko/mcp-shell'
import { err } from '../terminal/output.ts'

/** Runs a command on a runtime of its own, without a server; only warnings are logged unless LOG_LEVEL says otherwise. */
export function withRuntime(
  argv: readonly string[],
  work: (runtime: Runtime, loaded: LoadedConfig) => Promise<number>,
): Promise<number> {
  return withConfig(
    argv,
    async (loaded) => {
      const level = loaded.origins.LOG_LEVEL === 'default' ? 'error' : loaded.config.LOG_LEVEL
      const logger = createJsonLogger({ level, clock: systemClock, write: (line) => err.write(line) })
      const runtime = createRuntime(loaded.config, { logger })
      try {
        return await work(runtime, loaded)
      } finally {
        await runtime.close()
      }
    },
    { passUnknownFlags: true },
  )
}
