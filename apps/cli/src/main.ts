#!/usr/bin/env node
import { enableOwnCompileCache } from '@shoko/mcp-shell/compile-cache'
import { assertNode } from '@shoko/stdio/node-version'

assertNode()
// These are run once in a while, and must leave nothing in a home that they do not say.
if (!['init', 'doctor', 'check'].includes(process.argv[2] ?? '')) enableOwnCompileCache()
process.stdout.on('error', readerGone)
const { runCli } = await import('./run.ts')
process.exit(await runCli(process.argv.slice(2)))

/** `shoko tools | head`: who reads has seen enough. Commands that have something to put away do so as on Ctrl-C. */
function readerGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  if (process.listenerCount('SIGINT') > 0) process.emit('SIGINT')
  else process.exit(0)
}
