#!/usr/bin/env node
import { assertNode } from '@shoko/stdio/node-version'

assertNode()
// Loaded after the check: an old Node has no such export, and would say nothing but that.
const { enableOwnCompileCache } = await import('@shoko/mcp-shell/compile-cache')
enableOwnCompileCache()
const { runHttp } = await import('./run.ts')
process.exit(await runHttp(process.argv.slice(2)))
