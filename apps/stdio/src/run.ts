import { systemClock } from '@shoko/contract'
import { createJsonLogger, createRuntime, serveConnection, withConfig } from '@shoko/mcp-shell'
import { onParentDeath } from './parent.ts'

/** Serves one client on standard input and output until it goes away; resolves with the exit code. */
export function runStdio(argv: readonly string[]): Promise<number> {
  return withConfig(argv, async ({ config, rest }) => {
    if (rest.length > 0) {
      process.stderr.write(`unknown argument: ${rest[0]}\n`)
      return 2
    }
    const logger = createJsonLogger({ level: config.LOG_LEVEL, clock: systemClock, write: (line) => process.stderr.write(line) })
    process.stderr.on('error', () => {}) // nobody reads the log any more: not a reason to die in the middle of a write
    const runtime = createRuntime(config, { logger })
    const connection = serveConnection(runtime, { input: process.stdin, output: process.stdout })
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => connection.close())
    onParentDeath(() => connection.close())
    await connection.done
    await runtime.close()
    return 0
  })
}
