#!/usr/bin/env node
import { enableOwnCompileCache } from '@shoko/mcp-shell/compile-cache'
import { assertNode } from '@shoko/stdio/node-version'

assertNode()
enableOwnCompileCache()
const { runHttp } = await import('./run.ts')
process.exit(await runHttp(process.argv.slice(2)))
