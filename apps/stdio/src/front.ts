import { SHARED_PROCESS, serveAtFront, withConfig } from '@shoko/mcp-shell/front'
import { onParentDeath } from './parent.ts'

const streams = { input: process.stdin, output: process.stdout, log: process.stderr }

/** Serves one client on standard input and output until it goes away; resolves with the exit code. */
export async function runStdio(argv: readonly string[]): Promise<number> {
  if (argv.includes(SHARED_PROCESS)) return (await import('./run-shared.ts')).runShared()
  return withConfig(argv, async ({ config, rest }) => {
    if (rest.length > 0) {
      process.stderr.write(`unknown argument: ${rest[0]}\n`)
      return 2
    }
    if (config.SHOKO_DATABASE_URL !== null) {
      process.stderr.write('SHOKO_DATABASE_URL: a workspace in a database is served over HTTP only: shoko http\n')
      return 2
    }
    process.stderr.on('error', () => {}) // nobody reads the log any more: not a reason to die in the middle of a write
    const here = async () => (await import('./run.ts')).serveHere.bind(undefined, config)
    const shared = config.SHOKO_SHARED ? serveAtFront({ config, streams, serveHere: here, program: ownProgram() }) : undefined
    const served = shared ?? (await here())(streams)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => served.close())
    onParentDeath(() => served.close())
    await served.done
    return 0
  })
}

/** How this program is started: `main.js`, or `shoko stdio`. */
function ownProgram(): [string, ...string[]] {
  const [, file = '', command] = process.argv
  return command === 'stdio' ? [file, command] : [file]
}
